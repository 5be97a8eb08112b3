// The processors that this process may use: its affinity mask when it started, and the quota of its control groups.
// Counted while the library is loaded, and again at the first use of the runtime, because the program may have narrowed
// its mask in between. Then only read, from any thread. A forked child keeps what its parent
// counted: the mask of a child that was forked inside a region is that of one place. The quota is looked at again and again.
#pragma once

#include <cstdint>

#include "topology/processor_set.h"

namespace xomp::topology {

// To be called before anything else here; calls after the first do nothing. About 50 microseconds.
void count_processors();
// Looks at the initial thread's mask again, and counts anew if it is another one by now. Returns whether it is. For the
// thread that settles the environment: others ask nothing here before that.
bool recount_processors();
// Returns the reason why the system does not tell the mask (an errno), or 0. Without a mask all processors that are
// online count. Sandboxes forbid the question.
int mask_error();

// Returns how many processors the mask has. At least 1.
int masked_processors();
// Returns the processors' worth of time that control groups allow, or 0 if they set no limit; as it was last read.
double quota();
// Returns how many threads can run all the time: the mask's processors, but no more than the quota rounded up. At least
// 1.
int usable_processors();

// Reads the quota again if that was not done in the last quarter of a second: then 5 microseconds for each control group.
// Returns usable_processors(). Any thread, errno is kept.
int follow_quota(std::uint64_t now_ns);

// usable_processors() for the calling thread's mask as it is now; a system call.
int usable_processors_now();

// Returns the process's affinity mask when the library was loaded. It is never empty.
const ProcessorSet& initial_mask();

// The mask of the calling thread now; false where the system does not say.
bool read_own_mask(ProcessorSet& mask);
// Says whether the parent's initial thread has the mask `own`, while other threads of the parent may run elsewhere. A
// launcher, a container or taskset leaves no such parent. False where the system does not tell. Does not allocate.
bool is_left_by_parent(const ProcessorSet& own);

// Binds the calling thread to these processors. Returns false if the system refuses, because none of them is allowed
// now. Keeps errno.
bool bind_self(const ProcessorSet& processors);

}  // namespace xomp::topology
