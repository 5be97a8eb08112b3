#include "core/api/memory.h"

#include "core/team/current_task.h"

namespace xomp::api {

Handle default_allocator() { return team::default_allocator(); }
void set_default_allocator(Handle handle) { team::set_default_allocator(handle); }

}  // namespace xomp::api
