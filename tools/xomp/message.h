// What the command says about itself on stderr, and its own exit codes (those of env and timeout).
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <utility>

namespace xomp::tool {

inline constexpr int kExitNothingToSay = 1;  // the command works, and has found nothing of what it was asked for
inline constexpr int kExitOwnError = 125;    // the command itself failed, or refuses
inline constexpr int kExitNotExecutable = 126;
inline constexpr int kExitNotFound = 127;

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
