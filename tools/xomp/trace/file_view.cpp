// A page that is gone raises SIGBUS. The handler maps zeroes in its place, so that the access goes on.
#include "trace/file_view.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "message.h"

namespace xomp::tool {

namespace {

// The parts of memory that views have. One thread makes and ends views; the handler runs on it.
struct Part {
  std::atomic<std::uintptr_t> begin{0}, end{0};
};
constexpr std::size_t kMostParts = 4096;
std::array<Part, kMostParts> parts;

bool is_in_a_view(std::uintptr_t address) {
  for (const Part& part : parts) {
    const std::uintptr_t end = part.end.load(std::memory_order_relaxed);  // one thread
    if (address >= part.begin.load(std::memory_order_relaxed) && address < end) return true;
  }
  return false;
}

void put_zeroes(int signal, siginfo_t* info, void*) {
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  void* const start = reinterpret_cast<void*>(address & ~(page - 1));
  if (is_in_a_view(address) &&
      mmap(start, page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED)
    return;
  std::signal(signal, SIG_DFL);  // the access is made again, and ends the command
}

void install_handler() {
  static bool is_installed = false;
  if (is_installed) return;
  is_installed = true;
  struct sigaction action{};
  action.sa_sigaction = put_zeroes;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGBUS, &action, nullptr);
}

bool add_part(std::uintptr_t begin, std::size_t bytes) {
  for (Part& part : parts) {
    if (part.end.load(std::memory_order_relaxed) != 0) continue;
    part.begin.store(begin, std::memory_order_relaxed);
    part.end.store(begin + bytes, std::memory_order_relaxed);
    return true;
  }
  return false;
}

void remove_part(std::uintptr_t begin) {
  for (Part& part : parts)
    if (part.begin.load(std::memory_order_relaxed) == begin) part.end.store(0, std::memory_order_relaxed);
}

}  // namespace

FileView::FileView(const std::filesystem::path& path) {
  // Opened so that a pipe without a writer does not make us wait.
  file_ = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat status{};
  const auto refuse = [&](const std::string& why) {
    if (file_ >= 0) close(file_);
    fail(kExitOwnError, "cannot read the trace {}: {}", path.string(), why);
  };
  if (file_ < 0 || fstat(file_, &status) != 0) refuse(std::strerror(errno));
  if (!S_ISREG(status.st_mode)) refuse(S_ISDIR(status.st_mode) ? "it is a folder" : "it is no file of a disk");
  bytes_ = static_cast<std::size_t>(status.st_size);
  if (bytes_ == 0) return;
  void* const start = mmap(nullptr, bytes_, PROT_READ, MAP_PRIVATE, file_, 0);
  if (start == MAP_FAILED) refuse(std::strerror(errno));
  start_ = static_cast<char*>(start);
  if (!add_part(reinterpret_cast<std::uintptr_t>(start_), bytes_)) {
    munmap(start_, bytes_);
    refuse(fmt::format("more than {} files at once", kMostParts));
  }
  install_handler();
}

FileView::~FileView() {
  if (start_ != nullptr) {
    remove_part(reinterpret_cast<std::uintptr_t>(start_));
    munmap(start_, bytes_);
  }
  close(file_);
}

bool FileView::has_data_at(std::size_t offset) const {
  return lseek(file_, static_cast<off_t>(offset), SEEK_DATA) == static_cast<off_t>(offset);
}

}  // namespace xomp::tool
