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

namespace xomp::tool {

NewFile::NewFile(std::filesystem::path path) : path_(std::move(path)) {
  std::string name = path_.string() + ".XXXXXX";
  const int file = mkstemp(name.data());
  if (file < 0) fail(kExitOwnError, "cannot write {}: {}", path_.string(), std::strerror(errno));
  close(file);
  temporary_ = name;
}

NewFile::~NewFile() {
  std::error_code ignored;
  if (!is_finished_) std::filesystem::remove(temporary_, ignored);
}

void NewFile::finish() {
  const mode_t mask = umask(0);
  umask(mask);
  constexpr mode_t kUsual = 0666;
  if (chmod(temporary_.c_str(), kUsual & ~mask) != 0 || std::rename(temporary_.c_str(), path_.c_str()) != 0)
    fail(kExitOwnError, "cannot write {}: {}", path_.string(), std::strerror(errno));
  is_finished_ = true;
}

}  // namespace xomp::tool
