// See fiber.h. On x86-64 and aarch64.
#include "models/fiber/fiber.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

// switch_stack.S: saves the registers that a call keeps, leaves the stack's address in *from and goes on at `to`.
extern "C" void xomp_models_switch_stack(void** from, void* to);
// Where a new fiber begins: takes argument and body from the two registers that begin() has laid ready.
extern "C" void xomp_models_fiber_start();

namespace xomp::models {

namespace {

Fiber of_the_thread;
Fiber* running = &of_the_thread;

struct Kept {
  void** variable;
  void* at_first;
};
Kept kept[kMostKept];
int kept_count = 0;

// As many registers as switch_stack.S saves, and where it finds body, argument and return address among them.
#if defined(__x86_64__)
constexpr int kSavedWords = 8, kBodyAt = 1, kArgumentAt = 2, kReturnAt = 7;
#elif defined(__aarch64__)
constexpr int kSavedWords = 20, kBodyAt = 0, kArgumentAt = 1, kReturnAt = 11;
#endif

}  // namespace

Fiber::Fiber(std::size_t stack_bytes) {
  const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  bytes_ = (stack_bytes + page - 1) / page * page;
  void* const mapped =
      mmap(nullptr, bytes_ + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED || mprotect(mapped, page, PROT_NONE) != 0) {
    std::perror("a fiber's stack");
    std::abort();
  }
  stack_ = static_cast<char*>(mapped) + page;
}

Fiber::~Fiber() {
  if (stack_ == nullptr) return;
  const std::size_t page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  munmap(stack_ - page, bytes_ + page);
}

void Fiber::begin(void (*body)(void*), void* argument) {
  // Two words stay free above what is saved: a call's return address, and what keeps the stack aligned.
  void** const top = reinterpret_cast<void**>(stack_ + bytes_) - kSavedWords - 2;
  std::memset(top, 0, (kSavedWords + 2) * sizeof(void*));
#if defined(__x86_64__)
  asm volatile("stmxcsr %0\n\tfnstcw %1"
               : "=m"(*reinterpret_cast<std::uint32_t*>(top)), "=m"(*(reinterpret_cast<std::uint16_t*>(top) + 2)));
#endif
  top[kBodyAt] = reinterpret_cast<void*>(body);
  top[kArgumentAt] = argument;
  top[kReturnAt] = reinterpret_cast<void*>(&xomp_models_fiber_start);
  stack_pointer_ = top;
  for (int i = 0; i < kept_count; ++i) kept_[i] = kept[i].at_first;
}

Fiber& running_fiber() { return *running; }

void switch_to(Fiber& next) {
  Fiber& before = *running;
  if (&before == &next) return;
  for (int i = 0; i < kept_count; ++i) {
    before.kept_[i] = *kept[i].variable;
    *kept[i].variable = next.kept_[i];
  }
  running = &next;
  xomp_models_switch_stack(&before.stack_pointer_, next.stack_pointer_);
}

void keep_per_fiber(void** variable) {
  if (kept_count == kMostKept) std::abort();
  kept[kept_count++] = {variable, *variable};
}

}  // namespace xomp::models
