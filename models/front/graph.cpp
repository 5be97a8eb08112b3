// What lies below ttg.h when it is explored: a task runs at once, in the thread that makes it ready; memory comes from the
// checker and is never had twice.
#include "models/front/ttg.h"

#include <cstdlib>

#include "models/explore/checker.h"
#include "models/fiber/fiber.h"

namespace {

bool is_set_up = false;  // a model is being made
constexpr std::size_t kHeader = 64;

bool from_arena(const void* memory) {
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  return address >= 0x200000000000 && address < 0x200040000000;  // explore/arena.cpp
}
}  // namespace

extern "C" {
void* __libc_calloc(std::size_t count, std::size_t bytes);
void __libc_free(void* memory);

void* xomp_explored_new(std::size_t bytes) {
  using namespace xomp::models;
  if (!is_explored() && !is_set_up) return __libc_calloc(1, bytes);
  char* const memory = static_cast<char*>(allocate(bytes + kHeader)) + kHeader;
  __builtin_memcpy(memory - kHeader, &bytes, sizeof bytes);
  return memory;
}
void* xomp_explored_calloc(std::size_t count, std::size_t bytes) { return xomp_explored_new(count * bytes); }
void* xomp_explored_aligned_alloc(std::size_t, std::size_t bytes) { return xomp_explored_new(bytes); }
void xomp_explored_free(void* memory) {
  if (memory == nullptr) return;
  if (!from_arena(memory)) return __libc_free(memory);
  std::size_t bytes;
  __builtin_memcpy(&bytes, static_cast<char*>(memory) - kHeader, sizeof bytes);
  xomp::models::give_up(memory, bytes);
}
}  // extern "C"

// Frees memory of anybody's.
void operator delete(void* memory) noexcept { xomp_explored_free(memory); }
void operator delete(void* memory, std::size_t) noexcept { xomp_explored_free(memory); }
void operator delete[](void* memory) noexcept { xomp_explored_free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { xomp_explored_free(memory); }

extern "C" {
constinit __thread xomp::graph::Seat* xomp_graph_self_1 = nullptr;

// Memory belongs to nobody, so that all of it comes to xomp_graph_return_1.
constexpr std::uint16_t kNobody = 0xffff;

xomp::graph::Seat* xomp_graph_outside_1() {
  using xomp::graph::Seat;
  xomp_graph_self_1 = new (xomp::models::allocate(sizeof(Seat))) Seat{};
  xomp_graph_self_1->memory = new (xomp::models::allocate(sizeof(xomp::graph::TaskMemory))) xomp::graph::TaskMemory{};
  xomp_graph_self_1->group = xomp::graph::kOutside;
  return xomp_graph_self_1;
}
int xomp_graph_open(const xomp::graph::Layout*, int threads) { return threads; }
bool xomp_graph_wait_1(std::uint32_t) { return true; }
std::uint32_t xomp_graph_open_group_1() { return 0; }
void xomp_graph_close_group_1(std::uint32_t) {}
void xomp_graph_inject_1(xomp::graph::Seat* me, xomp::graph::Task* task) {
  ++me->inside;
  me->group = task->flags;
  while (task != nullptr) {
    task->run(*me, task);
    task = me->next;
    me->next = nullptr;
  }
  me->group = xomp::graph::kOutside;
  --me->inside;
}
bool xomp_graph_seat_push_1(xomp::graph::Seat* me, xomp::graph::Task* task) {
  task->run(*me, task);
  return true;
}
void xomp_graph_seat_wake_1(xomp::graph::Seat*) {}
xomp::graph::Task* xomp_graph_refill_1(xomp::graph::TaskMemory*, std::size_t size_class, std::size_t bytes) {
  if (size_class != 0) bytes = size_class * xomp::graph::kClassBytes;
  auto* const task = static_cast<xomp::graph::Task*>(xomp::models::allocate(bytes));
  task->owner = kNobody;
  task->size_class = static_cast<std::uint8_t>(size_class);
  return task;
}
void xomp_graph_return_1(xomp::graph::TaskMemory*, xomp::graph::Task* task) {
  const std::size_t bytes = task->size_class * xomp::graph::kClassBytes;
  xomp::models::give_up(task, bytes == 0 ? sizeof(xomp::graph::Task) : bytes);
}
std::uint32_t xomp_graph_name_1(const char*) { return 0; }
void xomp_graph_note_1(std::uint32_t, bool) {}
const xomp::graph::TableCalls* xomp_graph_table_1() { return nullptr; }
void* xomp_graph_lines_1(std::size_t bytes) { return xomp::models::allocate(bytes); }
void xomp_graph_lines_back_1(void* lines, std::size_t bytes) { xomp::models::give_up(lines, bytes); }

// The compiler's own atomics: guards of static variables, counts of shared pointers. They are not explored.
unsigned char __tsan_atomic8_load(const volatile unsigned char* a, int) { return *a; }
unsigned __tsan_atomic32_load(const volatile unsigned* a, int) { return *a; }
unsigned long __tsan_atomic64_load(const volatile unsigned long* a, int) { return *a; }
unsigned __tsan_atomic32_exchange(volatile unsigned* a, unsigned n, int) {
  const unsigned before = *a;
  *a = n;
  return before;
}
void __tsan_atomic64_store(volatile unsigned long* a, unsigned long n, int) { *a = n; }
}  // extern "C"

namespace xomp::models {

FrontEnd::FrontEnd() {
  is_set_up = true;
  xomp_graph_self_1 = nullptr;  // the last execution's is gone, as its world
  new (&ttg::detail::default_world_slot()) ttg::World();
  ttg::set_default_world(ttg::World(std::make_shared<ttg::base::WorldImplBase>()));
}
void FrontEnd::ready() { is_set_up = false; }

namespace {
[[maybe_unused]] const bool kept = [] {
  keep_per_fiber(xomp_graph_self_1);
  keep_per_fiber(ttg::detail::context);
  return true;
}();
}  // namespace

}  // namespace xomp::models
