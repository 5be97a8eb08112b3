// Writes the top of a new stack, for each processor that has a switch_stack_*.S.
#include <cstdint>
#include <cstring>

#include "platform/made_stack.h"

extern "C" void xomp_begin_stack();

namespace xomp::platform {

namespace {

// As many words as xomp_switch_stack saves, and the places of body, argument and return address among them. Words stay free above:
// those that a caller owes to what it calls (a return address, a frame's first words), and what keeps the stack aligned.
#if defined(__x86_64__)
constexpr int kSavedWords = 8, kBodyAt = 1, kArgumentAt = 2, kReturnAt = 7, kFreeWords = 2;
#elif defined(__aarch64__)
constexpr int kSavedWords = 20, kBodyAt = 0, kArgumentAt = 1, kReturnAt = 11, kFreeWords = 2;
#elif defined(__riscv) && __riscv_xlen == 64
constexpr int kSavedWords = 26, kBodyAt = 1, kArgumentAt = 2, kReturnAt = 0, kFreeWords = 2;
#elif defined(__powerpc64__) && _CALL_ELF == 2
constexpr int kSavedWords = 66, kBodyAt = 6, kArgumentAt = 7, kReturnAt = 4, kFreeWords = 12;
#else
#error "no xomp_switch_stack for this processor"
#endif

}  // namespace

void* prepare_stack(void* top, void (*body)(void*), void* argument) {
  void** const words = static_cast<void**>(top) - kSavedWords - kFreeWords;
  std::memset(words, 0, (kSavedWords + kFreeWords) * sizeof(void*));
#if defined(__x86_64__)
  asm volatile("stmxcsr %0\n\tfnstcw %1"
               : "=m"(*reinterpret_cast<std::uint32_t*>(words)), "=m"(*(reinterpret_cast<std::uint16_t*>(words) + 2)));
#endif
  words[kBodyAt] = reinterpret_cast<void*>(body);
  words[kArgumentAt] = argument;
  words[kReturnAt] = reinterpret_cast<void*>(&xomp_begin_stack);
  return words;
}

}  // namespace xomp::platform
