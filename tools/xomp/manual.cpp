// xomp manual [SUBCOMMAND]: prints the page for man, made from the text that --help has. `make install` puts the pages where man looks for
// them, so the help does not list this subcommand.
#include <algorithm>
#include <memory>
#include <sstream>

#include "completion.h"
#include "message.h"

namespace xomp::tool {

namespace {

// As roff wants it: a hyphen that may be typed, no backslash, no dot or quote where a request would begin.
std::string roff(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    const bool at_start = escaped.empty() || escaped.back() == '\n';
    if (at_start && (c == '.' || c == '\'')) escaped += "\\&";
    if (c == '-') escaped += "\\-";
    else if (c == '\\') escaped += "\\e";
    else escaped += c;
  }
  return escaped;
}

std::string page_name(const CommandDescription& command) {
  std::string name = command.path;
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

std::string synopsis(const CommandDescription& command) {
  std::string text = fmt::format("\\fB{}\\fR [OPTIONS]", roff(command.path));
  if (command.program == ProgramPlace::first_word) return text + " [\\-\\-] PROGRAM [ARGUMENTS...]";
  if (command.program == ProgramPlace::behind_dashes) return text + " \\-\\- PROGRAM [ARGUMENTS...]";
  if (!command.subcommands.empty()) text += " SUBCOMMAND ...";
  for (const OptionDescription& place : command.places) text += " " + roff(place.value);
  return text;
}

std::string option_entry(const OptionDescription& option) {
  std::string names;
  for (const std::string& name : option.names)
    names += fmt::format("{}\\fB{}\\fR", names.empty() ? "" : ", ", roff(name));
  const std::string& value = option.names.empty() ? option.value : option.shown;
  return fmt::format(".TP\n{}{}\\fI{}\\fR\n{}\n", names, names.empty() || value.empty() ? "" : " ", roff(value),
                     roff(option.help));
}

// A line "Exit status: ..." is a section, an indented one is shown as it is, an empty one begins a paragraph.
std::string sections(const std::string& text) {
  std::string page;
  std::istringstream lines(text);
  bool is_shown = false;
  for (std::string line; std::getline(lines, line);) {
    const bool is_indented = line.starts_with(" ");
    if (is_indented != is_shown) page += is_indented ? ".PP\n.nf\n" : ".fi\n";
    is_shown = is_indented;
    const std::size_t colon = line.find(": ");
    std::string title = line.substr(0, colon == std::string::npos ? 0 : colon);
    if (title == "Exit status" || title == "Environment") {
      std::transform(title.begin(), title.end(), title.begin(), [](unsigned char c) { return std::toupper(c); });
      page += fmt::format(".SH {}\n{}\n", title, roff(line.substr(colon + 2)));
    } else {
      page += line.empty() ? ".PP\n" : roff(line) + "\n";
    }
  }
  return page + (is_shown ? ".fi\n" : "");
}

std::string subcommand_entries(const CommandDescription& command) {
  std::string text = command.subcommands.empty() ? "" : ".SH SUBCOMMANDS\n";
  for (const CommandDescription& subcommand : command.subcommands)
    text += fmt::format(".TP\n\\fB{}\\fR\n{}\nSee \\fB{}\\fR(1).\n", roff(subcommand.name), roff(subcommand.help),
                        roff(page_name(subcommand)));
  return text;
}

const CommandDescription& find_command(const CommandDescription& top, const std::vector<std::string>& names) {
  const CommandDescription* at = &top;
  for (const std::string& name : names) {
    const auto found = std::find_if(at->subcommands.begin(), at->subcommands.end(),
                                    [&](const CommandDescription& each) { return each.name == name; });
    if (found == at->subcommands.end()) fail(kExitOwnError, "manual: '{}' has no subcommand '{}'", at->path, name);
    at = &*found;
  }
  return *at;
}

}  // namespace

std::string manual_page(const CommandDescription& top, const CommandDescription& command) {
  std::string title = page_name(command);
  std::transform(title.begin(), title.end(), title.begin(), [](unsigned char c) { return std::toupper(c); });
  const std::string first = command.help.substr(0, command.help.find(". "));
  std::string page =
      fmt::format(".TH {} 1 \"\" \"xomp {}\" \"User commands\"\n.SH NAME\n{} \\- {}\n", roff(title), XOMP_VERSION,
                  roff(page_name(command)), roff(first.substr(0, first.find_last_not_of('.') + 1)));
  page += fmt::format(".SH SYNOPSIS\n{}\n.SH DESCRIPTION\n{}\n", synopsis(command), roff(command.help));
  const std::size_t footer = std::min(command.more.find("Exit status: "), command.more.size());
  if (footer > 0) page += ".PP\n" + sections(command.more.substr(0, footer));
  page += subcommand_entries(command) + ".SH OPTIONS\n";
  for (const auto* options : {&command.places, &command.options})
    for (const OptionDescription& option : *options) page += option_entry(option);
  page += sections(command.more.substr(footer)) + ".SH SEE ALSO\n";
  if (&command == &top) return page + "\\fBld.so\\fR(8), \\fBgdb\\fR(1)\n";
  return page + fmt::format("\\fB{}\\fR(1)\n", top.name);
}

void add_manual(CLI::App& application, CommandLine& line) {
  CLI::App* command = application.add_subcommand("manual", "Print a page of this command's manual.")->group("");
  auto names = std::make_shared<std::vector<std::string>>();
  command->add_option("SUBCOMMAND", *names, "Whose page; without it, the command's own")->expected(0, 2);
  command->callback([&application, &line, names] {
    line.action = [&application, &line, names] {
      const CommandDescription top = describe_command(application, line);
      fmt::print("{}", manual_page(top, find_command(top, *names)));
      return 0;
    };
  });
}

}  // namespace xomp::tool
