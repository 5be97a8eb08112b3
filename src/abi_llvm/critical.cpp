// __kmpc_critical and its end. The storage is 32 zeroed bytes, of which the first 8 are used.
#include "core/api/sync.h"

using xomp::api::CriticalStorage;

struct ident;

#pragma GCC visibility push(default)
extern "C" {

void __kmpc_critical(ident*, int, CriticalStorage* storage) { storage->lock().lock(); }
void __kmpc_critical_with_hint(ident*, int, CriticalStorage* storage, unsigned) { storage->lock().lock(); }
void __kmpc_end_critical(ident*, int, CriticalStorage* storage) { storage->lock().unlock(); }

}  // extern "C"
#pragma GCC visibility pop
