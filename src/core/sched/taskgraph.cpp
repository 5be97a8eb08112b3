// Recording and replaying, and the list of graphs that a program's word leads to.
#include "core/sched/taskgraph.h"

#include <new>

#include "core/sched/execute.h"
#include "core/sched/finish.h"
#include "core/sched/hand_over.h"
#include "core/sched/spawn.h"
#include "core/sched/suspended.h"
#include "core/sched/taskgroup.h"
#include "core/sched/waiting.h"
#include "core/task/taskgroup.h"
#include "platform/memory_checker.h"
#include "platform/short_lock.h"

namespace xomp::sched {

using task::RecordedGraph;
using task::Replay;

struct Recording {
  Recording(Worker& me, Task* parent_task)
      : recorder(me.pool, me.thread->team), next(me.recording), parent(parent_task), group(parent_task->taskgroup) {}

  task::GraphRecorder recorder;
  Recording* next;
  Task* const parent;
  task::Taskgroup* const group;
  bool next_is_undeferred = false;
  task::CloneData next_clone = nullptr;  // copies the objects of the next task
};

namespace {

// One graph of a program's word. The lock is held for a few instructions; whole graphs and runs are made and freed outside of it.
struct Known {
  Known* next;
  std::uint64_t id;
  RecordedGraph* graph;
  bool is_being_recorded;
  bool cannot_be_recorded;
};
platform::ShortLock
    lock;  // guards all Known, and what RecordedGraph says is under it. fork()'s child uses no graph of a team

Known* find(TaskgraphKey key) {
  for (auto* known = static_cast<Known*>(*key.handle); known != nullptr; known = known->next)
    if (known->id == key.id) return known;
  return nullptr;
}

// Returns nullptr if there is no memory.
Known* find_or_make(TaskgraphKey key) {
  Known* known = find(key);
  if (known != nullptr) return known;
  void* const memory = platform::take_piece(sizeof(Known));
  if (memory == nullptr) return nullptr;
  known = new (memory) Known{static_cast<Known*>(*key.handle), key.id, nullptr, false, false};
  *key.handle = known;
  return known;
}

void free_all(Worker& me, RecordedGraph* graph) {
  while (Replay* const replay = graph->free_replays) {
    graph->free_replays = replay->next;
    task::drop_replay(me.pool, me.id, replay);
  }
  task::free_graph(graph);
}

// All descriptors of a run have come home: the next run may have them.
void end_run(Worker& me, Replay& replay) {
  RecordedGraph& graph = *replay.graph;
  lock.lock();
  replay.next = graph.free_replays;
  graph.free_replays = &replay;
  const bool is_last = --graph.users == 0 && graph.is_forgotten;
  lock.unlock();
  if (is_last) free_all(me, &graph);
}

void end_own_run(Replay& replay) { end_run(*own_worker, replay); }

// Takes the graph away, under the lock. Returns it if nobody uses it, so that the caller must free it.
RecordedGraph* take_graph(Known& known) {
  RecordedGraph* const graph = known.graph;
  known.graph = nullptr;
  known.cannot_be_recorded = false;
  if (graph == nullptr) return nullptr;
  graph->is_forgotten = true;
  return graph->users == 0 ? graph : nullptr;
}

bool may_be_recorded(const Worker& me) {
  if (me.current->has(task::kWatched) || me.thread->team->alone || platform::has_memory_checker()) return false;
  for (const task::Taskgroup* group = me.current->taskgroup; group != nullptr; group = group->outer)
    if (group->reductions != nullptr) return false;
  return true;
}

// What is done with a region this time.
enum class Turn : std::uint8_t { run, record, replay };
struct Plan {
  Turn turn;
  Known* known;
  RecordedGraph* graph;
  Replay* replay;  // nullptr: one must be made
};

Plan plan(Worker& me, TaskgraphKey key, bool resets) {
  RecordedGraph* dropped = nullptr;
  Plan p{Turn::run, nullptr, nullptr, nullptr};
  const bool may_be = may_be_recorded(me);
  lock.lock();
  p.known = find_or_make(key);
  if (p.known != nullptr) {
    if (resets) dropped = take_graph(*p.known);
    if (may_be && p.known->graph != nullptr) {
      p.turn = Turn::replay;
      p.graph = p.known->graph;
      ++p.graph->users;
      p.replay = p.graph->free_replays;
      if (p.replay != nullptr) p.graph->free_replays = p.replay->next;
    } else if (may_be && p.known->graph == nullptr && !p.known->is_being_recorded && !p.known->cannot_be_recorded) {
      p.turn = Turn::record;
      p.known->is_being_recorded = true;
    }
  }
  lock.unlock();
  if (dropped != nullptr) free_all(me, dropped);
  return p;
}

// Makes the descriptors of a run. Without memory for them the region's code runs, which needs less.
void make_run(Worker& me, Plan& p) {
  p.replay = task::make_replay(me.pool, me.id, *p.graph);
  if (p.replay != nullptr) return;
  p.turn = Turn::run;
  lock.lock();
  const bool is_last = --p.graph->users == 0 && p.graph->is_forgotten;
  lock.unlock();
  if (is_last) free_all(me, p.graph);
}

// The recording is over; nullptr: it was broken off.
void keep(Known& known, RecordedGraph* recorded) {
  const platform::ShortGuard guard(lock);
  known.is_being_recorded = false;
  known.cannot_be_recorded = recorded == nullptr;
  known.graph = recorded;
}

// ---- recording ----

// While a task records, every task that it makes passes submit() or spawn_dependent(): it has a flag that no plain way takes, and no new
// task's fate is settled without settle_fate(). Its taskwaits pass watched_taskwait(), as if a tool followed it.
class RecordedParent {
 public:
  explicit RecordedParent(Worker& me) : me_(me), was_cancellable_(me.current->has(task::kCancellable)) {
    TeamThread& thread = *me.thread;
    deep_from_ = thread.deep_from;
    thread.deep_from = kWatchedDepth;
    thread.grant = &thread.no_grant;
    me.current->set(task::kCancellable);
    me.current->unfinished |= INT32_MIN;
    me.alone_above = ~std::uintptr_t{0};
  }
  ~RecordedParent() {
    if (!was_cancellable_) me_.current->clear(task::kCancellable);
    me_.current->unfinished &= INT32_MAX;
    if (me_.recording == nullptr) me_.thread->deep_from = deep_from_;
    note_alone(me_);
  }
  RecordedParent(const RecordedParent&) = delete;
  RecordedParent& operator=(const RecordedParent&) = delete;

