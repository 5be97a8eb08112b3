// The ICVs' storage, and the reading of the process's own environment when the library is loaded.
#include "core/icv/icv.h"

namespace xomp::icv {

constinit TaskIcv initial;
constinit GlobalIcv global;

void initialize(int processors) {
  initial.nthreads = processors;
  global.initial_threads = processors;
}

}  // namespace xomp::icv
