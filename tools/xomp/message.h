// What the command says about itself on stderr, and the exit code of its mistakes (env and timeout have the same).
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <utility>

namespace xomp::tool {

// "1.0.0 (702b0d9b1234, gcc 12.2.0)"; without the commit where XOMP was not built from a clone. "-dirty" behind the commit: files had
// been changed since.
std::string version_text();

inline constexpr int kExitNothingToSay = 1;  // the command works, and has found nothing of what it was asked for
inline constexpr int kExitOwnError = 125;    // the command itself failed, or refuses, or cannot start the program

// Ends the command with a sentence; caught in main.
struct Failure {
  int exit_code;
  std::string sentence;
};

template <class... Arguments>
[[noreturn]] void fail(int exit_code, fmt::format_string<Arguments...> text, Arguments&&... arguments) {
  throw Failure{exit_code, fmt::format(text, std::forward<Arguments>(arguments)...)};
}

template <class... Arguments>
void note(fmt::format_string<Arguments...> text, Arguments&&... arguments) {
  const std::string line = "xomp: " + fmt::format(text, std::forward<Arguments>(arguments)...) + "\n";
  std::fwrite(line.data(), 1, line.size(), stderr);  // where nobody reads it, the command goes on
}

}  // namespace xomp::tool
