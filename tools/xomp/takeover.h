// What XOMP would take over from the OpenMP runtimes of a program or library: two load plans compared, one as things
// are, one as `xomp run` makes them.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "loader.h"
#include "runtime_kind.h"

namespace xomp::tool {

enum class Verdict {
  is_xomp,     // it is XOMP already
  by_name,     // the runtime's name leads to XOMP; the other one is not loaded
  by_preload,  // it stays loaded, but nobody's entries are bound to it
  partly,      // some entries stay with it
  no,
};

std::string_view verdict_word(Verdict verdict);

// One runtime that would be loaded as things are. If the file is empty, these are entries for which no library was
// named.
struct RuntimeReport {
  std::filesystem::path file;
  RuntimeKind kind = RuntimeKind::other;
  std::set<std::string> asked_as;
  std::set<std::string> users;  // files that ask for it by name or use its entries
  std::set<Symbol> entries;     // bound to it
  std::set<Symbol> kept;        // of these, not bound to XOMP under `xomp run`
  bool stays_loaded = false;
  Verdict verdict = Verdict::no;
  std::string reason;
};

struct Takeover {
  std::vector<RuntimeReport> runtimes;
  std::set<std::string> with_runtime_inside;  // files with a runtime linked into them
  std::set<std::string> problems;             // why the program would not start under `xomp run`
  std::set<std::string> missing_libraries;    // not found as things are

  bool uses_openmp() const { return !runtimes.empty() || !with_runtime_inside.empty(); }
};

// `roots`: one program, or any number of libraries that some program opens.
Takeover find_takeover(Loader& loader, const std::vector<std::filesystem::path>& roots, const LoaderSettings& now,
                       const LoaderSettings& with_xomp);

}  // namespace xomp::tool
