// GOMP_critical_*: the region without a name, and regions whose storage is a zeroed pointer.
#include "core/sync/critical.h"

using xomp::sync::CriticalStorage;
using xomp::sync::unnamed_critical;

#pragma GCC visibility push(default)
extern "C" {

void GOMP_critical_start() { unnamed_critical.word.lock(); }
void GOMP_critical_end() { unnamed_critical.word.unlock(); }
void GOMP_critical_name_start(CriticalStorage* storage) { storage->lock().lock(); }
void GOMP_critical_name_end(CriticalStorage* storage) { storage->lock().unlock(); }

}  // extern "C"
#pragma GCC visibility pop
