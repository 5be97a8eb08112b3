// The engine under xomp.h: teams whose threads take one another's native tasks. abi_native calls it on the thread to which the block
// belongs.
#pragma once

#include <cstdint>

#include "platform/atomic.h"

// Makes the part that programs and library share use the atomics of this build.
#define XOMP_NATIVE_ATOMIC ::xomp::atomic
#include "xomp/native_worker.h"

namespace xomp::native {

// Opens a region with a team of its own. The calling thread runs body(argument), and the others take tasks until that is over.
void run(int threads, void (*body)(void*), void* argument);

Slot* no_slot(Worker& me);
void share(Worker& me);
bool reclaim(Slot* slot);

}  // namespace xomp::native
