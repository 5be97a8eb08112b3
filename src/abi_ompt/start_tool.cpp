// A weak ompt_start_tool. The linker puts a program's own definition among the symbols that a library can find only if a library on
// the link line has one, too. A call that comes here goes on to the next definition.
#include "omp-tools.h"
#include "platform/export.h"
#include "platform/shared_object.h"

XOMP_EXPORT [[gnu::weak]] ompt_start_tool_result_t* ompt_start_tool(unsigned omp_version, const char* runtime_version) {
  using Start = ompt_start_tool_result_t* (*)(unsigned, const char*);
  const auto next = reinterpret_cast<Start>(xomp::platform::find_after_this_library("ompt_start_tool"));
  return next != nullptr ? next(omp_version, runtime_version) : nullptr;
}

// LLVM's offload library passes here what it needs to be told of the tool. Only target regions on devices are reported by it, and of those
// the runtime knows nothing. So there is no tool for it.
XOMP_EXPORT void ompt_libomp_connect(ompt_start_tool_result_t*) {}
