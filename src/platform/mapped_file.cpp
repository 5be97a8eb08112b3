// Room on the disk is asked for before a page is touched, so that a full disk is an error of a call and not a signal.
#include "platform/mapped_file.h"

#include <cerrno>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/lost_pages.h"

namespace xomp::platform {

namespace {

class SavedErrno {
 public:
  ~SavedErrno() { errno = saved_; }

 private:
  const int saved_ = errno;
};

// Writes zeroes, because some file systems do not know the call.
bool allocate_by_writing(int file, std::uint64_t offset, std::uint64_t bytes) {
  static const char zeroes[4096] = {};
  for (std::uint64_t done = 0; done < bytes;) {
    const std::uint64_t rest = bytes - done;
    const std::size_t piece = rest < sizeof zeroes ? static_cast<std::size_t>(rest) : sizeof zeroes;
    const ssize_t n = pwrite(file, zeroes, piece, static_cast<off_t>(offset + done));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    done += static_cast<std::uint64_t>(n);
  }
  return true;
}

bool allocate(int file, std::uint64_t offset, std::uint64_t bytes) {
  for (;;) {
    if (fallocate(file, 0, static_cast<off_t>(offset), static_cast<off_t>(bytes)) == 0) return true;
    if (errno == EINTR) continue;
    return errno == EOPNOTSUPP && allocate_by_writing(file, offset, bytes);
  }
}

std::size_t read_all(const char* path, char* text, std::size_t room) {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  std::size_t got = 0;
  while (got < room) {
    const ssize_t n = read(file, text + got, room - got);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    got += static_cast<std::size_t>(n);
  }
  close(file);
  return got;
}

}  // namespace

namespace {

// Made by this call, or there was an empty one; `is_old`: a file that open() has made before. Locked, so that no other process of this
// class has it.
struct Found {
  int file = -1;
  MappedFile::Opened result = MappedFile::Opened::failed;
  bool is_old = false;
};

bool begins_with(int file, const char (&mark)[8]) {
  char start[sizeof mark];
  return pread(file, start, sizeof start, 0) == static_cast<ssize_t>(sizeof start) &&
         std::memcmp(start, mark, sizeof mark) == 0;
}

// Does the path still lead to this file?
bool is_at(const char* path, const struct stat& status) {
  struct stat there{};
  return status.st_nlink == 1 && lstat(path, &there) == 0 && there.st_ino == status.st_ino &&
         there.st_dev == status.st_dev;
}

int open_or_make(const char* path) {
  constexpr int kFlags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;  // a pipe would be waited for
  int file = open(path, kFlags | O_CREAT | O_EXCL, 0600);
  if (file < 0 && errno == EEXIST) {
    file = open(path, kFlags);
    if (file < 0 && errno == ENOENT) errno = EAGAIN;  // it was removed meanwhile
  }
  return file;
}

MappedFile::Opened judge(int file, const char* path, const char (&mark)[8], struct stat& status, int& error) {
  if (fstat(file, &status) != 0) {
    error = errno;
    return MappedFile::Opened::failed;
  }
  if (!S_ISREG(status.st_mode) || status.st_nlink > 1 || status.st_uid != geteuid()) return MappedFile::Opened::foreign;
  if (flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return MappedFile::Opened::taken;
  if (!is_at(path, status)) {
    error = EAGAIN;  // another process has replaced it meanwhile
    return MappedFile::Opened::failed;
  }
  const bool is_foreign = fstat(file, &status) == 0 && status.st_size != 0 && !begins_with(file, mark);
  return is_foreign ? MappedFile::Opened::foreign : MappedFile::Opened::yes;
}

Found find(const char* path, const char (&mark)[8], int& error) {
  Found found;
  found.file = open_or_make(path);
  error = errno;
  struct stat status{};
  if (found.file < 0) {
    if (lstat(path, &status) == 0 && !S_ISDIR(status.st_mode)) found.result = MappedFile::Opened::foreign;
    return found;
  }
  found.result = judge(found.file, path, mark, status, error);
  found.is_old = found.result == MappedFile::Opened::yes && status.st_size != 0;
  if (found.result == MappedFile::Opened::yes) return found;
  close(found.file);
  found.file = -1;
  return found;
}

// An old file is removed, not emptied, because somebody may read it.
Found make_anew(const char* path, const char (&mark)[8], int& error) {
  constexpr int kTries = 100;
  Found found;
  for (int i = 0; i < kTries; ++i) {
    found = find(path, mark, error);
    if (found.result == MappedFile::Opened::failed && error == EAGAIN) continue;
    if (!found.is_old) return found;
    const bool removed = unlink(path) == 0;
    if (!removed) error = errno;
    close(found.file);  // and with it the lock, after the name is gone
    found.file = -1;
    found.result = MappedFile::Opened::failed;
    if (!removed) return found;
  }
  return found;
}

}  // namespace

MappedFile::Opened MappedFile::open(const char* path, std::uint64_t bytes, const char (&mark)[8], int& error) {
  const SavedErrno saved;
  // The size is cut, because a file beyond the limit would end the process by a signal.
  rlimit most{};
  if (getrlimit(RLIMIT_FSIZE, &most) == 0 && most.rlim_cur < bytes) bytes = most.rlim_cur;
  const Found found = make_anew(path, mark, error);
  if (found.result != Opened::yes) return found.result;
  if (ftruncate(found.file, static_cast<off_t>(bytes)) == 0) {
    void* const start = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, found.file, 0);
    if (start != MAP_FAILED) {
      start_ = static_cast<char*>(start);
      bytes_ = bytes;
      file_ = found.file;
      survive_lost_pages(start_, bytes_);
      return Opened::yes;
    }
  }
  error = errno;
  close(found.file);
  return Opened::failed;
}

bool MappedFile::was_shortened() const {
  const SavedErrno saved;
  struct stat status{};
  return has_lost_pages() || (fstat(file_, &status) == 0 && static_cast<std::uint64_t>(status.st_size) < bytes_);
}

void MappedFile::cut(std::uint64_t bytes) {
  const SavedErrno saved;
  if (file_ >= 0 && ftruncate(file_, static_cast<off_t>(bytes)) == 0) return;
}

void MappedFile::forget() {
  const SavedErrno saved;
  if (start_ == nullptr) return;
  forget_lost_pages();
  munmap(start_, bytes_);
  close(file_);
  *this = MappedFile{};
}

bool MappedFile::give_room(std::uint64_t offset, std::uint64_t bytes) {
  const SavedErrno saved;
  if (offset + bytes > bytes_ || was_shortened() || !allocate(file_, offset, bytes)) return false;
  survive_lost_pages(start_, bytes_);  // the program may have set a handler of its own
#ifdef MADV_POPULATE_WRITE
  madvise(start_ + offset, bytes,
          MADV_POPULATE_WRITE);  // one call in place of a fault for each page; it may be unknown
#endif
  return true;
}

std::size_t read_code_maps(char* text, std::size_t room) {
  const SavedErrno saved;
  static char all[std::size_t{1} << 20];  // the caller is the only one
  const std::size_t bytes = read_all("/proc/self/maps", all, sizeof all);
  std::size_t kept = 0;
  for (std::size_t at = 0; at < bytes;) {
    const char* const line = all + at;
    const void* const newline = std::memchr(line, '\n', bytes - at);
    if (newline == nullptr) break;
    const auto length = static_cast<std::size_t>(static_cast<const char*>(newline) - line) + 1;
    at += length;
    const void* const rights = std::memchr(line, ' ', length);
    if (rights == nullptr || static_cast<const char*>(rights)[3] != 'x' || std::memchr(line, '/', length) == nullptr)
      continue;
    if (kept + length > room) break;
    std::memcpy(text + kept, line, length);
    kept += length;
  }
  return kept;
}

std::size_t program_path(char* text, std::size_t room) {
  const SavedErrno saved;
  const ssize_t n = readlink("/proc/self/exe", text, room - 1);
  const std::size_t length = n > 0 ? static_cast<std::size_t>(n) : 0;
  text[length] = '\0';
  return length;
}

std::size_t host_name(char* text, std::size_t room) {
  const SavedErrno saved;
  text[0] = '\0';
  if (gethostname(text, room) != 0) text[0] = '\0';
  text[room - 1] = '\0';
  return std::strlen(text);
}

int process_id() { return getpid(); }
int parent_process_id() { return getppid(); }

}  // namespace xomp::platform
