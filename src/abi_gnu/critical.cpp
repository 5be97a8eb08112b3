// GOMP_critical_*: the region without a name, and regions whose storage is a zeroed pointer. GOMP_atomic_*: the bracket
// around atomic updates that gcc has no instruction for.
#include "core/api/sync.h"

using namespace xomp::api;

#pragma GCC visibility push(default)
extern "C" {

void GOMP_critical_start() { unnamed_critical.word.lock(); }
void GOMP_critical_end() { unnamed_critical.word.unlock(); }
void GOMP_critical_name_start(CriticalStorage* storage) { storage->lock().lock(); }
void GOMP_critical_name_end(CriticalStorage* storage) { storage->lock().unlock(); }

void GOMP_atomic_start() { atomic_updates.word.lock(); }
void GOMP_atomic_end() { atomic_updates.word.unlock(); }

}  // extern "C"
#pragma GCC visibility pop
