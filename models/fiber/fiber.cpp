// See fiber.h.
#include "models/fiber/fiber.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>

#include "platform/made_stack.h"

extern "C" void xomp_switch_stack(void** from, void* to);

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
  stack_pointer_ = platform::prepare_stack(stack_ + bytes_, body, argument);
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
  xomp_switch_stack(&before.stack_pointer_, next.stack_pointer_);
}

void keep_per_fiber(void** variable) {
  if (kept_count == kMostKept) std::abort();
  kept[kept_count++] = {variable, *variable};
}

}  // namespace xomp::models
