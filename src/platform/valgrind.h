// valgrind's client requests: a sequence of instructions without effect that it knows. See "The Client Request mechanism"
// in its manual; numbers as in its public headers.
#pragma once

#include <cstdint>

namespace xomp::platform {

enum class ValgrindRequest : unsigned long {
  register_stack = 0x1501,
  deregister_stack = 0x1502,
  // memcheck's own: the bytes may not be touched; may be, and hold nothing yet
  make_no_access = 0x4d430000,
  make_undefined = 0x4d430001,
};

// Returns valgrind's answer; 0 without valgrind, or on a machine where this is not written yet.
inline unsigned long ask_valgrind(ValgrindRequest request, std::uintptr_t first, std::uintptr_t second) {
  unsigned long answer = 0;
#if defined(__x86_64__)
  volatile unsigned long words[6] = {static_cast<unsigned long>(request), first, second, 0, 0, 0};
  asm volatile("rolq $3, %%rdi\n\trolq $13, %%rdi\n\trolq $61, %%rdi\n\trolq $51, %%rdi\n\txchgq %%rbx, %%rbx"
               : "=d"(answer)
               : "a"(&words[0]), "0"(answer)
               : "cc", "memory");
#else
  (void)request, (void)first, (void)second;
#endif
  return answer;
}

}  // namespace xomp::platform
