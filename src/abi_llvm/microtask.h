// clang's outlined functions: called with the addresses of the thread's id and number, then with the pointers that
// stand behind the function in the variadic call that starts the region.
#pragma once

#include <cstdarg>
#include <cstdint>

#include "core/api/region.h"
#include "platform/invoke.h"

namespace xomp::abi_llvm {

inline void invoke_microtask(api::Worker& me, void* microtask, std::int32_t count, void** arguments) {
  std::int32_t* const cells = api::cells_of(me);
  if (me.thread->implicit.has(task::kWatched)) [[unlikely]] {
    void*& exit = me.thread->seen.frame.exit_frame.ptr;
    xomp_invoke_microtask_seen(microtask, &cells[0], &cells[1], count, arguments, &exit);
    exit = nullptr;
    return;
  }
  xomp_invoke_microtask(microtask, &cells[0], &cells[1], count, arguments);
}

// Calls `use` with the array of the next `count` pointers of the list.
template <class Use>
void with_arguments(std::int32_t count, va_list list, Use&& use) {
  void* arguments[count > 0 ? count : 1];
  for (std::int32_t i = 0; i < count; ++i) arguments[i] = va_arg(list, void*);
  use(arguments);
}

}  // namespace xomp::abi_llvm
