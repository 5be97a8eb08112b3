// Finds the lock of a critical region's storage.
//
// gcc names the storage `.gomp_critical_user_<name>`, clang `.gomp_critical_user_<name>.var`. Both are visible to the
// dynamic linker in a shared object (also with -fvisibility=hidden) and stand in the symbol table of an executable that
// was not stripped. Storage whose name cannot be found gets a lock of its own, because it has one in other runtimes,
// too.
//
// CRITICAL-1: a thread that sees an entry, or a storage's lock, sees it complete.
//   maker: fills the entry, then compare-exchange(release) of the chain's head, then of the storage.
//   user:  load(acquire) of either.
#include "core/sync/critical.h"

#include <cstdint>
#include <cstring>

#include "platform/memory.h"
#include "platform/symbol.h"

namespace xomp::sync {

LockLine unnamed_critical;
LockLine atomic_updates;
atomic<NamedLock*> named_locks[kNameChains];

namespace {

constexpr char kPrefix[] = ".gomp_critical_user_";
constexpr char kSuffix[] = ".var";
constexpr std::size_t kPrefixLength = sizeof kPrefix - 1;
constexpr std::size_t kSuffixLength = sizeof kSuffix - 1;
constexpr std::size_t kMaxName = 512;

std::uint32_t hash_of(const char* name) {
  std::uint32_t hash = 2166136261u;
  for (; *name != '\0'; ++name) hash = (hash ^ static_cast<unsigned char>(*name)) * 16777619u;
  return hash;
}

NamedLock* find(NamedLock* first, const NamedLock* end, std::uint32_t hash, const char* name) {
  for (NamedLock* at = first; at != end; at = const_cast<NamedLock*>(at->next))
    if (at->hash == hash && std::strcmp(at->name, name) == 0) return at;
  return nullptr;
}

NamedLock* make(std::uint32_t hash, const char* name) {
  const std::size_t length = std::strlen(name);
  auto* made = static_cast<NamedLock*>(platform::allocate_forever(sizeof(NamedLock) + length, alignof(NamedLock)));
  made->hash = hash;
  std::memcpy(made->name, name, length + 1);
  return made;
}

// Removes the part of the symbol that the user did not write.
void strip_suffix(char* name) {
  const std::size_t length = std::strlen(name);
  if (length >= kSuffixLength && std::strcmp(name + length - kSuffixLength, kSuffix) == 0)
    name[length - kSuffixLength] = '\0';
}

}  // namespace

LockWord& lock_of_name(const char* name) {
  if (*name == '\0') return unnamed_critical.word;
  const std::uint32_t hash = hash_of(name);
  atomic<NamedLock*>& chain = named_locks[hash % kNameChains];
  NamedLock* first = chain.load(acquire);  // [CRITICAL-1]
  if (NamedLock* known = find(first, nullptr, hash, name)) return known->line.word;
  NamedLock* made = make(hash, name);
  made->next = first;
  while (!chain.compare_exchange_weak(first, made, acq_rel, acquire)) {  // [CRITICAL-1] both sides
    // Another thread was faster, perhaps with the same name. So this thread's entry may be left behind unused.
    if (NamedLock* known = find(first, made->next, hash, name)) return known->line.word;
    made->next = first;
  }
  return made->line.word;
}

[[gnu::cold]] LockWord& CriticalStorage::find_lock() {
  char symbol[kMaxName];
  LockWord* found;
  if (platform::find_data_symbol(this, kPrefix, symbol, sizeof symbol)) {
    strip_suffix(symbol + kPrefixLength);
    found = &lock_of_name(symbol + kPrefixLength);
  } else {
    found = &static_cast<LockLine*>(platform::allocate_forever(sizeof(LockLine), alignof(LockLine)))->word;
  }
  LockWord* known = nullptr;
  if (!lock_.compare_exchange_strong(known, found, acq_rel, acquire)) return *known;  // [CRITICAL-1] both sides
  return *found;
}

}  // namespace xomp::sync
