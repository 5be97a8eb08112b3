#include "core/api/sync.h"

#include "core/team/lock_owner.h"

namespace xomp::api {

sync::NestOwner current_owner() { return team::current_owner(); }

}  // namespace xomp::api
