// The command `xomp`: reads the command line and calls the chosen subcommand.
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>

#include "commands.h"
#include "message.h"

namespace {

using namespace xomp::tool;

// Lines of the help and sections of the manual.
constexpr const char* kFooter =
    "Exit status: run and trace end as the program does. bench and tune end with 1 where a program failed, and with "
    "130 after Ctrl-C. Each ends with 125 after a mistake on its command line, and where it fails or refuses itself.\n"
    "Environment: 'xomp info' shows each variable that counts, and its value. They are those of OpenMP, many of "
    "libgomp's and libomp's, and XOMP's own: XOMP_SCHEDULE_POLICY and XOMP_AS say how tasks are scheduled, XOMP_STATS "
    "has statistics printed at the end, XOMP_TRACE names a file for a recording.";

// Takes the program and its arguments off the end of `words` (the subcommand's name, its options, an optional "--",
// the program). CLI11 would split words like "[a,b]" and look for our options behind the program's name.
std::vector<std::string> cut_program(const CLI::App& subcommand, std::vector<std::string>& words) {
  auto at = words.begin() + 1;
  while (at != words.end() && at->starts_with("-") && *at != "--") {
    const CLI::Option* option = subcommand.get_option_no_throw(*at);
    const int most = option == nullptr ? 0 : option->get_items_expected_max();
    ++at;
    for (int taken = 0; taken < most && at != words.end() && (taken == 0 || !at->starts_with("-")); ++taken) ++at;
  }
  const auto program = at != words.end() && *at == "--" ? at + 1 : at;
  std::vector<std::string> cut(program, words.end());
  words.erase(at, words.end());
  return cut;
}

// "xomp help run" and "xomp version" must work, because other commands have them.
void take_words_for_options(std::vector<std::string>& words) {
  if (words.front() == "version") words.front() = "--version";
  if (words.front() != "help") return;
  words.erase(words.begin());
  words.resize(std::min<std::size_t>(words.size(), 1));
  words.emplace_back("--help");
}

// Without this "bogus" would be answered by "A subcommand is required".
void require_known_subcommand(const CLI::App& application, const std::vector<std::string>& words) {
  if (words.empty() || words.front().starts_with("-")) return;
  std::string names;
  for (const CLI::App* subcommand : application.get_subcommands([](const CLI::App*) { return true; })) {
    if (words.front() == subcommand->get_name()) return;
    if (!subcommand->get_group().empty()) names += (names.empty() ? "" : ", ") + subcommand->get_name();
  }
  fail(kExitOwnError, "there is no subcommand '{0}'; there are {1}. To run a program of that name: xomp run {0}",
       words.front(), names);
}

// What is wrong, with the word that is. CLI11 looks for missing words first, but a word too many is the likelier mistake.
std::string reason_of(const CLI::App& application, const CLI::Error& error) {
  const std::string said = error.what();
  const std::vector<std::string> unknown = application.remaining(true);
  for (const std::string& word : unknown)
    if (word.starts_with("-")) return fmt::format("there is no option '{}'", word);
  const auto is_a = [&error](CLI::ExitCodes code) { return error.get_exit_code() == static_cast<int>(code); };
  if (!unknown.empty() && is_a(CLI::ExitCodes::ExtrasError))
    return fmt::format("'{}' is a word too many", unknown.front());
  if (is_a(CLI::ExitCodes::ArgumentMismatch))
    return said.substr(0, said.find(':')) +
           (said.ends_with("missing") ? ": a value is missing" : ": it may be given once, with one value");
  const std::size_t option = said.find(": "), value = said.find(" = ");
  if (is_a(CLI::ExitCodes::ConversionError) && option != std::string::npos && value != std::string::npos)
    return fmt::format("{}: '{}' is no number", said.substr(option + 2, value - option - 2), said.substr(value + 3));
  return said;
}

std::string error_sentence(const CLI::App* application, const CLI::Error& error) {
  std::string name;
  for (auto chosen = application->get_subcommands(); !chosen.empty(); chosen = chosen.front()->get_subcommands())
    name += chosen.front()->get_name() + " ";
  return fmt::format("xomp: error: {} (see xomp {}--help)\n", reason_of(*application, error), name);
}

// Returns the words for CLI11, in the order in which it wants them. The program's own words, behind the command's,
// become line.program.
std::vector<std::string> words_of(int argc, char** argv, const CLI::App& application, CommandLine& line) {
  std::vector<std::string> words(argv + 1, argv + argc);
  if (words.empty()) words.emplace_back("--help");
  take_words_for_options(words);
  require_known_subcommand(application, words);
  for (const CLI::App* subcommand : line.with_program) {
    if (!words.empty() && words.front() == subcommand->get_name()) line.program = cut_program(*subcommand, words);
  }
  for (const CLI::App* subcommand : line.with_foreign_words) {
    if (words.front() != subcommand->get_name()) continue;
    line.program.assign(words.begin() + 1, words.end());
    words.resize(1);
  }
  std::reverse(words.begin(), words.end());
  return words;
}

void add_subcommands(CLI::App& application, CommandLine& line) {
  add_run(application, line);
  add_info(application, line);
  add_doctor(application, line);
  add_sim(application, line);
  add_bench(application, line);
  add_trace(application, line);
  add_tune(application, line);
  add_stack(application, line);
  add_completion(application, line);
  add_manual(application, line);
  add_version(application);
}

// Whether all that was printed reached its file. A report longer than stdio's buffer fails while it is printed (fmt
// throws then), a shorter one when it is flushed.
bool output_was_written() { return std::ferror(stdout) == 0 && std::fflush(stdout) == 0 && std::cout.flush().good(); }

int output_is_lost() {
  note("error: cannot write to standard output: {}", std::strerror(errno));
  return kExitOwnError;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App application("XOMP is an OpenMP runtime that takes the place of libgomp, libomp and libiomp5.", "xomp");
  application.require_subcommand(1);
  application.failure_message(error_sentence);
  CommandLine line;
  add_subcommands(application, line);
  application.footer(kFooter);  // subcommands would take it for theirs if it were there before
  try {
    application.parse(words_of(argc, argv, application, line));
    const int code = line.action();
    return output_was_written() ? code : output_is_lost();
  } catch (const CLI::ParseError& error) {
    if (application.exit(error) != 0) return kExitOwnError;
    return output_was_written() ? 0 : output_is_lost();  // help or the version
  } catch (const Failure& failure) {
    note("error: {}", failure.sentence);
    return failure.exit_code;
  } catch (const std::exception& error) {  // of memory, files and libraries
    if (std::ferror(stdout) != 0) return output_is_lost();
    note("error: {}", error.what());
    return kExitOwnError;
  }
}
