// bin/xomp looks for ../lib/libgomp-xomp.so; distributions with another library directory are covered by the name that
// the build was configured with. A wheel cannot hold links: after `pip install` the first call makes them.
#include "installation.h"

#include <cstdlib>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <sys/auxv.h>

#include "message.h"

namespace xomp::tool {

namespace fs = std::filesystem;

namespace {

constexpr const char* kRealFile = "libgomp-xomp.so";
// What programs that are linked with -lxomp look for: today's soname, and the one from before it had a number.
constexpr const char* kOwnNames[] = {"libxomp.so.1", "libxomp.so"};
constexpr const char* kNames[] = {"libgomp.so.1", "libgomp.so.1.0.0", "libomp.so", "libomp.so.5",
                                  "libiomp5.so",  kOwnNames[0],       kOwnNames[1]};

// Another process may make the same link at the same time, so a link that is there already is no error.
bool make_link(const fs::path& target, const fs::path& link, const fs::path& library) {
  std::error_code ignored;
  if (fs::equivalent(link, library, ignored)) return true;
  if (fs::is_symlink(link, ignored)) fs::remove(link, ignored);  // of an installation that was here before
  fs::create_symlink(target, link, ignored);
  return fs::equivalent(link, library, ignored);
}

bool make_links(const fs::path& compat, const fs::path& target, const fs::path& library) {
  std::error_code error;
  fs::create_directories(compat, error);
  for (const char* name : kNames) {
    if (!make_link(target, compat / name, library)) return false;
  }
  return true;
}

// pip removes what its list names. That list was made before these links, so they are added to it.
void note_for_pip(const fs::path& libraries, const std::vector<fs::path>& made) {
  std::error_code ignored;
  for (const auto& python : fs::directory_iterator(libraries, ignored)) {
    if (!python.path().filename().string().starts_with("python")) continue;
    const fs::path packages = python.path() / "site-packages";
    for (const auto& package : fs::directory_iterator(packages, ignored)) {
      const std::string name = package.path().filename().string();
      const fs::path list = package.path() / "RECORD";
      if (!name.starts_with("xomp-") || !name.ends_with(".dist-info") || !fs::exists(list, ignored)) continue;
      std::ostringstream text;
      text << std::ifstream(list).rdbuf();
      std::ofstream out(list, std::ios::app);
      for (const fs::path& link : made) {
        const std::string line = link.lexically_relative(packages).string() + ",,";
        if (text.str().find(line) == std::string::npos) out << line << '\n';
      }
    }
  }
}

// Makes the links beside the library. If that directory belongs to somebody else, it makes them among the user's
// caches.
fs::path make_compat(const fs::path& libraries) {
  const fs::path library = libraries / kRealFile;
  const fs::path beside = libraries / "xomp" / "compat";
  if (make_links(beside, fs::path("../..") / kRealFile, library)) {
    std::vector<fs::path> made;
    for (const char* name : kOwnNames) {
      make_link(kRealFile, libraries / name, library);
      made.push_back(libraries / name);
    }
    for (const char* name : kNames) made.push_back(beside / name);
    note_for_pip(libraries, made);
    return beside;
  }
  const char* home = std::getenv("HOME");
  const char* caches = std::getenv("XDG_CACHE_HOME");
  if ((home != nullptr && *home == '/') || (caches != nullptr && *caches == '/')) {
    const fs::path cache = caches != nullptr && *caches == '/' ? fs::path(caches) : fs::path(home) / ".cache";
    const fs::path compat = cache / "xomp" / std::to_string(std::hash<std::string>()(library.string())) / "compat";
    if (make_links(compat, library, library)) return compat;
  }
  fail(kExitOwnError, "cannot make the links to {} in {}; run `xomp info` once as a user that may write there",
       kRealFile, beside.string());
}

std::optional<Installation> installation_in(const fs::path& libraries) {
  std::error_code ignored;
  const fs::path library = libraries / kRealFile;
  if (!fs::exists(library, ignored)) return std::nullopt;
  for (const fs::path& compat : {libraries / "xomp" / "compat", libraries / "compat"}) {
    if (fs::equivalent(compat / kNames[0], library, ignored)) return Installation{library, compat};
  }
  return Installation{library, make_compat(libraries)};
}

}  // namespace

fs::path own_program() {
  std::error_code error;
  fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) return program;
  // The path that execve got: the one that the shell found, or one relative to the working directory.
  const auto* given = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
  program = given != nullptr ? fs::canonical(given, error) : fs::path();
  if (program.empty()) fail(kExitOwnError, "cannot tell where this command is: /proc is not mounted");
  return program;
}

fs::path own_prefix() { return own_program().parent_path().parent_path(); }

Installation find_installation() {
  const fs::path prefix = own_prefix();
  for (const fs::path& libraries : {prefix / "lib", prefix / XOMP_LIBRARY_DIRECTORY}) {
    if (auto installation = installation_in(libraries)) return *installation;
  }
  fail(kExitOwnError, "the library {} is not in {} (was the command moved without it?)", kRealFile,
       (prefix / "lib").string());
}

}  // namespace xomp::tool
