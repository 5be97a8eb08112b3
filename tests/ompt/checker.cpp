// An OMPT tool that holds the runtime to the order of events: every begin ends, scopes nest for each task, words are what
// the tool left there, a task is created before it is scheduled and scheduled before it ends, nothing comes of what has
// ended. It prints what is broken and ends the program with status 97. Loaded by OMP_TOOL_LIBRARIES; tests/ompt/run.
#include "checker.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

namespace checker {

namespace {

constexpr int kStatus = 97, kMostPrinted = 20;
std::atomic<long> violations{0}, created{0}, ended{0}, open_regions{0}, open_threads{0};
Locks locks;
thread_local Thread* self = nullptr;
ompt_get_task_info_t get_task_info;
ompt_get_thread_data_t get_thread_data;

// In a child of fork() the tasks are missing that other threads had.
pid_t first_process;
bool is_whole() { return getpid() == first_process; }

template <class T>
T* in(ompt_data_t* word, const char* what) {
  if (word == nullptr) {
    violate("%s: no word", what);
    return nullptr;
  }
  T* const object = static_cast<T*>(word->ptr);
  if (object == nullptr || object->mark != T::kMark) {
    violate("%s: the word is not what the tool left there", what);
    return nullptr;
  }
  if (object->word != word) violate("%s: the word has moved", what);
  return object;
}

template <class T>
T* put(ompt_data_t* word, const char* what) {
  if (word == nullptr) {
    violate("%s: no word", what);
    return nullptr;
  }
  if (word->ptr != nullptr) violate("%s: the new word is not zero", what);
  T* const object = new T;
  object->word = word;
  word->ptr = object;
  return object;
}

// The calling thread, which has begun.
Thread* thread(const char* what) {
  if (self == nullptr || self->ended) {
    violate("%s: the thread has not begun, or has ended", what);
    return nullptr;
  }
  if (get_thread_data() != self->word) violate("%s: ompt_get_thread_data differs", what);
  return self;
}

// The task that an event names is the one that the thread executes.
void expect_current(Thread& me, Task* task, const char* what) {
  if (task != me.current) violate("%s: not the task that the thread executes", what);
}

// Outside of task_schedule, whose moment is between two tasks, inquiries say the same.
void expect_found(Task* task, const char* what) {
  ompt_data_t* word = nullptr;
  if (task != nullptr && get_task_info != nullptr && get_task_info(0, nullptr, &word, nullptr, nullptr, nullptr) == 2 && word != task->word)
    violate("%s: ompt_get_task_info names another task", what);
}

void open(Scope scope, int kind, Task& task) { task.scopes.push_back({scope, kind}); }
void close(Scope scope, int kind, Task& task, const char* what) {
  if (task.scopes.empty()) return violate("%s: ends, but nothing is open", what);
  const OpenScope last = task.scopes.back();
  if (last.scope != scope || last.kind != kind)
    return violate("%s: ends kind %d of scope %d, but kind %d of scope %d is open", what, kind, static_cast<int>(scope),
                   last.kind, static_cast<int>(last.scope));
  task.scopes.pop_back();
}
void bracket(ompt_scope_endpoint_t endpoint, Scope scope, int kind, Task& task, const char* what) {
  if (endpoint == ompt_scope_begin) open(scope, kind, task);
  else if (endpoint == ompt_scope_end) close(scope, kind, task, what);
  else violate("%s: endpoint %d", what, static_cast<int>(endpoint));
}

// Locks may outlive a task, critical regions not.
void expect_nothing_held(const Task& task) {
  for (const Held& held : task.held)
    if (held.kind == ompt_mutex_critical || held.kind == ompt_mutex_atomic) violate("a task ends inside a critical or atomic region");
}

// ---- threads, regions, implicit tasks ----

void on_thread_begin(ompt_thread_t, ompt_data_t* word) {
  if (self != nullptr && !self->ended) violate("thread_begin: twice");
  self = put<Thread>(word, "thread_begin");
  open_threads.fetch_add(1);
}

void on_thread_end(ompt_data_t* word) {
  Thread* const me = thread("thread_end");
  if (me == nullptr) return;
  if (in<Thread>(word, "thread_end") != me) violate("thread_end: of another thread");
  if (!me->implicit.empty()) violate("thread_end: something is open");
  me->ended = true;
  open_threads.fetch_sub(1);
}

void on_parallel_begin(ompt_data_t* task_word, const ompt_frame_t* frame, ompt_data_t* word, unsigned, int flags,
                       const void*) {
  Thread* const me = thread("parallel_begin");
  Task* const task = in<Task>(task_word, "parallel_begin: encountering task");
  if (me == nullptr || task == nullptr) return;
  expect_current(*me, task, "parallel_begin");
  if (frame == nullptr || frame->enter_frame.ptr == nullptr) violate("parallel_begin: no enter frame");
  if ((static_cast<unsigned>(flags) & (0x80000000u | 0x40000000u)) == 0) violate("parallel_begin: neither team nor league");
  Region* const region = put<Region>(word, "parallel_begin");
  if (region == nullptr) return;
  region->is_team = (static_cast<unsigned>(flags) & 0x80000000u) != 0;
  me->regions.push_back(region);
  open_regions.fetch_add(1);
  open(Scope::region, 0, *task);
}

void on_parallel_end(ompt_data_t* word, ompt_data_t* task_word, int, const void*) {
  Thread* const me = thread("parallel_end");
  Region* const region = in<Region>(word, "parallel_end");
  Task* const task = in<Task>(task_word, "parallel_end: encountering task");
  if (me == nullptr || region == nullptr || task == nullptr) return;
  expect_current(*me, task, "parallel_end");
  close(Scope::region, 0, *task, "parallel_end");
  if (me->regions.empty() || me->regions.back() != region) violate("parallel_end: not the innermost region");
  else me->regions.pop_back();
  if (region->begun_threads == 0) violate("parallel_end: no thread was in the region");
  if (const int left = region->open_tasks; left != 0 && is_whole()) violate("parallel_end: %d tasks have not ended", left);
  if (region->is_team && is_whole()) {
    region->counts.expect_all_threads();
    region->counts.expect_none_passed_early();
    region->counts.expect_all_iterations();
  }
  region->ended = true;
  open_regions.fetch_sub(1);
}

void on_implicit_task(ompt_scope_endpoint_t endpoint, ompt_data_t* region_word, ompt_data_t* word, unsigned size,
                      unsigned number, int flags) {
  Thread* const me = thread("implicit_task");
  if (me == nullptr) return;
  if (endpoint == ompt_scope_begin) {
    Task* const task = put<Task>(word, "implicit_task");
    if (task == nullptr || region_word == nullptr) return violate("implicit_task: no region");
    if ((flags & ompt_task_initial) != 0 && region_word->ptr == nullptr) put<Region>(region_word, "initial task");
    Region* const region = in<Region>(region_word, "implicit_task: region");
    if (region == nullptr) return;
    if (region->ended) violate("implicit_task: the region has ended");
    region->begun_threads.fetch_add(1);
    if (region->is_team) region->counts.add_thread(size, number);
    task->flags = flags;
    task->region = region;
    task->life = Life::running;
    me->implicit.push_back(task);
    me->around.push_back(me->current);
    me->current = task;
    return;
  }
  Task* const task = in<Task>(word, "implicit_task end");
  if (task == nullptr) return;
  expect_current(*me, task, "implicit_task end");
  if (!task->scopes.empty()) violate("implicit_task end: something is open");
  expect_nothing_held(*task);
  if (me->implicit.empty() || me->implicit.back() != task) return violate("implicit_task end: not the innermost");
  me->implicit.pop_back();
  task->life = Life::ended;
  me->current = me->around.back();
  me->around.pop_back();
}

// ---- explicit tasks ----

void on_task_create(ompt_data_t* parent_word, const ompt_frame_t* frame, ompt_data_t* word, int flags,
                    int has_dependences, const void*) {
  Thread* const me = thread("task_create");
  Task* const parent = in<Task>(parent_word, "task_create: parent");
  Task* const task = put<Task>(word, "task_create");
  if (me == nullptr || parent == nullptr || task == nullptr) return;
  expect_current(*me, parent, "task_create");
  expect_found(parent, "task_create");
  if (frame == nullptr) violate("task_create: no frame");
  if ((flags & (ompt_task_explicit | ompt_task_taskwait | ompt_task_target)) == 0) violate("task_create: flags %x", flags);
  task->flags = flags;
  task->has_dependences = has_dependences != 0;
  task->region = parent->region;
  task->parent = parent;
  task->born_in = task->group = parent->group;
  if (task->region != nullptr) task->region->open_tasks.fetch_add(1);
  if (task->born_in != nullptr) task->born_in->open_tasks.fetch_add(1);
  parent->open_children.fetch_add(1);
  created.fetch_add(1);
}

void end(Task& task) {
  if (task.life.exchange(Life::ended) == Life::ended) violate("a task ends twice");
  if (!task.scopes.empty()) violate("a task ends, and something is open");
  expect_nothing_held(task);
  if (task.region != nullptr) task.region->open_tasks.fetch_sub(1);
  if (task.born_in != nullptr) task.born_in->open_tasks.fetch_sub(1);
  if (task.parent != nullptr) task.parent->open_children.fetch_sub(1);
  ended.fetch_add(1);
}

void go_on_with(Thread& me, Task* next) {
  if (next == nullptr) return violate("task_schedule: no next task");
  const Life life = next->life;
  if (life == Life::ended) return violate("task_schedule: the next task has ended");
  if (life == Life::running && next != me.current) violate("task_schedule: the next task is running");
  if (next->has_dependences && !next->dependences_told) violate("task_schedule: before the task's dependences");
  next->life = Life::running;
  me.current = next;
}

void on_task_schedule(ompt_data_t* prior_word, ompt_task_status_t status, ompt_data_t* next_word) {
  Thread* const me = thread("task_schedule");
  Task* const prior = in<Task>(prior_word, "task_schedule: prior");
  if (me == nullptr || prior == nullptr) return;
  if (prior->life == Life::ended) violate("task_schedule: prior has ended");
  if (status == ompt_task_early_fulfill) {
    if (prior->fulfilled.exchange(true) || prior->detached) violate("early_fulfill: too late");
    return;
  }
  if (status == ompt_task_late_fulfill) {
    if (!prior->detached) violate("late_fulfill: the body is not over");
    return end(*prior);
  }
  if (status == ompt_taskwait_complete) {
    if ((prior->flags & ompt_task_taskwait) == 0 || next_word != nullptr) violate("taskwait_complete: of a task");
    return end(*prior);
  }
  Task* const next = in<Task>(next_word, "task_schedule: next");
  const bool discarded = status == ompt_task_cancel && prior->life == Life::created;
  if (discarded && !prior->cancelled) violate("task_schedule: cancelled without an event");
  if (!discarded) expect_current(*me, prior, "task_schedule");
  switch (status) {
    case ompt_task_switch:
    case ompt_task_yield: prior->life = Life::suspended; break;
    case ompt_task_detach:
      prior->detached = true;
      prior->life = Life::suspended;
      break;
    case ompt_task_complete:
    case ompt_task_cancel:
      if ((prior->flags & ompt_task_explicit) == 0) violate("task_schedule: end of an implicit task");
      end(*prior);
      break;
    default: violate("task_schedule: status %d", static_cast<int>(status));
  }
  if (!discarded) go_on_with(*me, next);
  else if (next != me->current) violate("task_schedule: after a discarded task another one goes on");
}

void on_dependences(ompt_data_t* word, const ompt_dependence_t* list, int count) {
  Task* const task = in<Task>(word, "dependences");
  if (task == nullptr) return;
  if (count > 0 && list == nullptr) violate("dependences: no list");
  if (task->life == Life::ended) violate("dependences: the task has ended");
  task->dependences_told = true;
}

void on_task_dependence(ompt_data_t* source_word, ompt_data_t* sink_word) {
  Task* const source = in<Task>(source_word, "task_dependence: source");
  Task* const sink = in<Task>(sink_word, "task_dependence: sink");
  if (source == nullptr || sink == nullptr) return;
  if (source->life == Life::ended) violate("task_dependence: the source has ended");
  if (sink->life != Life::created) violate("task_dependence: the sink has begun");
}

// ---- waits ----

bool is_barrier(int kind) {
  return kind == ompt_sync_region_barrier_explicit || kind == ompt_sync_region_barrier_implementation ||
         kind == ompt_sync_region_barrier_implicit_workshare || kind == ompt_sync_region_barrier_implicit_parallel;
}

// The wait is over: what it waits for is there.
void expect_waited(Task& task, int kind) {
  const auto expect_none = [kind](int open) {
    if (open != 0) violate("sync_region_wait: kind %d ends, and %d tasks have not ended", kind, open);
  };
  if (!is_whole()) return;
  if (kind == ompt_sync_region_taskwait) expect_none(task.open_children);
  if (kind == ompt_sync_region_taskgroup && task.group != nullptr) expect_none(task.group->open_tasks);
  if (is_barrier(kind) && task.region != nullptr && task.region->is_team) task.region->counts.pass(task.at);
}

// The construct begins or ends around its wait.
void note_construct(Task& task, int kind, bool begins) {
  if (kind == ompt_sync_region_taskgroup) {
    if (begins) task.group = new Group{task.group};
    else if (task.group != nullptr) task.group = task.group->outer;
  }
  if (is_barrier(kind) && begins && task.region != nullptr && task.region->is_team) task.region->counts.arrive(task.at);
}

// ---- scopes of one thread ----

void on_sync(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* region, ompt_data_t* word, Scope scope,
             const char* what) {
  Thread* const me = thread(what);
  Task* const task = in<Task>(word, what);
  if (me == nullptr || task == nullptr) return;
  expect_current(*me, task, what);
  expect_found(task, what);
  if (endpoint == ompt_scope_begin && region == nullptr) violate("%s: no region at its begin", what);
  if (kind < ompt_sync_region_barrier_explicit || kind > ompt_sync_region_barrier_teams)
    violate("%s: kind %d", what, static_cast<int>(kind));
  if (scope == Scope::wait && endpoint == ompt_scope_begin &&
      (task->scopes.empty() || task->scopes.back().scope != Scope::sync || task->scopes.back().kind != kind))
    violate("%s: not inside of its region", what);
  if (scope == Scope::sync) note_construct(*task, kind, endpoint == ompt_scope_begin);
  if (scope == Scope::wait && endpoint == ompt_scope_end) expect_waited(*task, kind);
  bracket(endpoint, scope, kind, *task, what);
}
void on_sync_region(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* region, ompt_data_t* word,
                    const void*) {
  on_sync(kind, endpoint, region, word, Scope::sync, "sync_region");
}
void on_sync_wait(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* region, ompt_data_t* word,
                  const void*) {
  on_sync(kind, endpoint, region, word, Scope::wait, "sync_region_wait");
}
void on_reduction(ompt_sync_region_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t* region, ompt_data_t* word,
                  const void*) {
  on_sync(kind, endpoint, region, word, Scope::reduction, "reduction");
}

// Constructs that all threads of a team meet.
bool is_of_team(const Task& task, ompt_work_t kind) {
  return (task.flags & ompt_task_implicit) != 0 && task.region->is_team && kind != ompt_work_taskloop && kind != ompt_work_distribute;
}

void on_work(ompt_work_t kind, ompt_scope_endpoint_t endpoint, ompt_data_t*, ompt_data_t* word, std::uint64_t count,
             const void*) {
  Thread* const me = thread("work");
  Task* const task = in<Task>(word, "work");
  if (me == nullptr || task == nullptr) return;
  expect_current(*me, task, "work");
  expect_found(task, "work");
  bracket(endpoint, Scope::work, kind, *task, "work");
  if (endpoint != ompt_scope_begin || !is_of_team(*task, kind)) return;
  task->region->counts.begin_work(task->at, kind == ompt_work_single_other ? ompt_work_single_executor : kind, count);
}

void on_masked(ompt_scope_endpoint_t endpoint, ompt_data_t*, ompt_data_t* word, const void*) {
  Thread* const me = thread("masked");
  Task* const task = in<Task>(word, "masked");
  if (me == nullptr || task == nullptr) return;
  expect_current(*me, task, "masked");
  bracket(endpoint, Scope::masked, 0, *task, "masked");
}

void on_dispatch(ompt_data_t*, ompt_data_t* word, ompt_dispatch_t kind, ompt_data_t instance) {
  Thread* const me = thread("dispatch");
  Task* const task = in<Task>(word, "dispatch");
  if (me == nullptr || task == nullptr) return;
  expect_current(*me, task, "dispatch");
  const bool is_inside = kind == ompt_dispatch_taskloop_chunk || (!task->scopes.empty() && task->scopes.back().scope == Scope::work);
  if (!is_inside) return violate("dispatch: outside of a worksharing construct");
  if (kind == ompt_dispatch_taskloop_chunk || !is_of_team(*task, static_cast<ompt_work_t>(task->scopes.back().kind))) return;
  const auto* const chunk = static_cast<const ompt_dispatch_chunk_t*>(instance.ptr);
  task->region->counts.add_iterations(task->at, kind == ompt_dispatch_ws_loop_chunk ? chunk->iterations : 1);
}

void on_cancel(ompt_data_t* word, int flags, const void*) {
  Task* const task = in<Task>(word, "cancel");
  if (task == nullptr) return;
  if (task->region != nullptr) task->region->counts.cancel();
  if ((flags & ompt_cancel_discarded_task) != 0) {
    if (task->life != Life::created) violate("cancel: discards a task that has begun");
    task->cancelled = true;
  }
}

// ---- mutexes ----

bool is_test(int kind) { return kind == ompt_mutex_test_lock || kind == ompt_mutex_test_nest_lock; }
// Any task may unset a simple lock: some programs pass them on. All others belong to the task that has acquired them.
bool is_simple(int kind) { return kind == ompt_mutex_lock || kind == ompt_mutex_test_lock; }

// The newest of the task's own.
auto find_held(Task& task, ompt_wait_id_t id) {
  return std::find_if(task.held.rbegin(), task.held.rend(), [id](const Held& held) { return held.id == id; });
}

void on_acquire(ompt_mutex_t kind, unsigned, unsigned, ompt_wait_id_t id, const void*) {
  Thread* const me = thread("mutex_acquire");
  if (me == nullptr) return;
  if (id == 0) violate("mutex_acquire: no id");
  // Only a test may fail.
  if (me->wanted != 0 && !is_test(me->wanted_kind)) violate("mutex_acquire: of another one, and the last was not acquired");
  me->wanted_kind = kind;
  me->wanted = id;
}

void on_acquired(ompt_mutex_t kind, ompt_wait_id_t id, const void*) {
  Thread* const me = thread("mutex_acquired");
  if (me == nullptr) return;
  if (me->wanted != id || me->wanted_kind != kind) violate("mutex_acquired: without its acquire");
  me->wanted = 0;
  if (kind == ompt_mutex_ordered || me->current == nullptr) return;  // turns are passed on for a chunk at a time
  expect_found(me->current, "mutex_acquired");
  if (is_simple(kind)) {
    const std::lock_guard<std::mutex> guard(locks.guard);
    // A release is reported after the release: the next owners may be faster.
    if (++locks.held[id] > open_threads) violate("mutex_acquired: held more often than there are threads");
    return;
  }
  if (find_held(*me->current, id) != me->current->held.rend()) violate("mutex_acquired: the task has it already");
  me->current->held.push_back({kind, id});
}

void on_released(ompt_mutex_t kind, ompt_wait_id_t id, const void*) {
  Thread* const me = thread("mutex_released");
  if (me == nullptr || kind == ompt_mutex_ordered || me->current == nullptr) return;
  if (is_simple(kind)) {
    const std::lock_guard<std::mutex> guard(locks.guard);
    if (--locks.held[id] < 0) violate("mutex_released: nobody has it");
    return;
  }
  const auto held = find_held(*me->current, id);
  if (held == me->current->held.rend()) return violate("mutex_released: the task has not got it");
  me->current->held.erase(std::next(held).base());
}

void on_nesting(ompt_scope_endpoint_t, ompt_wait_id_t id, const void*) {
  Thread* const me = thread("nest_lock");
  if (me == nullptr || me->current == nullptr) return;
  me->wanted = 0;
  if (find_held(*me->current, id) == me->current->held.rend()) violate("nest_lock: the task has not got it");
}

// ---- start and end ----

template <class Function>
void set(ompt_function_lookup_t lookup, ompt_callbacks_t event, Function function) {
  const auto set_callback = reinterpret_cast<ompt_set_callback_t>(lookup("ompt_set_callback"));
  if (set_callback(event, reinterpret_cast<ompt_callback_t>(function)) != ompt_set_always)
    violate("ompt_set_callback(%d): not always", static_cast<int>(event));
}

int initialize(ompt_function_lookup_t lookup, int, ompt_data_t*) {
  first_process = getpid();
  get_task_info = reinterpret_cast<ompt_get_task_info_t>(lookup("ompt_get_task_info"));
  get_thread_data = reinterpret_cast<ompt_get_thread_data_t>(lookup("ompt_get_thread_data"));
  set(lookup, ompt_callback_thread_begin, on_thread_begin);
  set(lookup, ompt_callback_thread_end, on_thread_end);
  set(lookup, ompt_callback_parallel_begin, on_parallel_begin);
  set(lookup, ompt_callback_parallel_end, on_parallel_end);
  set(lookup, ompt_callback_implicit_task, on_implicit_task);
  set(lookup, ompt_callback_task_create, on_task_create);
  set(lookup, ompt_callback_task_schedule, on_task_schedule);
  set(lookup, ompt_callback_dependences, on_dependences);
  set(lookup, ompt_callback_task_dependence, on_task_dependence);
  set(lookup, ompt_callback_sync_region, on_sync_region);
  set(lookup, ompt_callback_sync_region_wait, on_sync_wait);
  set(lookup, ompt_callback_reduction, on_reduction);
  set(lookup, ompt_callback_work, on_work);
  set(lookup, ompt_callback_masked, on_masked);
  set(lookup, ompt_callback_dispatch, on_dispatch);
  set(lookup, ompt_callback_cancel, on_cancel);
  set(lookup, ompt_callback_mutex_acquire, on_acquire);
  set(lookup, ompt_callback_mutex_acquired, on_acquired);
  set(lookup, ompt_callback_mutex_released, on_released);
  set(lookup, ompt_callback_nest_lock, on_nesting);
  return 1;
}

void finalize(ompt_data_t*) {
  if (open_regions == 0 && is_whole()) {
    if (created != ended) violate("%ld tasks created, %ld ended", created.load(), ended.load());
    if (open_threads != 0) violate("%ld threads have not ended", open_threads.load());
  }
  if (violations != 0 && std::getenv("OMPT_CHECKER_PLAYED") == nullptr) _exit(kStatus);
}

}  // namespace

void violate(const char* format, ...) {
  if (violations.fetch_add(1) >= kMostPrinted || std::getenv("OMPT_CHECKER_PLAYED") != nullptr) return;
  char line[256];
  va_list list;
  va_start(list, format);
  std::vsnprintf(line, sizeof line, format, list);
  va_end(list);
  std::fprintf(stderr, "ompt checker: %s\n", line);
}

}  // namespace checker

extern "C" long ompt_checker_violations() { return checker::violations.load(); }

extern "C" ompt_start_tool_result_t* ompt_start_tool(unsigned, const char*) {
  static ompt_start_tool_result_t result = {checker::initialize, checker::finalize, {0}};
  return &result;
}
