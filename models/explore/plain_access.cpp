// The entries that -fsanitize=thread makes the compiler call at each plain access: here they go to the checker's
// shadow instead of to the sanitizer's library. Of the calls themselves nothing is kept.
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "models/explore/checker.h"

namespace {

using xomp::models::Access;
using xomp::models::checker;
using xomp::models::is_explored;

// Thread-local variables of the engine. A fiber has its own at the same address, so they are not shared.
bool is_thread_local(const void* where) {
  constexpr std::uintptr_t kMost = 4096;  // the program's, below the thread pointer
  return reinterpret_cast<std::uintptr_t>(__builtin_thread_pointer()) - reinterpret_cast<std::uintptr_t>(where) <=
         kMost;
}

inline void note(const void* where, std::size_t bytes, Access access, const void* place) {
  if (is_explored() && !is_thread_local(where)) checker->note_plain(where, bytes, access, place);
}

}  // namespace

extern "C" {

void __tsan_init() {}
void __tsan_func_entry(void*) {}
// What the front end tells the sanitizer about the library. It is not needed here, because the checker sees the
// library.
void __tsan_acquire(void*) {}
void __tsan_release(void*) {}
void __tsan_func_exit() {}

#define XOMP_ENTRIES(bytes)                                                                                        \
  void __tsan_read##bytes(void* a) { note(a, bytes, Access::read, __builtin_return_address(0)); }                  \
  void __tsan_write##bytes(void* a) { note(a, bytes, Access::write, __builtin_return_address(0)); }                \
  void __tsan_unaligned_read##bytes(void* a) { note(a, bytes, Access::read, __builtin_return_address(0)); }        \
  void __tsan_unaligned_write##bytes(void* a) { note(a, bytes, Access::write, __builtin_return_address(0)); }      \
  void __tsan_read_write##bytes(void* a) { note(a, bytes, Access::write, __builtin_return_address(0)); }           \
  void __tsan_unaligned_read_write##bytes(void* a) { note(a, bytes, Access::write, __builtin_return_address(0)); } \
  void __tsan_volatile_read##bytes(void* a) { note(a, bytes, Access::read, __builtin_return_address(0)); }         \
  void __tsan_volatile_write##bytes(void* a) { note(a, bytes, Access::write, __builtin_return_address(0)); }
XOMP_ENTRIES(1)
XOMP_ENTRIES(2)
XOMP_ENTRIES(4)
XOMP_ENTRIES(8)
XOMP_ENTRIES(16)

void __tsan_read_range(void* a, std::size_t bytes) { note(a, bytes, Access::read, __builtin_return_address(0)); }
void __tsan_write_range(void* a, std::size_t bytes) { note(a, bytes, Access::write, __builtin_return_address(0)); }
void __tsan_vptr_update(void** a, void*) { note(a, sizeof *a, Access::write, __builtin_return_address(0)); }
void __tsan_vptr_read(void** a) { note(a, sizeof *a, Access::read, __builtin_return_address(0)); }
void* __tsan_memcpy(void* to, const void* from, std::size_t bytes) {
  note(from, bytes, Access::read, __builtin_return_address(0));
  note(to, bytes, Access::write, __builtin_return_address(0));
  return std::memcpy(to, from, bytes);
}
void* __tsan_memmove(void* to, const void* from, std::size_t bytes) {
  note(from, bytes, Access::read, __builtin_return_address(0));
  note(to, bytes, Access::write, __builtin_return_address(0));
  return std::memmove(to, from, bytes);
}
void* __tsan_memset(void* to, int value, std::size_t bytes) {
  note(to, bytes, Access::write, __builtin_return_address(0));
  return std::memset(to, value, bytes);
}

void __tsan_atomic_signal_fence(int) {}  // for the compiler alone

// Atomics of the program's own variables (`omp atomic`): gcc's outlined code, in one step and in order.
unsigned __tsan_atomic32_fetch_add(volatile unsigned* a, unsigned n, int) {
  const unsigned before = *a;
  *a = before + n;
  return before;
}

}  // extern "C"
