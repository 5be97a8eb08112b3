// Task reductions on worksharing constructs (reduction(task, ...) on for, sections and scope).
#include "abi_gnu/loop.h"
#include "platform/message.h"

namespace xomp::abi_gnu {

void begin_task_reductions(team::Worker&, std::uintptr_t*) {
  platform::fatal("task reductions on worksharing constructs are not supported yet");
}

}  // namespace xomp::abi_gnu
