// Plain text, one block a runtime; lists of entries are wrapped.
#include "report.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace xomp::tool {

namespace {

constexpr std::size_t kWidth = 110;    // columns of a wrapped list
constexpr std::size_t kMaxUsers = 12;  // files named before "and N more"
constexpr std::string_view kIndent = "               ";

void print_field(std::string_view name, const std::vector<std::string>& words) {
  std::string line = fmt::format("  {:<13}", name);
  bool is_first = true;
  for (const std::string& word : words) {
    if (!is_first && line.size() + 1 + word.size() > kWidth) {
      fmt::print("{}\n", line);
      line = kIndent;
      is_first = true;
    }
    line += (is_first ? "" : " ") + word;
    is_first = false;
  }
  fmt::print("{}\n", line);
}

void print_users(const std::set<std::string>& users) {
  std::size_t shown = 0;
  for (const std::string& user : users) {
    if (++shown > kMaxUsers) {
      fmt::print("{}and {} more\n", kIndent, users.size() - kMaxUsers);
      return;
    }
    fmt::print("  {:<13}{}\n", shown == 1 ? "used by" : "", user);
  }
}

std::vector<std::string> texts(const std::set<Symbol>& entries) {
  std::vector<std::string> words;
  for (const Symbol& entry : entries) words.push_back(entry.text());
  return words;
}

void print_runtime(const RuntimeReport& runtime) {
  if (runtime.file.empty()) {
    fmt::print("\nentries without a named library (the program that loads the file brings the runtime)\n");
  } else {
    fmt::print("\n{}: {}\n", kind_name(runtime.kind), runtime.file.string());
  }
  print_users(runtime.users);
  if (runtime.entries.empty()) {
    print_field("entries", {"none: these files call none"});
  } else {
    print_field("entries", texts(runtime.entries));
  }
  if (!runtime.kept.empty()) print_field("XOMP lacks", texts(runtime.kept));
  if (runtime.kept.empty() && !runtime.entries.empty()) {
    print_field("XOMP has",
                {runtime.entries.size() == 1 ? "it" : fmt::format("all {} of them", runtime.entries.size())});
  }
  print_field("xomp run", {fmt::format("{} ({})", verdict_word(runtime.verdict), runtime.reason)});
}

std::string name_of(const MappedFile& file) { return file.file.string(); }

}  // namespace

std::string counted_runtimes(std::size_t count) {
  return count == 1 ? "1 OpenMP runtime" : fmt::format("{} OpenMP runtimes", count == 0 ? "no" : std::to_string(count));
}

void print_takeover(const Takeover& takeover) {
  for (const RuntimeReport& runtime : takeover.runtimes) print_runtime(runtime);
  for (const std::string& file : takeover.with_runtime_inside) {
    fmt::print("\nOpenMP runtime linked into {}\n  xomp run     not taken over (its calls do not leave the file)\n",
               file);
  }
  for (const std::string& problem : takeover.problems) fmt::print("\nwarning: {}\n", problem);
  for (const std::string& library : takeover.missing_libraries) fmt::print("\nnot found: {}\n", library);
}

void print_process(const Process& process) {
  for (std::size_t index = 0; index < process.files.size(); ++index) {
    const MappedFile& file = process.files[index];
    if (file.elf == nullptr) continue;
    const auto kind = runtime_kind(*file.elf);
    if (!kind) continue;
    fmt::print("\n{}: {}\n", kind_name(*kind), name_of(file));
    std::set<std::string> users, entries;
    for (const BoundEntry& entry : process.bound) {
      if (entry.provider != static_cast<int>(index) || entry.user == entry.provider) continue;
      users.insert(name_of(process.files[static_cast<std::size_t>(entry.user)]));
      entries.insert(entry.symbol);
    }
    print_users(users);
    if (process.memory_error) {
      print_field("bound to it",
                  {fmt::format("not known (the process's memory cannot be read: {})", *process.memory_error)});
    } else if (entries.empty()) {
      print_field("bound to it", {"nothing"});
    } else {
      print_field("bound to it", {entries.begin(), entries.end()});
    }
  }
}

}  // namespace xomp::tool