 private:
  Worker& me_;
  const bool was_cancellable_;
  std::uint32_t deep_from_;
};

void unlist(Worker& me, Recording& recording) {
  Recording** place = &me.recording;
  while (*place != &recording) place = &(*place)->next;
  *place = recording.next;
}

RecordedGraph* record(Worker& me, void (*region)(void*), void* argument) {
  Recording recording(me, me.current);
  me.recording = &recording;
  {
    const RecordedParent parent(me);
    region(argument);
    unlist(me, recording);
  }
  return recording.recorder.finish();
}

// ---- replaying ----

// Makes the task a child of the current one, as adopt() does.
void adopt_again(Worker& me, Task* t, const Task& parent) {
  t->owner = static_cast<std::uint16_t>(me.id);  // [RETURN-1] until all have come home
  std::uint32_t flags = task::kKnown | (parent.flags.load(relaxed) & task::kInherited);
  t->parent.store(me.current, relaxed);  // here and below: not yet shared
  t->icv = parent.icv;
  t->taskgroup = parent.taskgroup;
  if (parent.taskgroup != nullptr) {
    t->created_in = parent.taskgroup;
    flags |= task::kInTaskgroup;
  }
  t->unfinished = 0;
  t->root.store(parent.root.load(relaxed), relaxed);
  t->depth.store(parent.depth.load(relaxed) + 1, relaxed);
  t->set(flags);
}

void start(Worker& me, Replay& replay, bool in_order) {
  const Task& parent = *(me.current->has(task::kKnown) ? me.current : make_known(me));
  replay.returned = 0;
  for (std::uint32_t i = 0; i < replay.count; ++i) {
    task::begin_task(replay, i, me.thread->team, in_order);
    adopt_again(me, replay.tasks[i], parent);
  }
  me.current->unfinished += static_cast<std::int32_t>(replay.count);
  if (parent.taskgroup != nullptr) parent.taskgroup->counts_of(me.thread->number).count_created(replay.count);
  TeamThread& thread = *me.thread;
  thread.created.store(thread.created.load(relaxed) + replay.count, relaxed);  // [BARRIER-1] published with the tasks
}

// Whether a thread that is alone, or whose tasks may not be deferred, runs them in their order.
bool runs_in_order(const Worker& me) { return !me.thread->defers || me.current->has(task::kFinal); }

void run_tasks(Worker& me, Replay& replay, bool nogroup) {
  const bool in_order = runs_in_order(me);
  const std::uint32_t count = replay.count;
  replay.whole = nogroup ? end_own_run : nullptr;
  if (count == 0) return end_run(me, replay);
  start(me, replay, in_order);
  if (in_order) {
    const OnTop on_top(me);
    for (std::uint32_t i = 0; i < count; ++i) execute(me, replay.tasks[i]);
    share_rest(me);
  } else {
    const RecordedGraph& graph = *replay.graph;
    // The first of them last: it is the one that this thread takes first. The last task handed over may end the run.
    for (std::uint32_t i = count; i-- != 0;)
      if (graph.tasks[i].predecessors == 0) make_ready(me, *replay.tasks[i], ReadyQueue::own);
    share_rest(me);
  }
}

void wait_for_return(Worker& me, Replay& replay) {
  take_returned(me);
  if (replay.returned != replay.count)
    wait_until(me, Awaited::children, [&replay] { return replay.returned == replay.count; });
  end_run(me, replay);
}

}  // namespace

void taskgraph(Worker& me, TaskgraphKey key, TaskgraphClauses clauses, void (*region)(void*), void* argument) {
  if (is_recorded(me)) break_recording(me);  // a region in a region
  if (!me.current->has(task::kKnown)) make_known(me);
  Plan p = plan(me, key, clauses.resets);
  if (p.turn == Turn::replay && p.replay == nullptr) make_run(me, p);
  const bool waits = p.turn == Turn::replay && !clauses.nogroup && p.replay->count != 0;
  RecordedGraph* recorded = nullptr;
  if (!clauses.nogroup) begin_taskgroup(me);
  switch (p.turn) {
    case Turn::run: region(argument); break;
    case Turn::record: recorded = record(me, region, argument); break;
    case Turn::replay: run_tasks(me, *p.replay, clauses.nogroup); break;
  }
  if (!clauses.nogroup) end_taskgroup(me);
  if (waits) wait_for_return(me, *p.replay);
  if (p.turn == Turn::record) keep(*p.known, recorded);
}

void forget_taskgraphs(Worker& me, void** handle) {
  for (;;) {
    lock.lock();
    auto* const known = static_cast<Known*>(*handle);
    const bool is_free = known != nullptr && !known->is_being_recorded;
    RecordedGraph* const graph = is_free ? take_graph(*known) : nullptr;
    if (is_free) *handle = known->next;
    lock.unlock();
    if (!is_free) return;
    if (graph != nullptr) free_all(me, graph);
    platform::give_piece_back(known, sizeof(Known));
  }
}

// ---- for the functions that make tasks ----

Recording* own_recording(Worker& me) {
  Recording* recording = me.recording;
  while (recording != nullptr && recording->parent != me.current) recording = recording->next;
  return recording;
}

void break_recording(Worker& me) {
  if (Recording* const recording = own_recording(me)) recording->recorder.break_off();
}

void record_wait(Worker& me) {
  if (Recording* const recording = own_recording(me)) recording->recorder.note_wait();
}

void record_clone(Worker& me, task::CloneData clone) {
  if (Recording* const recording = own_recording(me)) recording->next_clone = clone;
}

void record_undeferred(Worker& me) {
  if (Recording* const recording = own_recording(me)) recording->next_is_undeferred = true;
}

namespace {

// Says whether the region's code has opened a group whose tasks take part in a reduction.
bool has_reductions(const Recording& recording) {
  for (const task::Taskgroup* group = recording.parent->taskgroup; group != nullptr && group != recording.group;
       group = group->outer)
    if (group->reductions != nullptr) return true;
  return false;
}

// The body of a task that the region makes in a taskgroup of its own. What comes after that group waits for all descendants of the task. So the
// task does not end before they have ended. A cancel in it means the group around that.
void run_in_group(void* data) {
  Worker& me = *own_worker;
  const Task* const t = task::task_of(data);
  begin_taskgroup(me);
  me.current->taskgroup->of_construct = true;
  const task::RecordedTask& recorded = task::recorded_of(*t);
  if ((recorded.flags & task::kPlainBody) != 0) {
    reinterpret_cast<void (*)(void*)>(recorded.body)(data);
  } else {
    reinterpret_cast<void (*)(std::int32_t, void*)>(recorded.body)(me.id, data);
  }
  end_taskgroup(me);
}

bool note(Recording& recording, Task* t) {
  if (has_reductions(recording)) return recording.recorder.break_off();
  const task::CloneData clone = recording.next_clone;
  recording.next_clone = nullptr;
  const bool in_group = recording.parent->taskgroup != recording.group;
  return recording.recorder.note(t, clone, in_group ? run_in_group : nullptr);
}

}  // namespace

bool record_task(Worker& me, Task* t) {
  Recording* const recording = own_recording(me);
  if (recording == nullptr) return false;
  const bool is_undeferred = recording->next_is_undeferred || t->has(task::kUndeferred);
  recording->next_is_undeferred = false;
  note(*recording, t);
  if (is_undeferred) recording->recorder.note_wait();
  return is_undeferred;
}

task::GraphRecorder* record_dependent(Worker& me, Task* t) {
  Recording* const recording = own_recording(me);
  if (recording == nullptr || !note(*recording, t)) return nullptr;
  if (t->has(task::kUndeferred)) recording->recorder.note_wait();
  return &recording->recorder;
}

}  // namespace xomp::sched
