// AddressSanitizer is in the process if its runtime is, whether this library was compiled for it or not. Valgrind preloads a library of
// its tool's name, and says so in the program's environment; its other tools count what a program does, and must see the usual paths.
#include "platform/memory_checker.h"

#include <cstdlib>
#include <cstring>

#include "platform/atomic.h"
#include "platform/cpu.h"
#include "platform/export.h"
#include "platform/valgrind.h"

extern "C" {
[[gnu::weak]] void __asan_init();
[[gnu::weak]] void __asan_poison_memory_region(void const volatile*, std::size_t);
[[gnu::weak]] void __asan_unpoison_memory_region(void const volatile*, std::size_t);
}

namespace xomp::platform {

namespace {

enum class Answer : int { unknown, no, yes };
atomic<Answer> answer{Answer::unknown};  // each thread that looks finds the same

Answer look() {
  if (&__asan_init != nullptr) return Answer::yes;
  const char* const preloaded = std::getenv("LD_PRELOAD");
  return preloaded != nullptr && std::strstr(preloaded, "vgpreload_memcheck") != nullptr ? Answer::yes : Answer::no;
}

}  // namespace

bool has_memory_checker() {
  Answer known = answer.load(relaxed);  // nothing else is read by it
  if (known == Answer::unknown) answer.store(known = look(), relaxed);
  return known == Answer::yes;
}
void* take_checked(std::size_t bytes) {
  void* memory = nullptr;
  return posix_memalign(&memory, cache_line, bytes) == 0 ? memory : nullptr;
}
void give_checked_back(void* memory) { std::free(memory); }

void forbid(void* memory, std::size_t bytes) {
  if (&__asan_poison_memory_region != nullptr) return __asan_poison_memory_region(memory, bytes);
  ask_valgrind(ValgrindRequest::make_no_access, reinterpret_cast<std::uintptr_t>(memory), bytes);
}
void permit(void* memory, std::size_t bytes) {
  if (&__asan_unpoison_memory_region != nullptr) return __asan_unpoison_memory_region(memory, bytes);
  ask_valgrind(ValgrindRequest::make_undefined, reinterpret_cast<std::uintptr_t>(memory), bytes);
}

}  // namespace xomp::platform

// What AddressSanitizer asks before a program begins. Built into the program as a shared library, it ends the program where another library
// comes before it: its definitions of malloc() and the like must be found first. XOMP is preloaded and comes before it, but defines none of
// these. A program's own function of this name, and ASAN_OPTIONS, still count.
XOMP_EXPORT const char* __asan_default_options();

XOMP_EXPORT [[gnu::weak]] const char* __asan_default_options() { return "verify_asan_link_order=0"; }
