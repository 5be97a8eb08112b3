// The library's constructor: reads the environment before any other code of the process can start a region.
#include "core/icv/icv.h"
#include "core/memory/allocator.h"
#include "core/team/fork.h"
#include "core/team/team.h"

#include <sched.h>

namespace {

[[gnu::constructor(101)]] void start_library() {
  cpu_set_t mask;
  int processors = 1;
  if (sched_getaffinity(0, sizeof mask, &mask) == 0) processors = CPU_COUNT(&mask);
  xomp::icv::initialize(processors);
  if (xomp::icv::global.allocator_request.trait_count != 0)
    xomp::icv::initial.default_allocator = xomp::memory::init_requested_allocator();
  xomp::team::install_fork_handlers();
}

}  // namespace
