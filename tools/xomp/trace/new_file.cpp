#include "trace/new_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "message.h"
#include "trace/conversion.h"

namespace xomp::tool {

NewFile::NewFile(std::filesystem::path path, IfThere if_there) : path_(std::move(path)), if_there_(if_there) {
  std::string name = path_.string() + ".XXXXXX";
  const int file = mkstemp(name.data());
  if (file < 0) fail(kExitOwnError, "cannot write {}: {}", path_.string(), std::strerror(errno));
  close(file);
  temporary_ = name;
  set_unfinished_file(temporary_.c_str());
}

NewFile::~NewFile() {
  set_unfinished_file(nullptr);
  std::error_code ignored;
  if (!is_finished_) std::filesystem::remove(temporary_, ignored);
}

bool NewFile::finish() {
  const mode_t mask = umask(0);
  umask(mask);
  constexpr mode_t kUsual = 0666;
  std::error_code ignored;
  const bool replaces = std::filesystem::symlink_status(path_, ignored).type() != std::filesystem::file_type::not_found;
  if (chmod(temporary_.c_str(), kUsual & ~mask) != 0 || !take_name())
    fail(kExitOwnError, "cannot write {}: {}", path_.string(), std::strerror(errno));
  is_finished_ = true;
  set_unfinished_file(nullptr);
  return replaces;
}

// A second name fails where another command has made the file meanwhile. Some file systems have no second names.
bool NewFile::take_name() const {
  if (if_there_ == IfThere::fail) {
    if (link(temporary_.c_str(), path_.c_str()) == 0) return unlink(temporary_.c_str()) == 0;
    if (errno == EEXIST) return false;
  }
  return std::rename(temporary_.c_str(), path_.c_str()) == 0;
}

}  // namespace xomp::tool
