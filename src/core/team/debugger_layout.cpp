// Where a debugger finds the runtime's data: names with offsets, constants and addresses. The gdb commands (tools/gdb) read this
// table and nothing else of us. So they work with a library without debug information, on a live process and on a core file.
// Nobody writes it. A change of a name's meaning is a change of kVersion.
#include <cstddef>
#include <iterator>

#include "core/sched/suspended.h"
#include "core/sleep/long_wait.h"
#include "core/sync/critical.h"
#include "core/task/dependence_table.h"
#include "core/task/taskgroup.h"
#include "core/team/lifecycle.h"
#include "core/team/team.h"
#include "platform/cpu.h"
#include "platform/thread.h"

#pragma GCC diagnostic ignored "-Winvalid-offsetof"  // of classes with a base: both compilers know it

namespace xomp {

struct DebuggerAccess {
  static constexpr std::size_t kListCount = offsetof(task::TaskList, count_);
  static constexpr std::size_t kListFew = task::TaskList::kFew;
};

namespace team {
namespace {

using sched::Awaited;
using sched::Suspended;
using sched::TeamTasks;
using sched::TeamThread;
using sched::Wait;
using sched::Waiter;
using sleep::LongWait;
using sync::NamedLock;
using task::AddressEntry;
using task::CompletionEvent;
using task::Dependences;
using task::DependenceTable;
using task::Edge;
using task::EventState;
using task::Task;
using task::Taskgroup;
using worksharing::LoopRecord;
using worksharing::ThreadSlot;

constexpr std::uint32_t kVersion = 2;

struct Number {
  char name[40];
  std::uint64_t value;
};
struct Place {
  char name[40];
  const void* address;
};

#define XOMP_OFFSET(type, field) {#type "." #field, offsetof(type, field)}
constexpr Number number_list[] = {
    {"Worker.limit", sched::kMaxWorkers},
    XOMP_OFFSET(Worker, thread),
    XOMP_OFFSET(Worker, current),
    XOMP_OFFSET(Worker, id),
    XOMP_OFFSET(Worker, is_root),
    XOMP_OFFSET(Worker, thread_pointer),
    XOMP_OFFSET(Worker, kernel_id),
    XOMP_OFFSET(Worker, long_wait),
    XOMP_OFFSET(Worker, history),
    {"WaitHistory.bytes", sizeof(sleep::WaitHistory)},
    {"wait.region", static_cast<std::uint64_t>(Wait::region)},
    {"wait.barrier", static_cast<std::uint64_t>(Wait::barrier)},
    {"wait.tasks", static_cast<std::uint64_t>(Wait::tasks)},
    {"wait.job", static_cast<std::uint64_t>(Wait::job)},
    {"wait.count", static_cast<std::uint64_t>(Wait::count)},
    XOMP_OFFSET(LongWait, backoff),
    XOMP_OFFSET(LongWait, history),
    XOMP_OFFSET(LongWait, subject),
    XOMP_OFFSET(LongWait, task),
    XOMP_OFFSET(LongWait, number),
    XOMP_OFFSET(LongWait, lock),
    XOMP_OFFSET(Waiter, awaited),
    {"awaited.barrier", static_cast<std::uint64_t>(Awaited::barrier)},
    {"awaited.region", static_cast<std::uint64_t>(Awaited::region)},
    {"awaited.children", static_cast<std::uint64_t>(Awaited::children)},
    {"awaited.taskgroup", static_cast<std::uint64_t>(Awaited::taskgroup)},
    {"awaited.predecessors", static_cast<std::uint64_t>(Awaited::predecessors)},
    {"awaited.mutexes", static_cast<std::uint64_t>(Awaited::mutexes)},
    {"awaited.memory", static_cast<std::uint64_t>(Awaited::memory)},
    {"awaited.leavers", static_cast<std::uint64_t>(Awaited::leavers)},
    {"awaited.lock", static_cast<std::uint64_t>(Awaited::lock)},
    {"awaited.native", static_cast<std::uint64_t>(Awaited::native)},
    XOMP_OFFSET(TeamThread, worker),
    XOMP_OFFSET(TeamThread, team),
    XOMP_OFFSET(TeamThread, number),
    XOMP_OFFSET(TeamThread, suspended),
    XOMP_OFFSET(TeamThread, created),
    XOMP_OFFSET(TeamThread, finished),
    XOMP_OFFSET(TeamThread, implicit),
    XOMP_OFFSET(Thread, last_region),
    XOMP_OFFSET(Suspended, older),
    XOMP_OFFSET(Suspended, task),
    XOMP_OFFSET(Suspended, waiter),
    XOMP_OFFSET(Thread, loops.ring_history),
    XOMP_OFFSET(Thread, loops.ordered_history),
    XOMP_OFFSET(Thread, loops.doacross_history),
    XOMP_OFFSET(Thread, loops.steal_history),
    XOMP_OFFSET(Thread, loops.record),
    XOMP_OFFSET(Thread, loops.ordered.active),
    XOMP_OFFSET(Thread, loops.ordered.has_ticket),
    XOMP_OFFSET(Thread, loops.ordered.passed),
    XOMP_OFFSET(Thread, loops.ordered.chunk.begin),
    XOMP_OFFSET(Thread, loops.ordered.chunk.end),
    XOMP_OFFSET(Thread, loops.doacross.active),
    XOMP_OFFSET(Thread, loops.doacross.record),
    XOMP_OFFSET(Thread, loops.doacross.inner),
    XOMP_OFFSET(Thread, loops.doacross.distribution),
    {"distribution.shared", static_cast<std::uint64_t>(worksharing::Distribution::shared)},
    XOMP_OFFSET(LoopRecord, slots),
    XOMP_OFFSET(LoopRecord, ticket),
    XOMP_OFFSET(ThreadSlot, progress),
    {"ThreadSlot.bytes", sizeof(ThreadSlot)},
    XOMP_OFFSET(TeamTasks, threads),
    XOMP_OFFSET(TeamTasks, size),
    XOMP_OFFSET(TeamTasks, finished_elsewhere),
    XOMP_OFFSET(Team, word),
    XOMP_OFFSET(Team, region.function),
    XOMP_OFFSET(Team, level),
    XOMP_OFFSET(Team, encountering),
    XOMP_OFFSET(Team, barrier),
    XOMP_OFFSET(Task, next),
    XOMP_OFFSET(Task, parent),
    XOMP_OFFSET(Task, body),
    XOMP_OFFSET(Task, flags),
    XOMP_OFFSET(Task, taskgroup),
    XOMP_OFFSET(Task, unfinished),
    XOMP_OFFSET(Task, dependences),
    XOMP_OFFSET(Task, dependence_table),
    XOMP_OFFSET(Task, created_in),
    {"flag.implicit", task::kImplicit},
    {"flag.dependent", task::kDependent},
    {"flag.has_table", task::kHasTable},
    {"flag.in_taskgroup", task::kInTaskgroup},
    {"flag.detachable", task::kDetachable},
    {"flag.untied", task::kUntied},
    {"flag.undeferred", task::kUndeferred},
    {"flag.on_stack", task::kOnStack},
    {"Task.bytes", sizeof(Task)},
    XOMP_OFFSET(Dependences, successors),
    XOMP_OFFSET(Dependences, unmet),
    XOMP_OFFSET(Dependences, task),
    XOMP_OFFSET(Dependences, ended),
    XOMP_OFFSET(Edge, next),
    XOMP_OFFSET(Edge, successor),
    XOMP_OFFSET(DependenceTable, entries),
    XOMP_OFFSET(DependenceTable, used),
    XOMP_OFFSET(AddressEntry, address),
    XOMP_OFFSET(AddressEntry, current),
    XOMP_OFFSET(AddressEntry, prior),
    {"AddressEntry.bytes", sizeof(AddressEntry)},
    {"TaskList.count", DebuggerAccess::kListCount},
    {"TaskList.few", DebuggerAccess::kListFew},
    XOMP_OFFSET(Taskgroup, outer),
    XOMP_OFFSET(Taskgroup, opened_by),
    XOMP_OFFSET(NamedLock, line),
    XOMP_OFFSET(NamedLock, next),
    XOMP_OFFSET(NamedLock, name),
    {"NamedLock.chains", sync::kNameChains},
    XOMP_OFFSET(CompletionEvent, word),
    XOMP_OFFSET(CompletionEvent, task),
    {"CompletionEvent.bytes", sizeof(CompletionEvent)},
    {"CompletionEvent.blocks", task::kEventBlocks},
    {"CompletionEvent.first_bits", task::kFirstBlockBits},
    {"event.body_over", EventState::kBodyOver},
    {"event.fulfilled", EventState::kFulfilled},
};
#undef XOMP_OFFSET

const Place place_list[] = {
    {"workers", &sched::workers},
    {"event_blocks", &task::event_blocks},
    {"event_slots_given", &task::event_slots_given},
    {"named_locks", &sync::named_locks},
    {"unnamed_critical", &sync::unnamed_critical},
    {"atomic_updates", &sync::atomic_updates},
    {"join", reinterpret_cast<const void*>(&join)},  // a primary that is in it waits at the end of its region
};

struct DebuggerLayout {
  std::uint32_t version, number_count, place_count, entry_bytes;
  const Number* numbers;
  const Place* places;
};

}  // namespace

void name_thread(sched::Worker& me) {
  me.thread_pointer = platform::thread_pointer();
  me.long_wait = &sleep::own_long_wait;
  me.kernel_id = platform::kernel_thread_id();
}

}  // namespace team
}  // namespace xomp

extern "C" {
[[gnu::visibility("default")]] extern const xomp::team::DebuggerLayout xomp_debugger_layout;
const xomp::team::DebuggerLayout xomp_debugger_layout = {xomp::team::kVersion,
                                                         std::size(xomp::team::number_list),
                                                         std::size(xomp::team::place_list),
                                                         sizeof(xomp::team::Number),
                                                         xomp::team::number_list,
                                                         xomp::team::place_list};
}
