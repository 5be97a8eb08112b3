// Fences. The asymmetric pair gives a store-load order between a frequent side, which pays a compiler barrier only,
// and a rare side, which makes every other thread of the process pass a full fence (membarrier, Linux 4.14). All but
// the rare side are defined beside the atomics (platform/atomic.h).
#pragma once

#include "platform/atomic.h"

namespace xomp::platform {

// The fence that two accesses on different words need when each thread stores one and loads the other.
void fence_seq_cst();

// A thread that reads anything written after fence_release(), and then passes fence_acquire(), sees what was
// written before fence_release().
void fence_acquire();
void fence_release();

// Frequent side of the asymmetric pair: keeps the compiler from reordering; the processor is left alone.
void fence_light();

// Rare side: when it returns true, every thread of this process has passed a full fence since the call, so each light
// fence is ordered either before or after this one. About 10 us while other threads run. Returns false where the kernel
// does not offer it; the caller must not rely on the pair then. Any thread.
bool fence_heavy();

// Says whether the kernel has what fence_heavy() needs, and gets it ready if that can be done at once, which is while the process has one
// thread. Otherwise the first fence_heavy() takes some 20 ms. Any thread; two system calls.
bool prepare_heavy_fence();

// In fork()'s child: asks the kernel anew.
void forget_fence_support();

}  // namespace xomp::platform
