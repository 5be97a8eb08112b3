// Mapping stacks and switching between them; what sanitizers, valgrind and the C++ run-time library must know of it. A
// program may have any of them or none. Sanitizers, which come with the program, are reached by weak symbols.
#include "platform/made_stack.h"

#include <cerrno>
#include <new>
#include <sys/mman.h>

#include "platform/atomic.h"
#include "platform/loaded_objects.h"
#include "platform/memory.h"
#include "platform/thread.h"
#include "platform/valgrind.h"

extern "C" {
void xomp_switch_stack(void** from, void* to);

[[gnu::weak]] void __sanitizer_start_switch_fiber(void** fake_stack, const void* bottom, std::size_t bytes);
[[gnu::weak]] void __sanitizer_finish_switch_fiber(void* fake_stack, const void** bottom_before,
                                                   std::size_t* bytes_before);
[[gnu::weak]] void* __tsan_get_current_fiber();
[[gnu::weak]] void* __tsan_create_fiber(unsigned flags);
[[gnu::weak]] void __tsan_destroy_fiber(void* fiber);
[[gnu::weak]] void __tsan_switch_to_fiber(void* fiber, unsigned flags);
}

namespace xomp::platform {

namespace {

// __cxa_eh_globals of the Itanium C++ ABI, and the function that returns the calling thread's.
struct CxaExceptions {
  void* caught;
  unsigned uncaught;
};
using GetExceptions = CxaExceptions* (*)();
// Any thread writes both, and all find the same function for the same loads. One that was slow and stored an older pair makes the next
// region's first thread look again. Relaxed, since the function's library was there before it was found.
atomic<GetExceptions> get_exceptions{nullptr};
atomic<std::uint64_t> looked_at_loads{0};

// The guard below a stack that is made here. It is large, so that a task that needs more stack than there is gets
// SIGSEGV, also if its frame steps over some pages. It is a multiple of every system's pages.
constexpr std::size_t kGuardBytes = 64 * 1024;

void note_own_stack(StackPlace& place) {
  const StackBounds own = own_stack();
  place.lowest = reinterpret_cast<const void*>(own.lowest);
  place.bytes = own.bytes;
}

// Called before each switch. `from` is nullptr when nothing comes back to it.
void begin_switch(StackPlace* from, const StackPlace& to) {
  if (const GetExceptions get = get_exceptions.load(relaxed); get != nullptr) {
    CxaExceptions& exceptions = *get();
    if (from != nullptr) {
      from->caught_exceptions = exceptions.caught;
      from->uncaught_exceptions = exceptions.uncaught;
    }
    exceptions = {to.caught_exceptions, to.uncaught_exceptions};
  }
  if (__sanitizer_start_switch_fiber != nullptr) {
    if (from != nullptr && from->lowest == nullptr) note_own_stack(*from);
    __sanitizer_start_switch_fiber(from != nullptr ? &from->fake_stack : nullptr, to.lowest, to.bytes);
  }
  if (__tsan_switch_to_fiber != nullptr) {
    if (from != nullptr) from->fiber = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(to.fiber, 0);
  }
}

struct Beginning {
  void (*body)(void*);
  void* argument;
};
void begin_here(void* p) {
  const Beginning begin = *static_cast<Beginning*>(p);
  if (__sanitizer_finish_switch_fiber != nullptr) __sanitizer_finish_switch_fiber(nullptr, nullptr, nullptr);
  begin.body(begin.argument);
  __builtin_trap();
}

}  // namespace

void find_exceptions() {
  const std::uint64_t loads = count_of_loads();
  if (loads == looked_at_loads.load(relaxed)) [[likely]]
    return;
  void* const found = find_loaded_function("__cxa_get_globals", "libstdc++.so", "libc++abi.so");
  get_exceptions.store(reinterpret_cast<GetExceptions>(found), relaxed);
  looked_at_loads.store(loads, relaxed);
}

StackPages map_stack(std::size_t bytes) {
  const int saved = errno;
  const std::size_t page = page_bytes();
  const std::size_t usable = (bytes + page - 1) / page * page;
  char* const pages = static_cast<char*>(reserve_pages(kGuardBytes + usable));
  const bool is_guarded = pages != nullptr && mprotect(pages, kGuardBytes, PROT_NONE) == 0;
  if (pages != nullptr && !is_guarded) unmap_pages(pages, kGuardBytes + usable);  // the process has too many mappings
  errno = saved;
  return {is_guarded ? pages + kGuardBytes : nullptr, usable};
}

void unmap_stack(const StackPages& pages) { unmap_pages(pages.lowest - kGuardBytes, kGuardBytes + pages.bytes); }

MadeStack* MadeStack::make(std::size_t bytes) {
  const StackPages pages = map_stack(bytes);
  if (pages.lowest == nullptr) return nullptr;
  // The description lies at the top of the stack itself.
  auto* const made = new (pages.lowest + pages.bytes - sizeof(MadeStack)) MadeStack;
  made->place_.lowest = pages.lowest;
  made->place_.bytes = (pages.bytes - sizeof(MadeStack)) & ~std::size_t{63};
  if (__tsan_create_fiber != nullptr) made->place_.fiber = __tsan_create_fiber(0);
  made->valgrind_id_ = static_cast<unsigned>(
      ask_valgrind(ValgrindRequest::register_stack, made->lowest(), made->lowest() + made->place_.bytes));
  return made;
}

void MadeStack::destroy() {
  ask_valgrind(ValgrindRequest::deregister_stack, valgrind_id_, 0);
  if (__tsan_destroy_fiber != nullptr) __tsan_destroy_fiber(place_.fiber);
  char* const lowest = static_cast<char*>(const_cast<void*>(place_.lowest));
  const char* const end = reinterpret_cast<char*>(this) + sizeof(MadeStack);
  unmap_stack({lowest, static_cast<std::size_t>(end - lowest)});
}

void MadeStack::enter(StackPlace& from, void (*body)(void*), void* argument) {
  Beginning begin{body, argument};
  place_.caught_exceptions = nullptr;
  place_.uncaught_exceptions = 0;
  char* const top = static_cast<char*>(const_cast<void*>(place_.lowest)) + place_.bytes;
  void* const prepared = prepare_stack(top, begin_here, &begin);
  begin_switch(&from, place_);
  xomp_switch_stack(&from.pointer, prepared);
  if (__sanitizer_finish_switch_fiber != nullptr) __sanitizer_finish_switch_fiber(from.fake_stack, nullptr, nullptr);
}

void MadeStack::leave(StackPlace& to) {
  begin_switch(nullptr, to);
  xomp_switch_stack(&place_.pointer, to.pointer);  // not into a local variable: AddressSanitizer has given those up
  __builtin_trap();
}

void switch_stack(StackPlace& from, StackPlace& to) {
  begin_switch(&from, to);
  xomp_switch_stack(&from.pointer, to.pointer);
  if (__sanitizer_finish_switch_fiber != nullptr) __sanitizer_finish_switch_fiber(from.fake_stack, nullptr, nullptr);
}

}  // namespace xomp::platform
