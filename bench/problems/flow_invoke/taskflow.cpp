// The main thread hands tasks to an executor.
#include <taskflow/taskflow.hpp>

#include "invoke.h"

namespace {

void run_taskflow(const Run* run) {
  static tf::Executor executor(static_cast<std::size_t>(run->threads));
  for (long i = 0; i < tasks; ++i) executor.silent_async(note_task);
  executor.wait_for_all();
}

}  // namespace

const Problem problem = invoke_by({"taskflow", run_taskflow}, prepare_invoke);
