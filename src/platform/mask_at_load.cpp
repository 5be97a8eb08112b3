// The loader resolves an indirect function while it relocates the object, before it calls any constructor. So the
// resolver of one that does nothing is the place to look. The object may not be relocated yet: the resolver calls
// nothing, and reads and writes what lies in this file only.
#include "platform/mask_at_load.h"

#include <cstdint>
#include <cstring>
#include <features.h>
#include <sys/syscall.h>

// musl's loader knows no indirect functions. Sanitizers would watch the resolver before they are set up.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define XOMP_SANITIZED
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define XOMP_SANITIZED
#endif
#if defined(__GLIBC__) && (defined(__x86_64__) || defined(__aarch64__)) && !defined(XOMP_SANITIZED)
#define XOMP_LOOKS_AT_LOAD
#endif

namespace xomp::platform {

#ifdef XOMP_LOOKS_AT_LOAD

namespace {

// Written by the resolver, while the loader holds its lock and no other thread knows the object.
std::uint64_t mask_at_load[8192 / 64];
long bytes_at_load;  // of the mask that the system has; an error is below 0

[[gnu::always_inline]] inline long affinity_of_caller(void* mask, long bytes) {
#ifdef __x86_64__
  long result;
  asm volatile("syscall"
               : "=a"(result)
               : "a"(long{SYS_sched_getaffinity}), "D"(0L), "S"(bytes), "d"(mask)
               : "rcx", "r11", "memory");
  return result;
#else
  register long number asm("x8") = SYS_sched_getaffinity;
  register long result asm("x0") = 0;
  register long second asm("x1") = bytes;
  register void* third asm("x2") = mask;
  asm volatile("svc 0" : "+r"(result) : "r"(number), "r"(second), "r"(third) : "memory");
  return result;
#endif
}

void nothing() {}

}  // namespace

// The attribute below names the resolver as the assembler knows it.
extern "C" {
using Nothing = void();
[[gnu::visibility("hidden"), gnu::used]] Nothing* xomp_look_at_load();
Nothing* xomp_look_at_load() {
  bytes_at_load = affinity_of_caller(mask_at_load, sizeof mask_at_load);
  return nothing;
}
static void xomp_looked_at_load() __attribute__((ifunc("xomp_look_at_load")));
}

namespace {
// A pointer to it, which the loader must fill in.
[[gnu::used]] Nothing* const volatile looked = xomp_looked_at_load;
}  // namespace

bool read_mask_at_load(void* mask, std::size_t bytes) {
  if (bytes_at_load <= 0 || bytes != sizeof mask_at_load) return false;
  std::memcpy(mask, mask_at_load, bytes);
  return true;
}

#else

bool read_mask_at_load(void*, std::size_t) { return false; }

#endif

}  // namespace xomp::platform
