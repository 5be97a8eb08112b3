// The auxiliary vector and environ.
#include "platform/process.h"

#include <sys/auxv.h>
#include <unistd.h>

namespace xomp::platform {

bool has_raised_privileges() { return getauxval(AT_SECURE) != 0; }

const char* const* environment() {
  static const char* const nothing[] = {nullptr};
  return environ != nullptr ? environ : nothing;
}

}  // namespace xomp::platform
