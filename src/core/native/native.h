// The engine under xomp.h: teams whose threads take one another's native tasks. Called by abi_native on the thread that
// is meant.
#pragma once

#include <cstdint>

#include "core/native/layout.h"

namespace xomp::native {

// A region with a team of its own; the calling thread runs body(argument), the others take tasks until it is over.
void run(int threads, void (*body)(void*), void* argument);

Slot* no_slot(Worker& me);
void share(Worker& me);
bool reclaim(Slot* slot);

}  // namespace xomp::native
