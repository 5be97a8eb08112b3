// __kmpc entries for explicit tasks. Called by code that clang generated, from threads of a team or outside.
#include "core/api/task.h"
#include "abi_llvm/task_block.h"
#include "abi_llvm/types.h"
#include "platform/cpu.h"

using namespace xomp;
using namespace xomp::abi_llvm;
using sched::Worker;
using task::Task;

namespace {

void run_destructors(int id, Task* t) {
  auto* kmp = static_cast<KmpTask*>(task::data_of(t));
  kmp->data1.destructors(id, kmp);
}

// What the flags ask for beyond a plain task.
void apply_flags(Worker& me, Task* t, std::int32_t flags) {
  if ((flags & kTied) == 0) {
    static_cast<KmpTask*>(task::data_of(t))->part = 0;  // what a tied task never looks at
    t->set(task::kUntied | task::kParts);
  }
  if ((flags & kFinal) != 0) t->set(task::kFinal);
  if ((flags & kDestructors) != 0) {
    t->thunk = run_destructors;
    t->set(task::kThunk);
  }
  if ((flags & kPriorityGiven) != 0 && icv::global.max_task_priority > 0) t->set(task::kPriority);
  if ((flags & (kDetachable | kProxy)) != 0) sched::open_event(me, t);
}

task::DependenceKind kind_of(std::uint8_t flags) {
  switch (flags & 0x0f) {
    case 1: return task::DependenceKind::in;
    case 4: return task::DependenceKind::mutexinoutset;
    case 8: return task::DependenceKind::inoutset;
    default: return task::DependenceKind::out;
  }
}

// omp_all_memory: by a flag of its own, or as an address that nothing has.
bool names_all_memory(const DependInfo& item) { return (item.flags & 0x80) != 0 || item.address == -1; }

void add_list(task::DependenceBuilder& builder, std::int32_t count, const DependInfo* list) {
  for (std::int32_t i = 0; i < count; ++i) {
    if (names_all_memory(list[i])) {
      builder.add_all_memory();
    } else {
      builder.add(reinterpret_cast<void*>(list[i].address), kind_of(list[i].flags));
    }
  }
}

[[gnu::noinline]] std::int32_t wait_for_unfinished(Worker& me) {
  sched::taskwait(me);
  return 0;
}

void empty_body(void*) {}

// The block as the compiler expects it.
KmpTask* fill_block(Task* t, std::size_t shareds_at, TaskEntry entry) {
  auto* kmp = static_cast<KmpTask*>(task::data_of(t));
  kmp->shareds = reinterpret_cast<char*>(t) + (task::kHeaderBytes + shareds_at);
  kmp->routine = entry;
  return kmp;
}

std::size_t shareds_after(std::size_t task_bytes) { return (task_bytes + 7) & ~std::size_t{7}; }

// The body, for whoever runs the task later or elsewhere.
void note_body(Task* t, KmpTask* kmp) {
  t->body = reinterpret_cast<void*>(kmp->routine);
  t->data = kmp;
}

// __kmpc_omp_task for all but a plain task that runs in place without a question.
[[gnu::noinline]] std::int32_t submit(Worker& me, KmpTask* kmp, sched::Fate fate) {
  Task* const t = task_of(kmp);
  if (me.current == t && t->has(task::kParts)) {  // the next part of the task that is running
    ++t->resubmitted;
    return 0;
  }
  api::submit_block(
      me, t, fate, [&me, kmp] { kmp->routine(me.id, kmp); },
      [t, kmp] {
        read_priority(t);
        note_body(t, kmp);
      });
  return 0;
}

}  // namespace

namespace xomp::abi_llvm {

// __kmpc_omp_task_alloc for all that is not a plain task of a usual size. Not local to this file: so its arguments stay
// where that one has them.
[[gnu::noinline]] KmpTask* allocate_unusual(Ident*, std::int32_t, std::int32_t flags, std::size_t task_bytes,
                                            std::size_t shared_bytes, TaskEntry entry) {
  Worker& me = team::self();
  const std::size_t shareds_at = shareds_after(task_bytes);
  Task* t = sched::create_task(me, shareds_at + shared_bytes, 0);
  if (flags != kTied) apply_flags(me, t, flags);
  return fill_block(t, shareds_at, entry);
}

}  // namespace xomp::abi_llvm

XOMP_EXPORT KmpTask* __kmpc_omp_task_alloc(Ident* loc, std::int32_t id, std::int32_t flags, std::size_t task_bytes,
                                           std::size_t shared_bytes, TaskEntry entry) {
  Worker* const me = sched::own_worker;
  if (me == nullptr || flags != kTied) [[unlikely]]
    return allocate_unusual(loc, id, flags, task_bytes, shared_bytes, entry);
  const std::size_t shareds_at = shareds_after(task_bytes);
  Task* const t = sched::take_descriptor(*me, shareds_at + shared_bytes, 0);
  if (t == nullptr) [[unlikely]]
    return allocate_unusual(loc, id, flags, task_bytes, shared_bytes, entry);
  return fill_block(t, shareds_at, entry);
}

