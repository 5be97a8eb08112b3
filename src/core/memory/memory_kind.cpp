// The C library's heap, and libmemkind opened at run time, so that nothing of it is needed to build.
#include "core/memory/memory_kind.h"

#include <cstdlib>

#include "platform/atomic.h"
#include "platform/shared_object.h"
#include "platform/short_lock.h"

namespace xomp::memory {

namespace {

struct KindName {
  Kind kind;
  const char* variable;  // libmemkind's, of type memkind_t
};

constexpr KindName kNames[] = {
    {Kind::high_bandwidth_interleaved, "MEMKIND_HBW_INTERLEAVE"},
    {Kind::high_bandwidth_preferred, "MEMKIND_HBW_PREFERRED"},
    {Kind::large_capacity_all, "MEMKIND_DAX_KMEM_ALL"},
    {Kind::large_capacity, "MEMKIND_DAX_KMEM"},
    {Kind::interleaved, "MEMKIND_INTERLEAVE"},
};
constexpr std::size_t kKinds = 6;

// Written once, under `opening`, before `opened`; then only read.
struct Memkind {
  void* (*malloc)(void* kind, std::size_t bytes) = nullptr;
  void* (*calloc)(void* kind, std::size_t count, std::size_t bytes) = nullptr;
  void (*free)(void* kind, void* start) = nullptr;
  void* kinds[kKinds] = {};  // memkind_t; nullptr = not on this machine
};

// MEMKIND-1: a thread that sees `opened` sees the table. opener: fills, store(release); user: load(acquire).
atomic<bool> opened{false};
platform::ShortLock opening;
Memkind memkind;

template <class Function>
bool find(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(platform::find_symbol(library, name));
  return function != nullptr;
}

void open_memkind() {
  void* library = platform::open_shared_object("libmemkind.so.0");
  if (library == nullptr) return;
  int (*check_available)(void*);
  if (!find(library, "memkind_malloc", memkind.malloc) || !find(library, "memkind_calloc", memkind.calloc) ||
      !find(library, "memkind_free", memkind.free) || !find(library, "memkind_check_available", check_available))
    return;
  for (const KindName& name : kNames) {
    auto* variable = static_cast<void**>(platform::find_symbol(library, name.variable));
    if (variable != nullptr && *variable != nullptr && check_available(*variable) == 0)
      memkind.kinds[static_cast<std::size_t>(name.kind)] = *variable;
  }
}

void* kind_of(Kind kind) {
  if (!opened.load(acquire)) {  // [MEMKIND-1]
    const platform::ShortGuard guard(opening);
    if (!opened.load(relaxed)) open_memkind();  // written only under the lock, which this thread holds
    opened.store(true, release);                // [MEMKIND-1]
  }
  return memkind.kinds[static_cast<std::size_t>(kind)];
}

}  // namespace

bool is_available(Kind kind) { return kind == Kind::ordinary || kind_of(kind) != nullptr; }

void* take_memory(std::size_t bytes, Content content, Kind kind) {
  if (kind == Kind::ordinary) return content == Content::zeroed ? std::calloc(1, bytes) : std::malloc(bytes);
  void* found = kind_of(kind);
  if (found == nullptr) return nullptr;
  return content == Content::zeroed ? memkind.calloc(found, 1, bytes) : memkind.malloc(found, bytes);
}

void return_memory(void* start, Kind kind) {
  if (kind == Kind::ordinary) std::free(start);
  else memkind.free(kind_of(kind), start);
}

}  // namespace xomp::memory
