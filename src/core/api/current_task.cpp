// What api's headers ask of the calling thread's task. It stands apart, so that those headers need not include the
// team.
#include "core/team/current_task.h"

#include "core/api/memory.h"
#include "core/api/sync.h"

namespace xomp::api {

Handle default_allocator() { return team::default_allocator(); }
void set_default_allocator(Handle handle) { team::set_default_allocator(handle); }
sync::NestOwner current_owner() { return team::current_owner(); }

}  // namespace xomp::api
