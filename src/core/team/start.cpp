// The library's constructor: reads the environment before any other code of the process can start a region.
#include "core/icv/icv.h"
#include "core/memory/allocator.h"
#include "core/team/fork.h"
#include "core/team/statistics.h"
#include "core/team/team.h"
#include "topology/processors.h"

namespace {

[[gnu::constructor(101)]] void start_library() {
  xomp::topology::count_processors();
  const int processors = xomp::topology::usable_processors();
  xomp::sleep::crowd.processors.store(processors, xomp::relaxed);
  xomp::icv::initialize(processors);
  if (xomp::icv::global.allocator_request.trait_count != 0)
    xomp::icv::initial.default_allocator = xomp::memory::init_requested_allocator();
  xomp::team::start_statistics();
  xomp::team::prepare_binding();
  xomp::team::install_fork_handlers();
}

}  // namespace
