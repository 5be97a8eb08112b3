// What lies below the whole engine when it is explored: memory from the arena, threads that are explored ones, a
// machine that is always the same, and the engine's variables put back between executions. The engine's own start (a
// constructor) has run by then, once, as in a program.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <new>
#include <vector>

#include "core/sched/policy.h"
#include "core/sleep/pressure.h"
#include "models/explore/checker.h"
#include "models/explore/search.h"
#include "models/fiber/fiber.h"
#include "platform/heap.h"
#include "platform/made_stack.h"
#include "platform/memory.h"
#include "platform/node_memory.h"
#include "platform/process.h"
#include "platform/thread.h"
#include "topology/machine.h"
#include "topology/processors.h"

extern "C" char __data_start, _end;

// Counts of graph tasks by name are std::atomic in a public header: statistics only, in one step and in order.
extern "C" {
unsigned long __tsan_atomic64_load(const volatile unsigned long* a, int) { return *a; }
void __tsan_atomic64_store(volatile unsigned long* a, unsigned long n, int) { *a = n; }
void __tsan_atomic32_store(volatile unsigned* a, unsigned n, int) { *a = n; }
}

// What the engine takes from the C library (the linker's --wrap) comes from the arena, too, and is never given out
// twice. So a use after it was freed is found.
extern "C" {
void* __real_aligned_alloc(std::size_t alignment, std::size_t bytes);
void* __real_malloc(std::size_t bytes);
void* __real_calloc(std::size_t count, std::size_t bytes);
void* __real_realloc(void* memory, std::size_t bytes);
void __real_free(void* memory);

void* __wrap_aligned_alloc(std::size_t alignment, std::size_t bytes) {
  if (!xomp::models::is_explored()) return __real_aligned_alloc(alignment, bytes);
  constexpr std::size_t kSize = 64;  // what stands before: how much it is
  if (alignment < kSize) alignment = kSize;
  char* const memory =
      static_cast<char*>(xomp::models::checker->arena.allocate(bytes + alignment, alignment)) + alignment;
  *reinterpret_cast<std::size_t*>(memory - kSize) = bytes;
  return memory;
}
void* __wrap_malloc(std::size_t bytes) {
  return xomp::models::is_explored() ? __wrap_aligned_alloc(64, bytes) : __real_malloc(bytes);
}
void* __wrap_calloc(std::size_t count, std::size_t bytes) {
  return xomp::models::is_explored() ? __wrap_aligned_alloc(64, count * bytes) : __real_calloc(count, bytes);
}
void __wrap_free(void* memory) {
  if (!xomp::models::is_explored()) return __real_free(memory);
  if (memory == nullptr) return;
  const std::size_t bytes = *reinterpret_cast<std::size_t*>(static_cast<char*>(memory) - 64);
  xomp::models::checker->note_plain(memory, bytes, xomp::models::Access::give_up, __builtin_return_address(0));
}
void* __wrap_realloc(void* memory, std::size_t bytes) {
  if (!xomp::models::is_explored()) return __real_realloc(memory, bytes);
  void* const larger = __wrap_aligned_alloc(64, bytes);
  if (memory == nullptr) return larger;
  const std::size_t before = *reinterpret_cast<std::size_t*>(static_cast<char*>(memory) - 64);
  std::memcpy(larger, memory, before < bytes ? before : bytes);
  __wrap_free(memory);
  return larger;
}

// The handlers that fork() would call: of the library's parts, in the order of their constructors.
struct ForkHandlers {
  void (*before)();
  void (*child)();
};
ForkHandlers fork_handlers[4];
int fork_parts = 0;
int __wrap_pthread_atfork(void (*before)(), void (*)(), void (*child)()) {
  fork_handlers[fork_parts++] = {before, child};
  return 0;
}
}  // extern "C"

extern "C" void xomp_switch_stack(void** from, void* to);

