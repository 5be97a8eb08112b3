// platform/thread.h on the virtual machine: the engine's threads are virtual ones.
#include "platform/thread.h"

#include "models/simulate/access.h"
#include "platform/memory.h"

extern "C" void xomp_call_on_stack(void (*body)(void*), void* argument, void* stack_top);

namespace xomp::platform {

using simulate::running;
using simulate::world;

bool start_thread(void* (*body)(void*), void* argument, std::size_t) {
  const auto cost = world->machine.costs.start_thread;
  simulate::spend(cost);
  return world->time.start(body, argument, running->clock + cost) != nullptr;
}

StackBounds own_stack() {
  return {reinterpret_cast<std::uintptr_t>(running->fiber.lowest()), running->fiber.stack_bytes()};
}
std::size_t default_stack_bytes() { return running->fiber.stack_bytes(); }

void yield_processor() {
  ++running->deeds.yields;
  running->deeds.paused += world->machine.costs.yield;
  simulate::spend(world->machine.costs.yield);
}
bool change_processor() { return true; }
int current_processor() { return running->processor; }
bool is_initial_thread() { return running->number == 0; }
int kernel_thread_id() { return running->number + 1; }

HeldCancellation::HeldCancellation() : before_(0) {}
HeldCancellation::~HeldCancellation() {}

bool install_thread_exit_hook(void (*)(void*)) { return true; }
void remember_thread_exit(void*) {}

bool call_on_new_stack(void (*body)(void*), void* argument, std::size_t bytes) {
  char* const stack = static_cast<char*>(reserve_pages(bytes));
  xomp_call_on_stack(body, argument, stack + bytes);
  unmap_pages(stack, bytes);
  return true;
}

}  // namespace xomp::platform
