// GOMP_critical_*: the region without a name, and regions whose storage is a zeroed pointer. GOMP_atomic_*: the bracket
// around atomic updates that gcc has no instruction for.
#include "core/api/sync.h"
#include "core/api/watch_mutex.h"

using namespace xomp::api;

namespace {

void lock(ompt_mutex_t kind, LockWord& word, Call from) {
  if (may_be_watched()) [[unlikely]]
    return watched_acquire({kind, &word, from.address}, [&word] { word.lock_in_program(); });
  word.lock_in_program();
}

void unlock(ompt_mutex_t kind, LockWord& word, Call from) {
  if (may_be_watched()) [[unlikely]]
    return watched_release({kind, &word, from.address}, [&word] { word.unlock(); });
  word.unlock();
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

void GOMP_critical_start() { lock(ompt_mutex_critical, unnamed_critical.word, here()); }
void GOMP_critical_end() { unlock(ompt_mutex_critical, unnamed_critical.word, here()); }
void GOMP_critical_name_start(CriticalStorage* storage) { lock(ompt_mutex_critical, storage->lock(), here()); }
void GOMP_critical_name_end(CriticalStorage* storage) { unlock(ompt_mutex_critical, storage->lock(), here()); }

void GOMP_atomic_start() { lock(ompt_mutex_atomic, atomic_updates.word, here()); }
void GOMP_atomic_end() { unlock(ompt_mutex_atomic, atomic_updates.word, here()); }

}  // extern "C"
#pragma GCC visibility pop
