// The ICVs' storage, and the reading of the process's own environment when the library is loaded.
#include "core/icv/icv.h"

#include "core/icv/environment.h"
#include "platform/process.h"

namespace xomp::icv {

constinit TaskIcv initial;
constinit GlobalIcv global;

void initialize(int processors) {
  const auto privileges = platform::has_raised_privileges() ? Privileges::raised : Privileges::ordinary;
  initialize_from(platform::environment(), processors, privileges);
}

}  // namespace xomp::icv