namespace xomp {

namespace sleep {
OwnThreads own_threads;
OtherThreads other_threads;
void note_gap(std::uint64_t) {}
void set_processors(int usable) { own_threads.processors.store(usable, relaxed); }
int processors_left() { return own_threads.processors.load(relaxed); }
std::uint64_t LoadWatch::look_closely(std::uint64_t) { return ~std::uint64_t{0}; }
}  // namespace sleep

namespace models {

namespace {

// Fibers and checker are among the variables, and are the same at each call. Their parts that change lie on the heap,
// so they are not put back.
void put_variables_back() {
  static std::vector<char>* at_first = nullptr;
  const std::size_t bytes = static_cast<std::size_t>(&_end - &__data_start);
  if (at_first == nullptr) {
    at_first = new std::vector<char>(bytes);
    std::memcpy(at_first->data(), &__data_start, bytes);
    return;
  }
  std::memcpy(&__data_start, at_first->data(), bytes);
}

}  // namespace

void prepare_engine() {
  keep_engine_locals();
  topology::machine();
  restore_engine = put_variables_back;
}

bool needs_time() { return sched::policy->holders_only; }

static int refused_threads = 0;
void refuse_threads(int next) { refused_threads = next; }

void become_child_of_fork() {
  for (int i = fork_parts; i-- > 0;) fork_handlers[i].before();
  checker->schedule.end_others();
  checker->memory.be_alone(checker->self());
  for (int i = 0; i < fork_parts; ++i) fork_handlers[i].child();
}

}  // namespace models

namespace platform {

// --- memory: before the first execution it is the program's and stays as it is ---

void* map_pages(std::size_t bytes) {
  constexpr std::size_t kPage = 4096;
  bytes = (bytes + kPage - 1) / kPage * kPage;
  if (models::checker != nullptr) return models::checker->arena.allocate(bytes, kPage);
  void* const start = std::aligned_alloc(kPage, bytes);
  std::memset(start, 0, bytes);
  return start;
}
void* reserve_pages(std::size_t bytes) { return map_pages(bytes); }
void* reserve_large_pages(std::size_t bytes) { return map_pages(bytes); }
void unmap_pages(void*, std::size_t) {}
void empty_pages(void* start, std::size_t bytes) { std::memset(start, 0, bytes); }
std::size_t page_bytes() { return 4096; }
bool pin_pages(void*, std::size_t) { return false; }
void unpin_pages(void*, std::size_t) {}
void out_of_memory(const char* what) {
  std::fprintf(stderr, "explore: out of memory for %s\n", what);
  std::abort();
}
void* allocate_forever(std::size_t bytes, std::size_t alignment) {
  if (models::checker != nullptr) return models::checker->arena.allocate(bytes, alignment);
  return map_pages(bytes);
}
void hold_memory_for_fork() {}
void release_memory_after_fork() {}
void* try_allocate_forever(std::size_t bytes, std::size_t alignment) { return allocate_forever(bytes, alignment); }
void* take_from_reserve(std::size_t) { return nullptr; }
bool has_memory_for(std::size_t) { return true; }
bool has_memory_limit() { return false; }
bool limit_leaves(std::size_t, std::size_t) { return true; }
LimitText memory_limit() { return {}; }
// As the C library's above.
void* take_piece(std::size_t bytes) { return __wrap_calloc(1, bytes); }
void give_piece_back(void* piece, std::size_t) { __wrap_free(piece); }
bool prefer_node(void*, std::size_t, int) { return false; }
constinit NodeMemory node_memory(prefer_node);
void* NodeMemory::allocate(std::size_t bytes, int) { return allocate_forever(bytes, 64); }

// --- threads ---

// As in the kernel, the new thread sees what its creator wrote.
bool start_thread(void* (*body)(void*), void* argument, std::size_t) {
  if (models::checker->schedule.threads() == models::kMostThreads) return false;
  if (models::refused_threads > 0) return --models::refused_threads, false;
  models::checker->memory.fence(models::checker->self(), seq_cst);
  models::checker->schedule.start([body, argument] { body(argument); }, models::Schedule::Kind::servant);
  return true;
}
StackBounds own_stack() {
  const models::Fiber& fiber = models::checker->schedule.fiber(models::checker->self());
  return {reinterpret_cast<std::uintptr_t>(fiber.lowest()), fiber.stack_bytes()};
}
std::size_t default_stack_bytes() { return std::size_t{1} << 20; }
bool change_processor() { return true; }
bool is_initial_thread() { return false; }
int kernel_thread_id() { return 1 + (models::is_explored() ? models::checker->self() : 0); }
HeldCancellation::HeldCancellation() : before_(0) {}
HeldCancellation::~HeldCancellation() = default;
bool install_thread_exit_hook(void (*)(void*)) { return true; }
void remember_thread_exit(void*) {}
// A made stack lies in the arena. Far above it nothing is used, because the checker takes what is a little above the
// stack pointer for the thread's own stack.
MadeStack* MadeStack::make(std::size_t) {
  constexpr std::size_t kUsed = 64 << 10, kUnused = 256 << 10;
  char* const pages = static_cast<char*>(map_pages(kUsed + kUnused));
  auto* const made = new (map_pages(sizeof(MadeStack))) MadeStack;
  made->place_.lowest = pages;
  made->place_.bytes = kUsed;
  return made;
}
void MadeStack::destroy() {}
void find_exceptions() {}
void MadeStack::enter(StackPlace& from, void (*body)(void*), void* argument) {
  void* const prepared =
      prepare_stack(const_cast<char*>(static_cast<const char*>(place_.lowest)) + place_.bytes, body, argument);
  xomp_switch_stack(&from.pointer, prepared);
}
void MadeStack::leave(StackPlace& to) {
  void* nowhere;
  xomp_switch_stack(&nowhere, to.pointer);
  std::abort();
}
void switch_stack(StackPlace& from, StackPlace& to) { xomp_switch_stack(&from.pointer, to.pointer); }
bool call_on_new_stack(void (*body)(void*), void* argument, std::size_t) {
  body(argument);
  return true;
}

// --- process ---

bool has_raised_privileges() { return false; }
bool runs_under_valgrind() { return false; }
int thread_count() { return 1; }
void set_variable(const char*, const char*) {}
long peak_memory_kib() { return 0; }
std::uint64_t thread_processor_ns() { return 0; }
std::uint64_t thread_delay_ns() { return UINT64_MAX; }
std::uint64_t thread_switches_given() { return 0; }
// The policy and who counts TTG's tasks may be chosen; nothing else of the environment counts.
const char* const* environment() {
  static char policy[128], termination[64];
  static const char* texts[] = {"OMP_WAIT_POLICY=passive",
                                "OMP_DYNAMIC=false",
                                "OMP_CANCELLATION=true",
                                "OMP_MAX_TASK_PRIORITY=2",
                                nullptr,
                                nullptr,
                                nullptr};
  if (texts[4] == nullptr) {
    const char* const asked = std::getenv("XOMP_SCHEDULE_POLICY");
    if (asked != nullptr) std::snprintf(policy, sizeof policy, "XOMP_SCHEDULE_POLICY=%s", asked);
    if (asked != nullptr) texts[4] = policy;
    const char* const counts = std::getenv("XOMP_TTG_TERMINATION");
    if (counts != nullptr) std::snprintf(termination, sizeof termination, "XOMP_TTG_TERMINATION=%s", counts);
    if (counts != nullptr) texts[asked != nullptr ? 5 : 4] = termination;
  }
  return texts;
}

}  // namespace platform

namespace topology {

// --- processors: four, whatever the machine has ---

void count_processors() {}
bool recount_processors() { return false; }
int masked_processors() { return 4; }
int mask_error() { return 0; }
double quota() { return 0; }
int usable_processors() { return 4; }
int usable_processors_now() { return 4; }
const ProcessorSet& initial_mask() {
  static ProcessorSet four;
  if (four.empty())
    for (int i = 0; i < 4; ++i) four.add(i);
  return four;
}
bool read_own_mask(ProcessorSet& mask) {
  mask = initial_mask();
  return true;
}
bool bind_self(const ProcessorSet&) { return true; }

}  // namespace topology

}  // namespace xomp
