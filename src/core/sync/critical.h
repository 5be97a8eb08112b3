// Critical regions: from the storage that a compiler sets aside for a name to the lock of that name. A name has one
// lock in the whole process, also when gcc compiled one of the regions and clang the other (find_lock).
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/sync/lock_word.h"
#include "platform/cpu.h"

namespace xomp::sync {

// A lock in a cache line of its own, so that nothing else in the line is disturbed while the lock is contended.
struct alignas(platform::cache_line) LockLine {
  LockWord word;
};

// The critical region without a name; clang's objects reach it through the empty name.
extern LockLine unnamed_critical;
// The lock for updates that the processor cannot do atomically.
extern LockLine atomic_updates;

// The first bytes of the compiler's storage: 8 zeroed bytes with gcc, 32 with clang.
class CriticalStorage {
 public:
  // The lock of this name. The first call for a storage looks for the name; later ones cost a load.
  LockWord& lock() {
    LockWord* known = lock_.load(acquire);  // [CRITICAL-1]
    if (known == nullptr) [[unlikely]]
      known = &find_lock();
    return *known;
  }

 private:
  LockWord& find_lock();

  // Null, then for ever the lock. Written once, by the first thread that found it.
  atomic<LockWord*> lock_{nullptr};
};

static_assert(sizeof(CriticalStorage) == 8, "gcc's storage for a critical name has eight bytes");

// Made once, never freed, and never changed except for the lock, so it can be read without one. A debugger reads it, too.
struct NamedLock {
  LockLine line;
  const NamedLock* next;
  std::uint32_t hash;
  char name[1];  // as long as the name is
};
// Heads of the chains, by hash. Entries are only put in front.
inline constexpr std::size_t kNameChains = 64;
extern atomic<NamedLock*> named_locks[kNameChains];

// The lock of a critical name, made at its first use. Any thread, without locks.
LockWord& lock_of_name(const char* name);

}  // namespace xomp::sync
