// The graph (include/xomp/graph.h): the one view whose tasks are counted by groups, explored with the engine's real code. A wait for a
// group is told of its end (GRAPH-1), runs no others' tasks (GRAPH-2) but finds its own among them, and finds them in whatever view they are
// (GRAPH-3); fork() forgets. It is explored once more where each task is counted by itself (GRAPH-4).
#include "core/graph/layout.h"  // with the checker's atomics

#include "models/graph_task.h"
#include "platform/thread.h"

namespace xomp::models {
namespace {

using graph::Seat;

constexpr Limits kGroups{.departures = 0, .departures_long = 1, .random = 300, .most_steps = 60000};

void open(int threads) { require(xomp_graph_open(&graph::kLayout, threads) >= 1, "the graph is open"); }

template <class Model>
struct GroupTask : ModelTask<Model> {
  void submit(Seat& me, Model& m, int n, std::uint8_t group = 0) {
    this->set(&m, n);
    this->size_class = 0;
    graph::submit(me, this, group);
  }
};

template <class Model>
void start(void (Model::*body)(), Model& model) {
  struct Call {
    void (Model::*body)();
    Model* model;
  };
  static Call call;
  call = {body, &model};
  platform::start_thread(
      [](void*) -> void* {
        (call.model->*call.body)();
        return nullptr;
      },
      nullptr, 0);
}

// Each task makes the next one. The other threads are falling asleep when a round begins.
struct Rounds {
  static constexpr int kTasks = 3;
  Marks done;
  GroupTask<Rounds> tasks[2 * kTasks];
  void run_task(Seat& me, int n) {
    done.set(n);
    if (n % kTasks == 0)
      for (int i = 1; i < kTasks; ++i) tasks[n + i].submit(me, *this, n + i);
  }
  void run() {
    open(2);
    stop_time();
    for (int round = 0; round < 2; ++round) {
      tasks[round * kTasks].submit(graph::self(), *this, round * kTasks);
      require(xomp_graph_wait_1(0), "a wait outside of tasks");
      done.all((round + 1) * kTasks, "a wait ends when all tasks have");
      pause();
    }
  }
};
const RegisteredProgram<Rounds> rounds("group-rounds", "a wait ends, and only when all tasks of the group have ended",
                                       kGroups);

// A task waits for another one that its own thread has made: a second thread has to take that.
struct Blocked {
  Marks done;
  Told ended{0};
  GroupTask<Blocked> tasks[3];
  void run_task(Seat& me, int n) {
    if (n == 0) {
      tasks[1].submit(me, *this, 1);
      tasks[2].submit(me, *this, 2);  // that one stays with this thread, and task 1 can be taken
      wait_for(ended);
    }
    done.set(n);
    tell(ended);
  }
  void run() {
    open(2);
    stop_time();
    pause();
    tasks[0].submit(graph::self(), *this, 0);
    require(xomp_graph_wait_1(0), "a wait outside of tasks");
    done.all(3, "a wait ends when all tasks have");
  }
};
const RegisteredProgram<Blocked> blocked("group-blocked", "a task that another one waits for is taken", kGroups);

// Two threads, each of which waits for a group of its own, without a thread of the pool. The task of the second group waits for
// what the first thread does after its wait: so that one must not run it.
struct Apart {
  Marks done;
  Told goes_on{0}, over{0};
  std::uint32_t other = 0;
  GroupTask<Apart> tasks[3];
  void run_task(Seat&, int n) {
    if (n == 2) wait_for(goes_on);
    done.set(n);
  }
  void wait_for_other() {
    tasks[2].submit(graph::self(), *this, 2, static_cast<std::uint8_t>(other));
    require(xomp_graph_wait_1(other), "a wait outside of tasks");
    require(done.marks[2] == 1, "a wait ends when the group's tasks have");
    tell(over);
  }
  void run() {
    open(1);
    stop_time();
    other = xomp_graph_open_group_1();
    start(&Apart::wait_for_other, *this);
    if (any_of(2) == 0) pause();
    for (int i = 0; i < 2; ++i) tasks[i].submit(graph::self(), *this, i);
    require(xomp_graph_wait_1(0), "a wait outside of tasks");
    tell(goes_on);
    wait_for(over);
    done.all(3, "each once");
    xomp_graph_close_group_1(other);
  }
};
const RegisteredProgram<Apart> apart("group-apart", "who waits for a group leaves others' tasks to others", kGroups);

// Two threads without a thread of the pool, each of which waits for a group of its own. They take one another's tasks out of the inbox, and
// a policy may put those where only one of the two can take them.
struct Mixed {
  static constexpr int kEach = 3;
  Marks done;
  Told over{0};
  std::uint32_t other = 0;
  GroupTask<Mixed> tasks[2 * kEach];
  void run_task(Seat&, int n) { done.set(n); }
  void submit_and_wait(std::uint32_t group, int first) {
    for (int n = first; n < first + kEach; ++n)
      tasks[n].submit(graph::self(), *this, n, static_cast<std::uint8_t>(group));
    require(xomp_graph_wait_1(group), "a wait outside of tasks");
    for (int n = first; n < first + kEach; ++n) require(done.marks[n] == 1, "a wait ends when the group's tasks have");
  }
  void wait_for_other() {
    submit_and_wait(other, kEach);
    tell(over);
  }
  void run() {
    open(1);
    other = xomp_graph_open_group_1();
    start(&Mixed::wait_for_other, *this);
    submit_and_wait(0, 0);
    wait_for(over);
    xomp_graph_close_group_1(other);
  }
};
const RegisteredProgram<Mixed> mixed("group-mixed", "who waits for a group finds its tasks among others'", kGroups);

// The graph is opened for other numbers of threads while another thread submits and waits.
struct Resized {
  Marks done;
  Told over{0};
  GroupTask<Resized> tasks[3];
  void run_task(Seat&, int n) { done.set(n); }
  void submit_and_wait() {
    for (int i = 0; i < 2; ++i) {
      tasks[i].submit(graph::self(), *this, i);
      require(xomp_graph_wait_1(0), "a wait outside of tasks");
      require(done.marks[i] == 1, "the task was run");
    }
    tell(over);
  }
  void run() {
    open(1);
    stop_time();
    start(&Resized::submit_and_wait, *this);
    open(2);
    tasks[2].submit(graph::self(), *this, 2);
    open(1);
    require(xomp_graph_wait_1(0), "a wait outside of tasks");
    wait_for(over);
    done.all(3, "each once");
  }
};
const RegisteredProgram<Resized> resized("group-resized", "no task stays in a view that another one has replaced",
                                         kGroups);

// fork() while tasks lie anywhere: none of them runs in the child, and what it submits does.
struct Forked {
  static constexpr int kBefore = 3;
  Marks done;
  GroupTask<Forked> tasks[kBefore + 1];
  void run_task(Seat& me, int n) {
    done.set(n);
    if (n == 0) tasks[1].submit(me, *this, 1);
  }
  void run() {
    open(2);
    stop_time();
    tasks[0].submit(graph::self(), *this, 0);
    tasks[2].submit(graph::self(), *this, 2);
    pause();
    become_child_of_fork();
    const Marks then = done;
    tasks[kBefore].submit(graph::self(), *this, kBefore);
    require(xomp_graph_wait_1(0), "a wait outside of tasks");
    for (int i = 0; i < kBefore; ++i) require(done.marks[i] == then.marks[i], "no task of the parent runs");
    require(done.marks[kBefore] == 1, "the child's task runs");
  }
};
const RegisteredProgram<Forked> forked("group-fork", "fork()'s child has none of its parent's tasks", kGroups);

// fork() inside a task: the child's thread ends that task, and the wait for it ends.
struct ForkedInside {
  Marks done;
  GroupTask<ForkedInside> tasks[2];
  void run_task(Seat& me, int n) {
    if (n == 0) {
      become_child_of_fork();
      tasks[1].submit(me, *this, 1);
    }
    done.set(n);
  }
  void run() {
    open(1);
    tasks[0].submit(graph::self(), *this, 0);
    require(xomp_graph_wait_1(0), "a wait outside of tasks");
    done.all(2, "a wait ends when all tasks have");
  }
};
const RegisteredProgram<ForkedInside> forked_inside("group-fork-inside", "fork()'s child ends the task that it is in",
                                                    kGroups);

}  // namespace
}  // namespace xomp::models
