// GOMP_atomic_*: the bracket around atomic updates that gcc has no instruction for.
#include "core/sync/critical.h"
#include "platform/export.h"

XOMP_EXPORT void GOMP_atomic_start() { xomp::sync::atomic_updates.word.lock(); }
XOMP_EXPORT void GOMP_atomic_end() { xomp::sync::atomic_updates.word.unlock(); }
