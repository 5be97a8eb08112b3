// Guests (VIEW-10 in core/graph/view.h): threads outside of all tasks that run tasks while they wait. A guest runs what it waits for and
// nothing else; nothing is lost when it gets up; what it pushes is taken while it computes, although it calls nobody (VIEW-11); and what a
// thread leaves because it will wait for it (VIEW-7) is run although it does not.
#include "models/explored_scope.h"  // first: with the checker's atomics

#include "core/graph/memory.h"
#include "core/sleep/pressure.h"
#include "platform/thread.h"

namespace xomp::models {
namespace {

using graph::Seat;
using tf::detail::Scope;

constexpr Limits kGuests{.departures = 0, .departures_long = 1, .random = 600, .most_steps = 60000};

// What an executor has: a view, and a scope that counts what programs wait for.
struct Executor : OpenView {
  Scope root;
  explicit Executor(std::uint32_t seats) : OpenView(seats) {
    root.finish = [](Seat&, Scope&) {};
  }
  void submit(graph::Task& task) {
    tf::detail::add_tasks(nullptr, root, 1);
    xomp_graph_view_submit_1(view, &task);
  }
};

// What a program waits for: an atomic that its last task sets before that task counts as ended.
struct Run {
  Told over{0};
  void wait(graph::View* view, const Scope& root) {
    xomp_graph_wait_outside_1(
        view, &root.pending, [](void* of) { return static_cast<Run*>(of)->over.load(acquire) != 0; }, this);
    wait_for(over);
  }
  void wait(const Executor& executor) { wait(executor.view, executor.root); }
};

// Runs of one task each.
template <class Model, int kAll>
struct Runs {
  Marks done;
  Executor* executor = nullptr;
  Run runs[kAll];
  ModelTask<Model> tasks[kAll];
  void submit(int n) {
    tasks[n].set(static_cast<Model*>(this), n);
    executor->submit(tasks[n]);
  }
  void end(Seat& me, int n) {
    done.set(n);
    tell(runs[n].over);
    tf::detail::end_task(me, executor->root);
  }
};

// A further thread of the program.
template <class Model>
void start_program_thread(Model& model) {
  const auto body = [](void* of) -> void* {
    static_cast<Model*>(of)->be_other_thread();
    return nullptr;
  };
  platform::start_thread(body, &model, 0);
}

// A run of a task that makes another one. `kLonely`: the guest's tasks were short lately, so it calls nobody, and the watchdog finds the
// other task in time.
template <int kSeats, bool kLonely = false>
struct OwnRun {
  Marks done;
  Executor* executor = nullptr;
  Run first;
  Told others{0}, ended{0};
  ModelTask<OwnRun> tasks[2];
  void run_task(Seat& me, int n) {
    tf::detail::take_over(me, &tasks[n]);
    if (n == 0) {
      tasks[1].set(this, 1);
      xomp_graph_seat_push_1(&me, &tasks[1]);
      if (kSeats > 1 && any_of(2) == 0) wait_for(others);  // what is pushed is taken while its owner computes
    } else {
      tell(others);
    }
    done.set(n);
    if (ended.fetch_add(1, acq_rel) != 1) return;
    tell(first.over);
    tf::detail::end_task(me, executor->root);
  }
  void run() {
    Executor its(kSeats);
    executor = &its;
    if (any_of(2) == 0) sleep::own_threads.processors.store(kSeats, relaxed);
    if (kLonely) graph::state_of(graph::own_memory()).eager_waits = 0;
    else stop_time();
    tasks[0].set(this, 0);
    executor->submit(tasks[0]);
    first.wait(*executor);
    done.all(2, "each once");
    wait_until([&] { return executor->root.pending.load(acquire) == 0; });  // a guest pays what it owes
  }
};
const RegisteredProgram<OwnRun<1>> own_run_1("guest-run-1", "a guest on the only seat runs what it waits for", kGuests);
const RegisteredProgram<OwnRun<2>> own_run_2("guest-run-2",
                                             "a guest and a thread of the pool run what the guest waits for", kGuests);
const RegisteredProgram<OwnRun<2, true>> lonely_run(
    "guest-lonely", "what a guest pushes is taken while it computes, although it calls nobody", kGuests);

// Another thread submits a task at any time, which waits for what the guest does after its wait. Before that the guest waits twice, so that it
// leaves what it submits to itself (VIEW-7), and has the seat.
template <int kSeats>
struct OtherRun : Runs<OtherRun<kSeats>, 4> {
  using Base = Runs<OtherRun<kSeats>, 4>;
  using Base::done, Base::executor, Base::runs, Base::tasks, Base::submit;
  static constexpr int kOwn = 3, kAll = kOwn + 1;
  Told begins{0}, has_waited{0};
  void run_task(Seat& me, int n) {
    tf::detail::take_over(me, &tasks[n]);
    if (n == kOwn - 1 && kSeats > 1) let_all_sleep(any_of(4) * 8);
    if (n == kOwn) wait_for(has_waited);
    this->end(me, n);
  }
  void be_other_thread() {
    wait_for(begins);
    submit(kOwn);
    if (any_of(2) == 0) runs[kOwn].wait(*executor);
  }
  void run() {
    Executor its(kSeats);
    executor = &its;
    start_program_thread(*this);
    for (int n = 0; n < kOwn; ++n) {
      if (n == kOwn - 1) {
        if (kSeats == 1) tell(has_waited);  // the only seat may have the other task
        tell(begins);
      }
      submit(n);
      runs[n].wait(*executor);
    }
    if (kSeats > 1) tell(has_waited);
    wait_for(runs[kOwn].over);
    done.all(kAll, "each once");
  }
};
const RegisteredProgram<OtherRun<1>> other_run_1("guest-other-1",
                                                 "a task that comes while a guest has the only seat is run", kGuests);
const RegisteredProgram<OtherRun<2>> other_run_2("guest-other-2", "a guest runs no task of another run", kGuests);

// The guest's own task closes the view. Another executor gets it, with a task that waits for what the guest does after its wait.
struct Closed {
  Marks done;
  graph::View* views[2] = {};
  Scope root;
  Run mine;
  Told closed{0}, has_waited{0}, ended{0};
  ModelTask<Closed> tasks[2];
  void run_task(Seat&, int n) {
    done.set(n);
    if (n == 0) {
      xomp_graph_view_close_1(views[0]);
      tell(mine.over);
      root.pending.fetch_sub(1, acq_rel);
      tell(closed);
    } else {
      wait_for(has_waited);
      root.pending.fetch_sub(1, acq_rel);
      tell(ended);
    }
  }
  void submit(int n) {
    views[n] = xomp_graph_view_open(&graph::kLayout, 2, &Executor::kHooks);
    tasks[n].set(this, n);
    root.pending.fetch_add(1,
                           acq_rel);  // one count for both, as if the second executor's lay where the first one's did
    xomp_graph_view_submit_1(views[n], &tasks[n]);
  }
  void be_other_thread() {
    wait_for(closed);
    submit(1);
  }
  void run() {
    start_program_thread(*this);
    submit(0);
    mine.wait(views[0], root);
    tell(has_waited);
    wait_for(ended);
    done.all(2, "each once");
    xomp_graph_view_close_1(views[1]);
    const Executor one(2), another(2);
    require(one.view != another.view, "two executors have two views");
  }
};
const RegisteredProgram<Closed> closed("guest-closed", "a guest runs no task of the executor that gets its view",
                                       kGuests);

// A thread that has submitted and waited several times submits, and then waits where nobody sees it, or submits again.
struct Habit : Runs<Habit, 4> {
  static constexpr int kBefore = 2, kAll = kBefore + 2;
  void run_task(Seat& me, int n) {
    tf::detail::take_over(me, &tasks[n]);
    end(me, n);
  }
  void run() {
    Executor its(2);
    executor = &its;
    for (int n = 0; n < kBefore; ++n) {
      submit(n);
      runs[n].wait(*executor);
    }
    submit(kBefore);
    if (any_of(2) == 0) wait_for(runs[kBefore].over);
    submit(kBefore + 1);
    wait_for(runs[kBefore].over);
    wait_for(runs[kBefore + 1].over);
    done.all(kAll, "each once");
  }
};
const RegisteredProgram<Habit> habit("guest-habit", "a task is run although its submitter does not wait as it used to",
                                     kGuests);

}  // namespace
}  // namespace xomp::models
