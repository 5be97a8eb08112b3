#include "core/api/sync.h"

#include "core/team/current_task.h"

namespace xomp::api {

sync::NestOwner current_owner() { return team::current_owner(); }

}  // namespace xomp::api
