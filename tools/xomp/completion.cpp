// xomp completion SHELL: prints the script by which a shell completes xomp's command line. `make install` puts the scripts where shells look
// for them, so the help does not list this subcommand.
#include "completion.h"

#include <algorithm>
#include <memory>

#include <nlohmann/json.hpp>

#include "message.h"

namespace xomp::tool {

namespace {

bool is_one_of(const CLI::App& application, const std::vector<const CLI::App*>& list) {
  return std::find(list.begin(), list.end(), &application) != list.end();
}

// CLI11 keeps the words of an IsMember check only in what the help shows: "LEVEL:{states,tasks,all}".
std::vector<std::string> words_of_check(const std::string& type) {
  const std::size_t open = type.find(":{"), close = type.find('}', open);
  if (open == std::string::npos || close == std::string::npos) return {};
  return CLI::detail::split(type.substr(open + 2, close - open - 2), ',');
}

// An option of one name means the same in all subcommands, so one that says nothing of its words has those of another.
std::vector<std::string> words_of_option(const CLI::Option& option, const CommandLine& line) {
  const auto of = [&](auto&& is_it) {
    return std::find_if(line.words.begin(), line.words.end(), [&](const auto& entry) { return is_it(*entry.first); });
  };
  auto found = of([&](const CLI::Option& other) { return &other == &option; });
  if (found == line.words.end() && !option.get_lnames().empty())
    found = of([&](const CLI::Option& other) { return other.get_lnames() == option.get_lnames(); });
  if (found == line.words.end()) return words_of_check(option.get_type_name());
  try {
    return found->second();
  } catch (const Failure&) {  // an installation without the simulators
    return {};
  }
}

OptionDescription describe_option(const CLI::Option& option, const CommandLine& line) {
  OptionDescription described;
  for (const std::string& name : option.get_snames()) described.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) described.names.push_back("--" + name);
  described.help = option.get_description();
  described.values = option.get_items_expected_max();
  if (described.values == 0) return described;
  const std::string type = option.get_type_name();
  described.shown = (type.empty() ? described.value : type) +
                    (option.get_default_str().empty() ? "" : "=" + option.get_default_str());
  described.value = described.names.empty() ? option.get_name() : type.substr(0, type.find(":{"));
  described.words = words_of_option(option, line);
  described.is_list = option.get_description().find("separated by commas") != std::string::npos;
  described.kind = !described.words.empty()                               ? ValueKind::words
                   : described.value == "FILE" || described.names.empty() ? ValueKind::file
                                                                          : ValueKind::none;
  return described;
}

OptionDescription described_in_python(const nlohmann::json& option) {
  OptionDescription described{option.at("names"),  option.at("help"), option.at("value"), option.at("value"),
                              option.at("values"), ValueKind::none,   option.at("words"), option.at("list")};
  const std::string kind = option.at("kind");
  if (kind == "file") described.kind = ValueKind::file;
  else if (kind == "directory") described.kind = ValueKind::directory;
  else if (!described.words.empty()) described.kind = ValueKind::words;
  return described;
}

void add_described(CommandDescription& command, OptionDescription option) {
  (option.names.empty() ? command.places : command.options).push_back(std::move(option));
}

// Where there is no Python, or the library cannot be opened in it (a sanitizer's), the rest is completed nevertheless.
void describe_in_python(CommandDescription& command) {
  try {
    const auto said = nlohmann::json::parse(what_python_says(command.name, {"--describe"}));
    for (const nlohmann::json& option : said.at("options")) add_described(command, described_in_python(option));
    command.more = said.at("more");
    if (said.at("takes_program")) command.program = ProgramPlace::behind_dashes;
  } catch (const Failure& failure) {
    note("warning: {}: its options are left out", failure.sentence);
  }
}

CommandDescription describe(const CLI::App& application, const CommandLine& line, const std::string& path) {
  CommandDescription command;
  command.name = application.get_name();
  command.path = path + command.name;
  command.help = application.get_description();
  command.more = application.get_footer();
  if (is_one_of(application, line.with_foreign_words)) {
    describe_in_python(command);
    return command;
  }
  const bool has_program = is_one_of(application, line.with_program);
  if (has_program) command.program = ProgramPlace::first_word;
  for (const CLI::Option* option : application.get_options([](const CLI::Option*) { return true; })) {
    OptionDescription described = describe_option(*option, line);
    // The program and its arguments are completed as another command line.
    if (!has_program || !described.names.empty()) add_described(command, std::move(described));
  }
  for (const CLI::App* subcommand : application.get_subcommands([](const CLI::App*) { return true; }))
    if (!subcommand->get_group().empty())
      command.subcommands.push_back(describe(*subcommand, line, command.path + " "));
  return command;
}

}  // namespace

CommandDescription describe_command(const CLI::App& application, const CommandLine& line) {
  return describe(application, line, "");
}

void add_completion(CLI::App& application, CommandLine& line) {
  CLI::App* command =
      application.add_subcommand("completion", "Print a shell's completion of this command.")->group("");
  auto shell = std::make_shared<std::string>();
  command->add_option("SHELL", *shell, "bash, zsh or fish")->required()->check(CLI::IsMember({"bash", "zsh", "fish"}));
  command->callback([&application, &line, shell] {
    line.action = [&application, &line, shell] {
      const CommandDescription described = describe_command(application, line);
      fmt::print("{}", *shell == "bash"  ? bash_completion(described)
                       : *shell == "zsh" ? zsh_completion(described)
                                         : fish_completion(described));
      return 0;
    };
  });
}

}  // namespace xomp::tool
