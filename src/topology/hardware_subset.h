// KMP_HW_SUBSET: use only so many sockets, cores in each, threads in each, as in "2s,4c,1t".
// Called while the library starts.
#pragma once

#include "topology/place_texts.h"

namespace xomp::topology {

// Takes what the text leaves out away from `allowed`. Parts are [count]unit[@offset]. A count that is left out or *
// means all; a colon in front of the first part makes the text absolute. Units: s, n, l3, c, t or socket, numa_domain,
// ll_cache, core, thread. Returns `empty` if the text wants more than there is. In that case, and when the text is
// wrong, `allowed` is left as it was.
Reading read_hardware_subset(const char* text, const Machine& machine, ProcessorSet& allowed);

}  // namespace xomp::topology