XOMP_EXPORT KmpTask* __kmpc_omp_target_task_alloc(Ident* loc, std::int32_t id, std::int32_t flags,
                                                  std::size_t task_bytes, std::size_t shared_bytes, TaskEntry entry,
                                                  std::int64_t) {
  return __kmpc_omp_task_alloc(loc, id, flags | kTied, task_bytes, shared_bytes, entry);
}

XOMP_EXPORT std::int32_t __kmpc_omp_task(Ident*, std::int32_t id, KmpTask* kmp) {
  Worker& me = *sched::own_worker;  // it has allocated the task
  const auto call = [&me, kmp] { kmp->routine(me.id, kmp); };
  api::spawn_block(me, task_of(kmp), call, [&me, kmp](sched::Fate fate) { submit(me, kmp, fate); });
  return 0;
}

XOMP_EXPORT std::int32_t __kmpc_omp_task_parts(Ident* loc, std::int32_t id, KmpTask* kmp) {
  return __kmpc_omp_task(loc, id, kmp);
}

XOMP_EXPORT std::int32_t __kmpc_omp_task_with_deps(Ident* loc, std::int32_t id, KmpTask* kmp, std::int32_t count,
                                                   const DependInfo* list, std::int32_t more_count,
                                                   const DependInfo* more) {
  if (count + more_count == 0) return __kmpc_omp_task(loc, id, kmp);
  Worker& me = team::worker_of(id);
  Task* t = task_of(kmp);
  read_priority(t);
  note_body(t, kmp);
  if (t->body == nullptr) [[unlikely]] {  // taskwait with depend and nowait, as newer compilers say it
    t->body = reinterpret_cast<void*>(&empty_body);
    t->set(task::kPlainBody);
  }
  api::spawn_dependent(me, t, task::DependenceBuilder::Mode::registered, [&](task::DependenceBuilder& builder) {
    add_list(builder, count, list);
    add_list(builder, more_count, more);
  });
  return 0;
}

XOMP_EXPORT void __kmpc_omp_task_begin_if0(Ident*, std::int32_t id, KmpTask* kmp) {
  note_body(task_of(kmp), kmp);  // for the parts that follow, if it is untied
  sched::begin_undeferred(team::worker_of(id), task_of(kmp));
}

XOMP_EXPORT void __kmpc_omp_task_complete_if0(Ident*, std::int32_t id, KmpTask* kmp) {
  sched::complete_undeferred(team::worker_of(id), task_of(kmp));
}

XOMP_EXPORT std::int32_t __kmpc_omp_taskwait(Ident*, std::int32_t) {
  Worker& me = team::self();
  if (me.current->unfinished != 0) return wait_for_unfinished(me);
  return 0;
}

XOMP_EXPORT void __kmpc_omp_taskwait_deps_51(Ident*, std::int32_t id, std::int32_t count, const DependInfo* list,
                                             std::int32_t more_count, const DependInfo* more, std::int32_t nowait) {
  if (count + more_count == 0) return;
  Worker& me = team::worker_of(id);
  Task* t = sched::create_task(me, 0, task::kPlainBody);
  t->body = reinterpret_cast<void*>(&empty_body);
  using Mode = task::DependenceBuilder::Mode;
  if (nowait == 0) t->set(task::kUndeferred);
  api::spawn_dependent(me, t, nowait != 0 ? Mode::registered : Mode::only_waits, [&](task::DependenceBuilder& builder) {
    add_list(builder, count, list);
    add_list(builder, more_count, more);
  });
}

XOMP_EXPORT void __kmpc_omp_wait_deps(Ident* loc, std::int32_t id, std::int32_t count, const DependInfo* list,
                                      std::int32_t more_count, const DependInfo* more) {
  __kmpc_omp_taskwait_deps_51(loc, id, count, list, more_count, more, 0);
}

XOMP_EXPORT std::int32_t __kmpc_omp_taskyield(Ident*, std::int32_t id, std::int32_t) {
  sched::taskyield(team::worker_of(id));
  return 0;
}

XOMP_EXPORT void __kmpc_taskgroup(Ident*, std::int32_t id) { sched::begin_taskgroup(team::worker_of(id)); }

XOMP_EXPORT void __kmpc_end_taskgroup(Ident*, std::int32_t id) { sched::end_taskgroup(team::worker_of(id)); }

XOMP_EXPORT task::EventHandle __kmpc_task_allow_completion_event(Ident*, std::int32_t, KmpTask* kmp) {
  return task_of(kmp)->event->handle();
}

XOMP_EXPORT std::int32_t __kmpc_omp_reg_task_with_affinity(Ident*, std::int32_t, KmpTask*, std::int32_t, void*) {
  return 0;  // a hint that the scheduler does not use
}
