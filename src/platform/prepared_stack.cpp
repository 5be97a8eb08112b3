// Writes the top of a new stack, on x86-64 and aarch64.
#include <cstdint>
#include <cstring>

#include "platform/made_stack.h"

extern "C" void xomp_begin_stack();

namespace xomp::platform {

namespace {

// As many words as switch_stack.S saves, and the places of body, argument and return address among them.
#if defined(__x86_64__)
constexpr int kSavedWords = 8, kBodyAt = 1, kArgumentAt = 2, kReturnAt = 7;
#elif defined(__aarch64__)
constexpr int kSavedWords = 20, kBodyAt = 0, kArgumentAt = 1, kReturnAt = 11;
#endif

}  // namespace

void* prepare_stack(void* top, void (*body)(void*), void* argument) {
  // Two words stay free above what is saved: a call's return address, and what keeps the stack aligned.
  void** const words = static_cast<void**>(top) - kSavedWords - 2;
  std::memset(words, 0, (kSavedWords + 2) * sizeof(void*));
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
