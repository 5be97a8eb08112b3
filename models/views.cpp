// Views (xomp/graph.h): what executors stand on, explored with the engine's real code. No task is forgotten by threads
// that get up or fall asleep (VIEW-2), the end of a wait in a task is told (VIEW-1), a task that all others wait for gets a
// thread (VIEW-3), what a policy's queues hold is counted (VIEW-4), what is left to another thread is run (VIEW-5 to 7), the system refuses
// threads (VIEW-8), a thread of the program's serves and leaves (VIEW-9), fork() forgets; and the count of unfinished tasks, with the
// front end's own header (front/taskflow/include/taskflow/detail/scope.hpp).
#include "models/explored_scope.h"  // first: with the checker's atomics

#include "core/sleep/pressure.h"
#include "platform/thread.h"

namespace xomp::models {
namespace {

using graph::Seat;
using graph::Wait;
using tf::detail::Scope;
using tf::detail::Work;

constexpr Limits kViews{.departures = 0, .departures_long = 1, .random = 400, .most_steps = 60000};

// Tasks that come one by one from outside, while the threads of the tasks before get up and fall asleep.
template <int kTasks, int kSeats>
struct Submitted {
  Marks done;
  Told ended{0};
  ModelTask<Submitted> tasks[kTasks];
  void run_task(Seat&, int n) {
    done.set(n);
    tell(ended);
  }
  void run() {
    OpenView open(kSeats);
    stop_time();
    for (int i = 0; i < kTasks; ++i) {
      tasks[i].set(this, i);
      xomp_graph_view_submit_1(open.view, &tasks[i]);
      wait_for(ended, i + 1);
      if (i == 0) pause();
    }
    done.all(kTasks, "each once");
  }
};
const RegisteredProgram<Submitted<2, 1>> submitted(
    "view-submit", "a task that comes as the only thread gets up is run",
    {.departures = 1, .departures_long = 2, .random = 400, .most_steps = 60000});

// A task pushes another one, then computes until that one has run. So another thread must run it, which may be falling
// asleep. This happens twice.
struct Pushed {
  Marks done;
  Told ended{0};
  ModelTask<Pushed> tasks[3];
  void run_task(Seat& me, int n) {
    if (n == 0) {
      for (int i = 1; i < 3; ++i) {
        tasks[i].set(this, i);
        xomp_graph_seat_push_1(&me, &tasks[i]);
        wait_for(ended, i);
        if (i == 1) pause();
      }
    }
    done.set(n);
    tell(ended);
  }
  void run() {
    OpenView open(2);
    stop_time();
    tasks[0].set(this, 0);
    xomp_graph_view_submit_1(open.view, &tasks[0]);
    wait_for(ended, 3);
    done.all(3, "each once");
  }
};
const RegisteredProgram<Pushed> pushed("view-push", "what is pushed is taken while its owner computes", kViews);

// As many threads as processors spin for what one of them has pushed: one more is lent (the watchdog looks each millisecond).
struct Lent {
  static constexpr int kSpinners = 2;
  Marks done;
  Told begun{0}, over{0}, ended{0};
  ModelTask<Lent> tasks[kSpinners + 1];
  void run_task(Seat& me, int n) {
    if (n < kSpinners) {
      tell(begun);
      if (n == 0) {
        for (int i = 1; i < kSpinners; ++i) xomp_graph_seat_push_1(&me, &tasks[i]);
        wait_for(begun, kSpinners);
        tasks[kSpinners].set(this, kSpinners);
        xomp_graph_seat_push_1(&me, &tasks[kSpinners]);
      }
      wait_for(over);
    } else {
      tell(over);
    }
    done.set(n);
    tell(ended);
  }
  void run() {
    sleep::own_threads.processors.store(kSpinners, relaxed);  // the explored machine has more
    OpenView open(kSpinners + 1);
    for (int i = 0; i < kSpinners; ++i) tasks[i].set(this, i);
    xomp_graph_view_submit_1(open.view, &tasks[0]);
    wait_for(ended, kSpinners + 1);
    done.all(kSpinners + 1, "each once");
  }
};
const RegisteredProgram<Lent> lent("view-lend", "a task that all running ones wait for gets a thread", kViews);

// A task waits for two children of a scope that it owns; another thread may run one of them, and the waiter may sleep.
struct Waits {
  Marks done;
  Told ended{0};
  Scope* scope = nullptr;
  std::uint32_t home = 0;
  ModelTask<Waits> parent, children[2];
  void run_task(Seat& me, int n) {
    if (n > 0) {
      tf::detail::pay_others(me, *scope);
      if (me.number != home) pause();  // the parent falls asleep meanwhile
      done.set(n);
      return tf::detail::end_task(me, *scope);
    }
    Scope own(me);
    scope = &own;
    home = me.number;
    for (int i = 0; i < 2; ++i) {
      children[i].set(this, i + 1);
      tf::detail::add_tasks(&me, own, 1);
      xomp_graph_seat_push_1(&me, &children[i]);
    }
    let_all_sleep(60);  // the other thread comes and takes one
    tf::detail::wait_as_owner(me, own);
    require(done.marks[1] == 1 && done.marks[2] == 1, "a wait is over when the children have ended");
    done.set(0);
    tell(ended);
  }
  void run() {
    OpenView open(2);
    stop_time();
    parent.set(this, 0);
    xomp_graph_view_submit_1(open.view, &parent);
    wait_for(ended);
    done.all(3, "each once");
  }
};
const RegisteredProgram<Waits> waits("view-wait", "a wait in a task is woken by its last child's end", kViews);

// A task waits for its children in the middle of its body. The ends that its own seat owes belong to tasks that have
// ended. The other thread's seat may owe some, too.
struct Children {
  Marks done;
  Told ended{0};
  Scope scope;
  std::uint32_t home = 0;
  ModelTask<Children> tasks[4];
  Children() : scope() {}
  static void finish(Seat&, Scope& s) {
    auto* const self = reinterpret_cast<Children*>(reinterpret_cast<char*>(&s) - offsetof(Children, scope));
    self->done.all(4, "a scope ends after its last task and its body");
    tell(self->ended);
  }
  void start(Seat& me, int n) {
    tasks[n].set(this, n);
    tf::detail::add_tasks(&me, scope, 1);
    xomp_graph_seat_push_1(&me, &tasks[n]);
  }
  void run_task(Seat& me, int n) {
    if (n > 0) {
      tf::detail::pay_others(me, scope);
      if (me.number != home) pause();  // the parent falls asleep meanwhile
      done.set(n);
      return tf::detail::end_task(me, scope);
    }
    home = me.number;
    scope.waiter = &me;
    scope.finish = finish;
    scope.pending.store(1, std::memory_order_relaxed);
    start(me, 1);
    start(me, 2);
    let_all_sleep(60);  // the other thread comes and takes one
    tf::detail::wait_as_parent(me, scope);
    require(done.marks[1] == 1 && done.marks[2] == 1, "a wait is over when the children have ended");
    start(me, 3);  // and one that nobody waits for
    done.set(0);
    tf::detail::end_body(me, scope);
  }
  void run() {
    OpenView open(2);
    stop_time();
    tasks[0].set(this, 0);
    xomp_graph_view_submit_1(open.view, &tasks[0]);
    wait_for(ended);
    require(ended.load(acquire) == 1, "a scope ends once");
  }
};
const RegisteredProgram<Children> children("scope-children", "a task waits for its children, then ends with one more",
                                           kViews);

// A scope of tasks that ends after the last of them. The first comes from outside; they start the others.
template <class Model, int kTasks>
struct ScopeOfTasks {
  Marks done;
  Told ended{0};
  Scope scope;
  ModelTask<Model> tasks[kTasks];
  ScopeOfTasks() : scope() {}
  void start(Seat& me, int n) {
    tasks[n].set(static_cast<Model*>(this), n);
    tf::detail::add_tasks(&me, scope, 1);
    xomp_graph_seat_push_1(&me, &tasks[n]);
  }
  static void finish(Seat&, Scope& s) {
    auto* const self = reinterpret_cast<ScopeOfTasks*>(reinterpret_cast<char*>(&s) - offsetof(ScopeOfTasks, scope));
    self->done.all(kTasks, "a scope ends after its last task");
    tell(self->ended);
  }
  void run() {
    OpenView open(2);
    stop_time();
    scope.finish = finish;
    scope.pending.store(1, std::memory_order_relaxed);
    tasks[0].set(static_cast<Model*>(this), 0);
    xomp_graph_view_submit_1(open.view, &tasks[0]);
    wait_for(ended);
    require(ended.load(acquire) == 1, "a scope ends once");
  }
};

// The first task starts two, which start one each: seats owe ends, and spend them.
struct Ended : ScopeOfTasks<Ended, 5> {
  void run_task(Seat& me, int n) {
    tf::detail::pay_others(me, scope);
    if (n == 0) start(me, 1), start(me, 2);
    else if (n < 3) start(me, n + 2);
    done.set(n);
    tf::detail::end_task(me, scope);
  }
};
const RegisteredProgram<Ended> ended("scope-end", "a scope ends once, after its last task", kViews);

// A seat that owes an end spends it on the next task of the scope, because each task makes the next one when it has
// ended.
struct Spent : ScopeOfTasks<Spent, 4> {
  void run_task(Seat& me, int n) {
    done.set(n);
    tf::detail::end_task(me, scope);
    if (n < 3) start(me, n + 1);
  }
};
const RegisteredProgram<Spent> spent("scope-spent", "an end that is owed stands for a new task", kViews);

// A task that comes from outside while a thread looks at the inbox is left to it (VIEW-5). The first of the two computes until the
// second has run.
struct Looked {
  Marks done;
  Told over{0}, ended{0};
  ModelTask<Looked> tasks[3];
  void run_task(Seat&, int n) {
    if (n == 1) wait_for(over);
    if (n == 2) tell(over);
    done.set(n);
    tell(ended);
  }
  void run() {
    OpenView open(2);
    stop_time();
    for (int i = 0; i < 3; ++i) tasks[i].set(this, i);
    xomp_graph_view_submit_1(open.view, &tasks[0]);
    wait_for(ended);
    pause();
    xomp_graph_view_submit_1(open.view, &tasks[1]);
    xomp_graph_view_submit_1(open.view, &tasks[2]);
    wait_for(ended, 3);
    done.all(3, "each once");
  }
};
const RegisteredProgram<Looked> looked("view-look", "what is left to a thread that looks for tasks is run", kViews);

// A thread outside of all tasks polls for their end on one of two processors (VIEW-6). What a task pushes meanwhile, and waits for,
// gets that processor.
struct Polled {
  Marks done;
  Told over{0}, ended{0};
  ModelTask<Polled> tasks[2];
  void run_task(Seat& me, int n) {
    if (n == 0) {
      let_all_sleep(any_of(4) * 16);  // perhaps until the other thread polls
      tasks[1].set(this, 1);
      xomp_graph_seat_push_1(&me, &tasks[1]);
      wait_for(over);
    } else {
      tell(over);
    }
    done.set(n);
    tell(ended);
  }
  void await() {
    xomp_graph_wait_outside_1(
        nullptr, nullptr, [](void* of) { return static_cast<Polled*>(of)->ended.load(acquire) == 2; }, this);
    wait_for(ended, 2);
    done.all(2, "each once");
  }
  void run() {
    sleep::own_threads.processors.store(2, relaxed);
    OpenView open(2);
    stop_time();
    tasks[0].set(this, 0);
    xomp_graph_view_submit_1(open.view, &tasks[0]);
    let_all_sleep(any_of(4) * 16);
    await();
  }
};
const RegisteredProgram<Polled> polled("view-poll", "tasks get the processor of a thread that polls for their end",
                                       kViews);

// Two tasks come from outside, while the second thread would take the submitter's processor (VIEW-7). The first task
// computes until the second has run. The submitter waits for tasks, so it gives its processor to the second thread.
struct Left {
  Marks done;
  Told over{0}, ended{0};
  ModelTask<Left> tasks[2];
  void run_task(Seat&, int n) {
    if (n == 0) wait_for(over);
    else tell(over);
    done.set(n);
    tell(ended);
  }
  void submit_both(graph::View* view) {
    for (int i = 0; i < 2; ++i) {
      tasks[i].set(this, i);
      xomp_graph_view_submit_1(view, &tasks[i]);
    }
  }
  void run() {
    sleep::own_threads.processors.store(2, relaxed);
    OpenView open(2);
    stop_time();
    submit_both(open.view);
    xomp_graph_wait_outside_1(
        nullptr, nullptr, [](void* of) { return static_cast<Left*>(of)->ended.load(acquire) == 2; }, this);
    wait_for(ended, 2);
    done.all(2, "each once");
  }
};
const RegisteredProgram<Left> left("view-left",
                                   "a task that no thread was called for gets one when its submitter waits", kViews);

// As Left, but the submitter waits where nobody sees it. So the watchdog must give a thread.
struct LeftAlone : Left {
  void run() {
    sleep::own_threads.processors.store(2, relaxed);
    OpenView open(2);
    submit_both(open.view);
    wait_for(ended, 2);
    done.all(2, "each once");
  }
};
const RegisteredProgram<LeftAlone> left_alone("view-left-alone",
                                              "a task that no thread was called for gets one of the watchdog", kViews);

// Two views share the threads: a thread that gets up from one goes to the other's task.
struct TwoViews {
  Marks done;
  Told ended{0};
  ModelTask<TwoViews> tasks[2];
  void run_task(Seat&, int n) {
    done.set(n);
    tell(ended);
  }
  void run() {
    OpenView one(1), other(1);
    stop_time();
    for (int i = 0; i < 2; ++i) tasks[i].set(this, i);
    xomp_graph_view_submit_1(one.view, &tasks[0]);
    xomp_graph_view_submit_1(other.view, &tasks[1]);
    wait_for(ended, 2);
    done.all(2, "each once");
  }
};
const RegisteredProgram<TwoViews> two_views("view-two", "each of two views gets a thread for its task", kViews);

// The system refuses some threads, or all that would sit on seats (VIEW-8). The executor has had a thread since it was made, so its first
// task keeps that busy until another thread has run the second task.
struct Refused {
  static constexpr int kAll = 1000;
  Marks done;
  Told begun{0}, other{0}, ended{0};
  ModelTask<Refused> tasks[2];
  void run_task(Seat&, int n) {
    done.set(n);
    if (n == 0) {
      tell(begun);
      wait_for(other);
    } else {
      tell(other);
    }
    tell(ended);
  }
  void run() {
    OpenView open(2);
    refuse_threads(any_of(2) == 0 ? 1 + any_of(2) : kAll);
    for (int i = 0; i < 2; ++i) {
      tasks[i].set(this, i);
      xomp_graph_view_submit_1(open.view, &tasks[i]);
      if (i == 0 && any_of(2) == 0) wait_for(begun);
    }
    wait_for(ended, 2);
    done.all(2, "each once");
  }
};
const RegisteredProgram<Refused> refused("view-refused", "a task runs although the system refuses threads", kViews);

// A thread of the program's serves the only seat (VIEW-9). The last task closes the view, which is opened and served again at once.
struct Served {
  static constexpr int kTasks = 2;  // of each view
  Marks done;
  Told ended{0}, closed{0}, gone{0};
  graph::View* view = nullptr;
  ModelTask<Served> tasks[2 * kTasks];
  void run_task(Seat&, int n) {
    done.set(n);
    if (n % kTasks == kTasks - 1) {
      xomp_graph_view_dismiss_1(view);
      xomp_graph_view_close_1(view);
      tell(closed);
    }
    tell(ended);
  }
  struct Service {
    Served* model;
    graph::View* view;
  };
  Service services[2];
  void open_and_serve(int round) {
    view = xomp_graph_view_open(&graph::kLayout, 1, &OpenView::kHooks);
    xomp_graph_view_reserve_1(view);
    services[round] = {this, view};
    const auto serve = [](void* service) -> void* {
      auto& [model, to_serve] = *static_cast<Service*>(service);
      xomp_graph_view_serve_1(to_serve, 0);
      tell(model->gone);
      return nullptr;
    };
    platform::start_thread(serve, &services[round], 0);
  }
  void run() {
    stop_time();
    for (int round = 0, n = 0; round < 2; ++round) {
      open_and_serve(round);
      for (int i = 0; i < kTasks; ++i, ++n) {
        tasks[n].set(this, n);
        xomp_graph_view_submit_1(view, &tasks[n]);
        if (i + 1 < kTasks) wait_for(ended, n + 1);
      }
      wait_for(closed, round + 1);
    }
    wait_for(gone, 2);
    done.all(2 * kTasks, "each once");
  }
};
const RegisteredProgram<Served> served("view-served", "a thread of the program's serves a view until that is closed",
                                       kViews);

// fork() while tasks lie anywhere: none of them runs in the child, and what it submits does.
struct Forked {
  static constexpr int kBefore = 3;
  Marks done;
  Told ended{0};
  ModelTask<Forked> tasks[kBefore + 2];
  void run_task(Seat& me, int n) {
    if (n == 0) {
      tasks[1].set(this, 1);
      xomp_graph_seat_push_1(&me, &tasks[1]);
    }
    done.set(n);
    tell(ended);
  }
  void run() {
    OpenView open(2);
    stop_time();
    tasks[0].set(this, 0);
    tasks[2].set(this, 2);
    xomp_graph_view_submit_1(open.view, &tasks[0]);
    xomp_graph_view_submit_1(open.view, &tasks[2]);
    pause();
    become_child_of_fork();
    const int before = ended.load(acquire);
    const Marks then = done;
    for (int i = kBefore; i < kBefore + 2; ++i) {
      tasks[i].set(this, i);
      xomp_graph_view_submit_1(open.view, &tasks[i]);
      wait_for(ended, before + i - kBefore + 1);
    }
    for (int i = 0; i < kBefore; ++i) require(done.marks[i] == then.marks[i], "no task of the parent runs");
    for (int i = kBefore; i < kBefore + 2; ++i) require(done.marks[i] == 1, "the child's tasks run");
  }
};
const RegisteredProgram<Forked> forked("view-fork", "fork()'s child has none of its parent's tasks", kViews);

}  // namespace
}  // namespace xomp::models
