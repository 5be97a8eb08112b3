#include "trace/output_name.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <string_view>
#include <system_error>

namespace xomp::tool {

namespace fs = std::filesystem;

namespace {

// "python" of "python3.11": without what numbers the version.
std::string without_version(const fs::path& program) {
  std::string name = program.filename().string();
  name.erase(std::find_if(name.rbegin(), name.rend(), [](char c) { return (c < '0' || c > '9') && c != '.'; }).base(),
             name.end());
  return name;
}

bool is_interpreter(const std::string& name) {
  static constexpr std::array<std::string_view, 10> kInterpreters = {"python", "pypy", "perl", "ruby", "julia",
                                                                     "R",      "bash", "sh",   "dash", "octave-cli"};
  return std::find(kInterpreters.begin(), kInterpreters.end(), name) != kInterpreters.end();
}

// A file of the user's that no processor runs by itself.
bool is_script(const std::string& word) {
  std::error_code ignored;
  if (!fs::is_regular_file(word, ignored)) return false;
  char magic[4] = {};
  std::ifstream(word, std::ios::binary).read(magic, sizeof magic);
  return std::string_view(magic, sizeof magic) != "\177ELF";
}

// Returns the script that the interpreter was given, or nothing.
std::string script_name(const std::vector<std::string>& command, const std::string& interpreter) {
  // A launcher's own words may name files, too, so those after the interpreter count, where it is named at all.
  const auto named = std::find_if(command.begin(), command.end(),
                                  [&](const std::string& word) { return without_version(word) == interpreter; });
  for (auto word = named == command.end() ? command.begin() : named + 1; word != command.end(); ++word) {
    if (*word == "-m" && word + 1 != command.end()) return *(word + 1);
    if (is_script(*word)) return fs::path(*word).stem().string();
  }
  return {};
}

}  // namespace

std::string program_name(const std::vector<std::string>& command, const fs::path& recorded) {
  if (const std::string name = without_version(recorded); is_interpreter(name))
    if (std::string script = script_name(command, name); !script.empty()) return script;
  // The user may call it by another name, a link.
  std::error_code ignored;
  for (const std::string& word : command)
    if (word.find('/') != std::string::npos && fs::canonical(word, ignored) == recorded)
      return fs::path(word).filename().string();
  return recorded.filename().string();
}

std::string free_name(const std::string& name, const std::vector<std::string>& endings) {
  const auto is_free = [&](const std::string& candidate) {
    return std::none_of(endings.begin(), endings.end(), [&](const std::string& ending) {
      std::error_code ignored;
      return fs::symlink_status(candidate + ending, ignored).type() != fs::file_type::not_found;
    });
  };
  std::string candidate = name;
  for (int number = 2; !is_free(candidate); ++number) candidate = name + "-" + std::to_string(number);
  return candidate;
}

}  // namespace xomp::tool
