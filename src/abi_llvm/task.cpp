// The __kmpc entries for explicit tasks. Code that clang generated calls them, from threads of a team or from others.
#include "abi_llvm/place.h"
#include "abi_llvm/task_block.h"
#include "abi_llvm/types.h"
#include "core/api/watch.h"
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

// A transparent task (OpenMP 6.0) ends when its children have, so what waits for it waits for them, too. And it waits for all its older siblings
// with dependences, so its children need not (wait_for_siblings). That keeps every order that the clause asks for, and some more.
void end_transparent(int, Task* t) {
  Worker& me = *sched::own_worker;  // it has run the task
  Task* const before = me.current;
  me.current = t;
  sched::taskwait(me);
  me.current = before;
}
void end_transparent_with_objects(int id, Task* t) {
  end_transparent(id, t);
  run_destructors(id, t);
}
bool is_transparent(const Task* t) {
  return t->has(task::kThunk) && !t->has(task::kWatched) &&
         (t->thunk == end_transparent || t->thunk == end_transparent_with_objects);
}
bool waits_for_siblings(const Worker& me, const Task* t) {
  return is_transparent(t) && me.current->has(task::kHasTable);
}

constexpr auto kWaitForSiblings = [](auto& builder) { builder.wait_for_siblings(); };

// Gives the task what the flags ask for beyond a plain one.
void apply_flags(Worker& me, Task* t, std::int32_t flags) {
  if ((flags & kTied) == 0) {
    static_cast<KmpTask*>(task::data_of(t))->part = 0;
    t->set(task::kUntied | task::kParts);
  }
  if ((flags & kFinal) != 0) t->set(task::kFinal);
  if ((flags & kDestructors) != 0) {
    t->thunk = run_destructors;
    t->set(task::kThunk);
  }
  if ((flags & kTransparent) != 0) {
    t->thunk = t->has(task::kThunk) ? end_transparent_with_objects : end_transparent;
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

// Says whether the item is omp_all_memory. Compilers say so by a flag or by an address that no object has.
bool names_all_memory(const DependInfo& item) { return (item.flags & 0x80) != 0 || item.address == -1; }

template <class Builder>
void add_list(Builder& builder, std::int32_t count, const DependInfo* list) {
  for (std::int32_t i = 0; i < count; ++i) {
    if (names_all_memory(list[i])) {
      builder.add_all_memory();
    } else {
      builder.add(reinterpret_cast<void*>(list[i].address), kind_of(list[i].flags));
    }
  }
}

[[gnu::noinline]] std::int32_t wait_for_unfinished(Worker& me) {
  sched::policy->wait_for_children(me);
  return 0;
}

// Fills the block as the compiler expects it.
KmpTask* fill_block(Task* t, std::size_t shareds_at, TaskEntry entry) {
  auto* kmp = static_cast<KmpTask*>(task::data_of(t));
  kmp->shareds = reinterpret_cast<char*>(t) + (task::kHeaderBytes + shareds_at);
  kmp->routine = entry;
  return kmp;
}

std::size_t shareds_after(std::size_t task_bytes) { return (task_bytes + 7) & ~std::size_t{7}; }

// Returns a block that the thread's pool has at hand, or nullptr.
[[gnu::always_inline]] inline KmpTask* take_block(Worker& me, std::uint32_t flags, std::size_t task_bytes,
                                                  std::size_t shared_bytes, TaskEntry entry) {
  const std::size_t shareds_at = shareds_after(task_bytes);
  Task* const t = sched::take_descriptor(me, shareds_at + shared_bytes, flags);
  return t != nullptr ? fill_block(t, shareds_at, entry) : nullptr;
}

// Notes the body for the thread that runs the task later or elsewhere.
void note_body(Task* t, KmpTask* kmp) {
  t->body = reinterpret_cast<void*>(kmp->routine);
  t->data = kmp;
}

// Does what __kmpc_omp_task does, for all new tasks but a plain one that runs in place without asking the policy.
[[gnu::noinline]] std::int32_t submit(Worker& me, KmpTask* kmp, sched::Fate fate) {
  Task* const t = task_of(kmp);
  api::submit_block(
      me, t, fate, [&me, kmp] { kmp->routine(me.id, kmp); },
      [t, kmp] {
        read_priority(t);
        note_body(t, kmp);
      });
  return 0;
}

// The entry jumps here, so that it needs no frame. So this function returns to the program.
[[gnu::noinline, gnu::cold]] std::int32_t wait_watched() {
  api::watched_taskwait(team::self(), api::here());
  return 0;
}

[[gnu::noinline, gnu::cold]] std::int32_t submit_watched(Worker& me, KmpTask* kmp, api::Call from, const Ident* loc) {
  note_place(loc, from.address);
  Task* const t = task_of(kmp);
  note_body(t, kmp);
  if (sched::is_plain(t) && sched::run_watched(me, t, from)) return 0;
  const api::WatchedCall inside(me, from);
  return submit(me, kmp, sched::Fate::in_place_with_a_look);
}

[[gnu::noinline]] std::int32_t submit_open(Worker& me, KmpTask* kmp, api::Call from, const Ident* loc) {
  if (api::is_task_watched(me)) [[unlikely]]
    return submit_watched(me, kmp, from, loc);
  return submit(me, kmp, sched::settle_fate(me));
}

// The entry jumps here. So this function returns to the program, and the frame of its caller is the program's.
[[gnu::noinline, gnu::cold]] void begin_watched(Worker& me, KmpTask* kmp, const Ident* loc) {
  api::watched_begin_here(me, task_of(kmp), here(loc), platform::caller_frame());
}

// Does what __kmpc_omp_task does for a new task with clauses.
[[gnu::noinline]] std::int32_t submit_with_clauses(const Ident* loc, Worker& me, KmpTask* kmp) {
  Task* const t = task_of(kmp);
  if (waits_for_siblings(me, t)) [[unlikely]] {
    read_priority(t);
    note_body(t, kmp);
    api::spawn_dependent(me, t, task::DependenceBuilder::Mode::only_waits, kWaitForSiblings);
    return 0;
  }
  const sched::Fate fate = sched::fate_of(me);
  return fate == sched::Fate::open ? submit_open(me, kmp, api::here(), loc) : submit(me, kmp, fate);
}

// Does what __kmpc_omp_task does for a new task that is not plain. Most are in parts, as clang's untied tasks are.
[[gnu::noinline]] std::int32_t submit_in_parts(const Ident* loc, Worker& me, KmpTask* kmp) {
  Task* const t = task_of(kmp);
  if (!sched::is_plain_but_for_parts(t)) [[unlikely]]
    return submit_with_clauses(loc, me, kmp);
  const sched::Fate fate = sched::fate_of(me);
  if (fate == sched::Fate::open) [[unlikely]]
    return submit_open(me, kmp, api::here(), loc);
  if (fate != sched::Fate::in_place || !sched::has_simple_children(me)) return submit(me, kmp, fate);
  sched::run_parts_in_place(me, t, [&me, kmp] { kmp->routine(me.id, kmp); });
  return 0;
}

// As above, or the task is the one that is running, and asks for its next part. Its first part does nothing else.
[[gnu::noinline]] std::int32_t submit_other(const Ident* loc, Worker& me, KmpTask* kmp) {
  Task* const t = task_of(kmp);
  if (me.current != t) return submit_in_parts(loc, me, kmp);
  ++t->resubmitted;
  return 0;
}

// The two lists of dependences that compiled code passes, and whether the task is transparent.
struct Depends {
  std::int32_t count;
  const DependInfo* list;
  std::int32_t more_count;
  const DependInfo* more;
  bool transparent = false;

  template <class Builder>
  void operator()(Builder& builder) const {
    if (transparent) builder.wait_for_siblings();
    add_list(builder, count, list);
    add_list(builder, more_count, more);
  }
};

using Mode = task::DependenceBuilder::Mode;

}  // namespace

namespace xomp::abi_llvm {

// A transparent taskloop: its tasks wait for older siblings here, and the loop for its tasks. So the tasks are no different from others.
bool make_loop_opaque(Worker& me, Task* pattern) {
  if (!is_transparent(pattern)) return false;
  if (pattern->thunk == end_transparent) pattern->clear(task::kThunk);
  else pattern->thunk = run_destructors;
  if (me.current->has(task::kHasTable)) api::wait_for_dependences(me, false, kWaitForSiblings, api::here());
  return true;
}

// Does what __kmpc_omp_task_alloc does, for all tasks but a plain one of a usual size. It is not local to this file, so that its arguments
// stay in the registers where that entry gets them.
[[gnu::noinline]] KmpTask* allocate_unusual(Ident*, std::int32_t, std::int32_t flags, std::size_t task_bytes,
                                            std::size_t shared_bytes, TaskEntry entry) {
  Worker& me = team::self();
  const std::size_t shareds_at = shareds_after(task_bytes);
  Task* t = sched::create_task(me, shareds_at + shared_bytes, 0);
  if (flags != kTied) apply_flags(me, t, flags);
  return fill_block(t, shareds_at, entry);
}

// Does what allocate_unusual() does, quicker for untied tasks of a usual size.
[[gnu::noinline]] KmpTask* allocate_not_tied(Ident* loc, std::int32_t id, std::int32_t flags, std::size_t task_bytes,
                                             std::size_t shared_bytes, TaskEntry entry) {
  Worker* const me = sched::own_worker;
  if (me == nullptr || (flags & ~kFreeAgent) != 0)
    return allocate_unusual(loc, id, flags, task_bytes, shared_bytes, entry);
  KmpTask* const kmp = take_block(*me, task::kUntied | task::kParts, task_bytes, shared_bytes, entry);
  if (kmp == nullptr) [[unlikely]]
    return allocate_unusual(loc, id, flags, task_bytes, shared_bytes, entry);
  kmp->part = 0;  // tied tasks do without, because they never look at it
  return kmp;
}

}  // namespace xomp::abi_llvm

XOMP_EXPORT KmpTask* __kmpc_omp_task_alloc(Ident* loc, std::int32_t id, std::int32_t flags, std::size_t task_bytes,
                                           std::size_t shared_bytes, TaskEntry entry) {
  Worker* const me = sched::own_worker;
  // One test follows another, or gcc would keep the arguments for the first one's sake.
  if (me == nullptr) [[unlikely]]
    return allocate_not_tied(loc, id, flags, task_bytes, shared_bytes, entry);
  flags &= ~kFreeAgent;
  if (flags != kTied) [[unlikely]]
    return allocate_not_tied(loc, id, flags, task_bytes, shared_bytes, entry);
  KmpTask* const kmp = take_block(*me, 0, task_bytes, shared_bytes, entry);
  if (kmp == nullptr) [[unlikely]]
    return allocate_unusual(loc, id, flags, task_bytes, shared_bytes, entry);
  return kmp;
}

XOMP_EXPORT KmpTask* __kmpc_omp_target_task_alloc(Ident* loc, std::int32_t id, std::int32_t flags,
                                                  std::size_t task_bytes, std::size_t shared_bytes, TaskEntry entry,
                                                  std::int64_t) {
  return __kmpc_omp_task_alloc(loc, id, flags | kTied, task_bytes, shared_bytes, entry);
}

XOMP_EXPORT std::int32_t __kmpc_omp_task(Ident* loc, std::int32_t id, KmpTask* kmp) {
  Worker& me = *sched::own_worker;  // there is one, because this thread has allocated the task
  if (!sched::is_plain(task_of(kmp))) [[unlikely]]
    return submit_other(loc, me, kmp);
  const auto call = [&me, kmp] { kmp->routine(me.id, kmp); };
  return api::spawn_block(
      me, task_of(kmp), call, [&me, kmp](sched::Fate fate) { return submit(me, kmp, fate); },
      [&me, kmp, loc]()
          __attribute__((always_inline)) { return submit_open(me, kmp, api::here(), loc); });  // the entry's caller
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
  if (t->body == nullptr) [[unlikely]] {  // newer compilers make a taskwait with depend and nowait so
    t->body = reinterpret_cast<void*>(&api::empty_body);
    t->set(task::kPlainBody);
  }
  const Depends depends{count, list, more_count, more, is_transparent(t)};
  if (api::is_task_watched(me)) [[unlikely]] {
    api::spawn_watched_dependent(me, t, Mode::registered, depends, here(loc));
    return 0;
  }
  api::spawn_dependent(me, t, Mode::registered, depends);
  return 0;
}

XOMP_EXPORT void __kmpc_omp_task_begin_if0(Ident* loc, std::int32_t id, KmpTask* kmp) {
  Worker& me = team::worker_of(id);
  note_body(task_of(kmp), kmp);  // an untied task needs it for its further parts
  if (waits_for_siblings(me, task_of(kmp))) [[unlikely]]
    api::wait_for_dependences(me, false, kWaitForSiblings, api::here());
  if (me.recording != nullptr) [[unlikely]] {
    sched::record_undeferred(me);
    sched::record_task(me, task_of(kmp));
  }
  if (api::is_task_watched(me)) [[unlikely]]
    return begin_watched(me, kmp, loc);
  sched::begin_undeferred(me, task_of(kmp));
}

XOMP_EXPORT void __kmpc_omp_task_complete_if0(Ident*, std::int32_t id, KmpTask* kmp) {
  Worker& me = team::worker_of(id);
  if (task_of(kmp)->has(task::kWatched)) [[unlikely]]
    return api::watched_complete_here(me, task_of(kmp));
  sched::complete_undeferred(me, task_of(kmp));
}

XOMP_EXPORT std::int32_t __kmpc_omp_taskwait(Ident*, std::int32_t) {
  Worker* const me = sched::own_worker;
  if (me == nullptr) [[unlikely]]
    return wait_watched();  // this finds out whether a tool watches
  const std::int32_t unfinished = me->current->unfinished;
  if (unfinished == 0) return 0;
  if (unfinished < 0) [[unlikely]]  // [WATCH-1]
    return wait_watched();
  return wait_for_unfinished(*me);
}

XOMP_EXPORT void __kmpc_omp_taskwait_deps_51(Ident*, std::int32_t id, std::int32_t count, const DependInfo* list,
                                             std::int32_t more_count, const DependInfo* more, std::int32_t nowait) {
  if (count + more_count == 0) return;
  api::wait_for_dependences(team::worker_of(id), nowait != 0, Depends{count, list, more_count, more}, api::here());
}

XOMP_EXPORT void __kmpc_omp_wait_deps(Ident*, std::int32_t id, std::int32_t count, const DependInfo* list,
                                      std::int32_t more_count, const DependInfo* more) {
  if (count + more_count == 0) return;
  api::wait_for_dependences(team::worker_of(id), false, Depends{count, list, more_count, more}, api::here());
}

XOMP_EXPORT std::int32_t __kmpc_omp_taskyield(Ident*, std::int32_t id, std::int32_t) {
  Worker& me = team::worker_of(id);
  if (api::is_watched()) [[unlikely]] {
    api::watched_taskyield(me, api::here());
    return 0;
  }
  sched::taskyield(me);
  return 0;
}

XOMP_EXPORT void __kmpc_taskgroup(Ident* loc, std::int32_t id) {
  Worker& me = team::worker_of(id);
  if (api::is_watched()) [[unlikely]]
    return api::watched_begin_taskgroup(me, here(loc));
  sched::begin_taskgroup(me);
}

XOMP_EXPORT void __kmpc_end_taskgroup(Ident* loc, std::int32_t id) {
  Worker& me = team::worker_of(id);
  if (api::is_watched()) [[unlikely]]
    return api::watched_end_taskgroup(me, here(loc));
  sched::end_taskgroup(me);
}

XOMP_EXPORT task::EventHandle __kmpc_task_allow_completion_event(Ident*, std::int32_t, KmpTask* kmp) {
  return task_of(kmp)->event->handle();
}

XOMP_EXPORT std::int32_t __kmpc_omp_reg_task_with_affinity(Ident*, std::int32_t, KmpTask*, std::int32_t, void*) {
  return 0;  // a hint that the scheduler does not use
}
