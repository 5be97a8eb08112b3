// platform/memory.h, heap.h, node_memory.h and process.h on the virtual machine: memory at addresses that are the same in each
// run, as dependences are hashed by them. What pages and nodes cost is not modelled.
#include "platform/memory.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <sys/mman.h>
#include <vector>

#include "models/simulate/environment.h"
#include "platform/heap.h"
#include "platform/message.h"
#include "platform/node_memory.h"
#include "platform/process.h"

namespace xomp::platform {

namespace {

constexpr std::size_t kPage = 4096;
constexpr std::uintptr_t kArena = std::uintptr_t{0x1000} << 32;
constexpr std::size_t kArenaBytes = std::size_t{1} << 40;

std::size_t whole_pages(std::size_t bytes) { return (bytes + kPage - 1) & ~(kPage - 1); }

class Arena {
 public:
  char* take(std::size_t bytes) {
    std::vector<char*>& same = given_back_[bytes];
    if (!same.empty()) {
      char* const again = same.back();
      same.pop_back();
      return again;
    }
    if (next_ == nullptr) next_ = map();
    char* const piece = next_;
    next_ += bytes;
    if (next_ > start() + kArenaBytes) out_of_memory("the virtual machine");
    return piece;
  }
  void give_back(char* start, std::size_t bytes) {
    madvise(start, bytes, MADV_DONTNEED);
    given_back_[bytes].push_back(start);
  }

 private:
  static char* start() { return reinterpret_cast<char*>(kArena); }
  static char* map() {
    void* const pages = mmap(start(), kArenaBytes, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (pages != start()) out_of_memory("the virtual machine");
    return start();
  }

  char* next_ = nullptr;
  std::map<std::size_t, std::vector<char*>> given_back_;
};

Arena& arena() {
  static Arena& one = *new Arena;
  return one;
}

std::map<std::size_t, std::vector<char*>>& pieces_given_back() {
  static auto& one = *new std::map<std::size_t, std::vector<char*>>;
  return one;
}

char* small_next = nullptr;
char* small_end = nullptr;
constexpr std::size_t kSmallBytes = 256 * 1024;

}  // namespace

void* map_pages(std::size_t bytes) { return arena().take(whole_pages(bytes)); }
void* reserve_pages(std::size_t bytes) { return map_pages(bytes); }
void* reserve_large_pages(std::size_t bytes) { return map_pages(bytes); }
void unmap_pages(void* start, std::size_t bytes) { arena().give_back(static_cast<char*>(start), whole_pages(bytes)); }
void empty_pages(void* start, std::size_t bytes) { std::memset(start, 0, bytes); }
std::size_t page_bytes() { return kPage; }
bool pin_pages(void*, std::size_t) { return true; }
void unpin_pages(void*, std::size_t) {}
void out_of_memory(const char* what) { fatal("out of memory for %s", what); }

void* allocate_forever(std::size_t bytes, std::size_t alignment) {
  if (bytes >= kSmallBytes / 4) return map_pages(bytes);
  const auto aligned = [&] {
    return reinterpret_cast<char*>((reinterpret_cast<std::uintptr_t>(small_next) + alignment - 1) & ~(alignment - 1));
  };
  char* piece = aligned();
  if (small_next == nullptr || piece + bytes > small_end) {
    small_next = static_cast<char*>(map_pages(kSmallBytes));
    small_end = small_next + kSmallBytes;
    piece = aligned();
  }
  small_next = piece + bytes;
  return piece;
}
void* try_allocate_forever(std::size_t bytes, std::size_t alignment) { return allocate_forever(bytes, alignment); }
void* take_from_reserve(std::size_t) { return nullptr; }
bool has_memory_for(std::size_t) { return true; }
bool has_memory_limit() { return false; }
bool limit_leaves(std::size_t, std::size_t) { return true; }
LimitText memory_limit() { return {}; }

// Virtual threads are switched at accesses of explored code only, so these lists need no lock.
void* take_piece(std::size_t bytes) {
  std::vector<char*>& same = pieces_given_back()[bytes];
  if (same.empty()) return allocate_forever(bytes);
  char* const piece = same.back();
  same.pop_back();
  return std::memset(piece, 0, bytes);
}
void give_piece_back(void* piece, std::size_t bytes) {
  if (piece != nullptr) pieces_given_back()[bytes].push_back(static_cast<char*>(piece));
}

void hold_memory_for_fork() {}
void release_memory_after_fork() {}

constinit NodeMemory node_memory(prefer_node);
bool prefer_node(void*, std::size_t, int) { return true; }
void* NodeMemory::allocate(std::size_t bytes, int) { return allocate_forever(bytes); }

bool has_raised_privileges() { return false; }
bool runs_under_valgrind() { return false; }
int thread_count() { return 0; }
long peak_memory_kib() { return 0; }
void set_variable(const char*, const char*) {}
const char* const* environment() { return simulate::environment.data(); }

}  // namespace xomp::platform
