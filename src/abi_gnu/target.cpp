// GOMP entries for target regions on the host: there is no device, every target region is host fallback. Called by code
// that gcc generated, from threads of a team or outside.
#include <cstdint>

#include "abi_gnu/depend.h"
#include "abi_gnu/task_record.h"
#include "core/api/memory.h"
#include "core/api/region.h"
#include "core/api/task.h"
#include "platform/export.h"

using namespace xomp;
using namespace xomp::abi_gnu;
using sched::Worker;
using task::Task;

extern "C" {
void GOMP_taskwait_depend(void** depend);
void GOMP_taskwait_depend_nowait(void** depend);
}

namespace {

constexpr unsigned kNowait = 1;         // of the entries' flags
constexpr unsigned kFirstprivate = 12;  // map kinds (low byte)

// The mapped variables: addresses, or values in their place, and the kind of each.
struct Mapped {
  std::size_t count;
  void** addresses;
  const std::size_t* sizes;
  const unsigned short* kinds;

  // An optional argument that is not present has no address.
  bool is_copied(std::size_t i) const { return (kinds[i] & 0xff) == kFirstprivate && addresses[i] != nullptr; }
  std::size_t alignment(std::size_t i) const { return std::size_t{1} << (kinds[i] >> 8); }

  std::size_t bytes_of_copies() const {
    std::size_t total = 0;
    for (std::size_t i = 0; i < count; ++i)
      if (is_copied(i)) total += sizes[i] + alignment(i);
    return total;
  }
  // The region gets copies. `to[i]` is where it finds the i-th variable.
  void copy(api::CopyBlock& copies, void** to) const {
    for (std::size_t i = 0; i < count; ++i)
      to[i] = is_copied(i) ? copies.add(addresses[i], sizes[i], alignment(i)) : addresses[i];
  }
};

// thread_limit from the zero-terminated list of words: device in bits 0..6, bit 7 = value in the next word, id in
// bits 8..15, else value from bit 16.
std::int32_t thread_limit_of(void** arguments) {
  constexpr std::uintptr_t kThreadLimit = 0x200;
  std::int32_t limit = 0;
  for (; arguments != nullptr && *arguments != nullptr; ++arguments) {
    const auto word = reinterpret_cast<std::uintptr_t>(*arguments);
    std::intptr_t value = static_cast<std::intptr_t>(word) >> 16;
    if ((word & 0x80) != 0) value = reinterpret_cast<std::intptr_t>(*++arguments);
    if ((word & 0xff00) == kThreadLimit && value > 0 && value < INT32_MAX) limit = static_cast<std::int32_t>(value);
  }
  return limit;
}

// A target region with nowait. It becomes a task whose data are this, the addresses, and the copies of firstprivate
// variables. Mapped variables stay where they are, because the program keeps them until the task has ended.
struct TargetTask {
  TaskBody body;
  std::int32_t thread_limit;

  void** addresses() { return reinterpret_cast<void**>(this + 1); }
};

void run_target_task(void* data) {
  auto& target = *static_cast<TargetTask*>(data);
  api::run_target(api::self(), target.body, target.addresses(), target.thread_limit);
}

void create_target_task(Worker& me, TaskBody body, const Mapped& mapped, std::int32_t thread_limit, void** depend) {
  const std::size_t before_copies = sizeof(TargetTask) + mapped.count * sizeof(void*);
  Task* const t = make_task(me, run_target_task, before_copies + mapped.bytes_of_copies(), 1, 0);
  auto& target = *new (t->data) TargetTask{body, thread_limit};
  api::CopyBlock copies(static_cast<char*>(t->data) + before_copies);
  mapped.copy(copies, target.addresses());
  if (depend == nullptr) return sched::submit(me, t);
  api::spawn_dependent(me, t, task::DependenceBuilder::Mode::registered,
                       [depend](task::DependenceBuilder& builder) { add_dependences(builder, depend); });
}

// Data stays where it is, so only the order must be kept.
void keep_order(unsigned flags, void** depend) {
  if (depend == nullptr) return;
  if ((flags & kNowait) != 0) GOMP_taskwait_depend_nowait(depend);
  else GOMP_taskwait_depend(depend);
}

}  // namespace

XOMP_EXPORT void GOMP_target_ext(int device, TaskBody body, std::size_t count, void** addresses, std::size_t* sizes,
                                 unsigned short* kinds, unsigned flags, void** depend, void** arguments) {
  Worker& me = api::self();
  api::require_host(me, device);
  const Mapped mapped{count, addresses, sizes, kinds};
  const std::int32_t thread_limit = thread_limit_of(arguments);
  if ((flags & kNowait) != 0) return create_target_task(me, body, mapped, thread_limit, depend);
  if (depend != nullptr) GOMP_taskwait_depend(depend);
  api::CopyBlock copies(mapped.bytes_of_copies());
  mapped.copy(copies, addresses);  // the list is changed in place, as the compiled code expects
  api::run_target(me, body, addresses, thread_limit);
}

// gcc 4.9 and 5.
XOMP_EXPORT void GOMP_target(int device, TaskBody body, const void*, std::size_t, void** addresses, std::size_t*,
                             unsigned char*) {
  Worker& me = api::self();
  api::require_host(me, device);
  api::run_target(me, body, addresses, 0);
}

XOMP_EXPORT void GOMP_target_data(int, const void*, std::size_t, void**, std::size_t*, unsigned char*) {}
XOMP_EXPORT void GOMP_target_data_ext(int, std::size_t, void**, std::size_t*, unsigned short*) {}
XOMP_EXPORT void GOMP_target_end_data() {}
XOMP_EXPORT void GOMP_target_update(int, const void*, std::size_t, void**, std::size_t*, unsigned char*) {}

XOMP_EXPORT void GOMP_target_update_ext(int, std::size_t, void**, std::size_t*, unsigned short*, unsigned flags,
                                        void** depend) {
  keep_order(flags, depend);
}

XOMP_EXPORT void GOMP_target_enter_exit_data(int, std::size_t, void**, std::size_t*, unsigned short*, unsigned flags,
                                             void** depend) {
  keep_order(flags, depend);
}
