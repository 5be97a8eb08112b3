// Native tasks (xomp.h) on the whole engine: the owner's end without fences, thefts, raids, sync of a stolen task,
// sleep beside spawns, and OpenMP inside a stolen task: NATIVE-1 to 7 (xomp/native_worker.h, core/native/native.cpp).
#include "core/native/native.h"  // before xomp.h: with the checker's atomics

#include <xomp.h>

#include "models/program.h"

namespace xomp::models {
namespace {

// A tree of tasks with results.
template <int kThreads, int kNodes>
struct Tree {
  Marks done;
  int grow(int node) {
    if (node >= kNodes) return 0;
    auto left = xomp::spawn([this, node] { return grow(2 * node + 1); });
    const int right = grow(2 * node + 2);
    const int sum = left.sync() + right + 1;
    done.set(node);
    return sum;
  }
  void run() {
    const int sum = xomp::run(kThreads, [this] { return grow(0); });
    require(sum == kNodes, "each result reaches who waits for it");
    done.all(kNodes, "each node once");
  }
};
const RegisteredProgram<Tree<2, 3>> tree("native-tree",
                                         "a tree of native tasks on two threads: each once, with its result", kProgram);
const RegisteredProgram<Tree<3, 7>> large_tree(
    "native-tree-3", "the same on three: stolen tasks have stolen tasks",
    {.departures = 0, .departures_long = 1, .random = 300, .most_steps = 40000});

// Several tasks are in the owner's array. The owner takes back those on top while the others steal and raid.
struct Stack {
  Marks done;
  void run() {
    xomp::run(2, [this] {
      for (int round = 0; round < 2; ++round) {
        auto a = xomp::spawn([this, round] { done.set(4 * round); });
        auto b = xomp::spawn([this, round] { done.set(4 * round + 1); });
        auto c = xomp::spawn([this, round] { done.set(4 * round + 2); });
        done.set(4 * round + 3);
        c.sync();
        b.sync();
        a.sync();
      }
    });
    done.all(8, "each once");
  }
};
const RegisteredProgram<Stack> stack(
    "native-stack", "owner, thief and raider at one array: each task is had once, slots are used again", kProgram);

// The other thread sleeps when the spawns come, and the spawner is busy afterwards. One task may be missed while it is
// being spawned (NATIVE-6), but not two: the other thread is told of the second.
struct Busy {
  Marks done;
  Told begun{0}, ended{0};
  void run() {
    xomp::run(2, [this] {
      auto first = xomp::spawn([this] { tell(begun); });  // announced in any case
      wait_for(begun);
      first.sync();
      stop_time();
      let_all_sleep();
      const auto body = [this](int i) {
        done.set(i);
        tell(ended);
      };
      auto a = xomp::spawn([body] { body(0); });
      auto b = xomp::spawn([body] { body(1); });
      wait_for(ended);
      b.sync();
      a.sync();
    });
    done.all(2, "each once");
  }
};
const RegisteredProgram<Busy> busy("native-busy", "a sleeper is told of what is spawned", kProgram);

// There is one spawn only, which may be under way while the other thread falls asleep. Time passes here, but a sleep
// without a limit does not end by it.
struct Lone {
  Marks done;
  Told ended{0};
  void run() {
    xomp::run(2, [this] {
      xomp::spawn([] {}).sync();  // answers the question of the beginning
      auto task = xomp::spawn([this] {
        done.set(0);
        tell(ended);
      });
      if (has_heavy_fences()) wait_for(ended);  // else the owner alone may be able to get it
      task.sync();
    });
    done.all(1, "once");
  }
};
const RegisteredProgram<Lone> lone("native-lone",
                                   "a task is had by others though they fell asleep while it was spawned", kProgram);

// The other thread is running the task when its owner waits. So the task's end must wake the owner, since no time limit
// does.
struct Woken {
  Marks done;
  Told begun{0};
  void run() {
    xomp::run(2, [this] {
      auto task = xomp::spawn([this] {
        tell(begun);
        done.set(0);
      });
      wait_for(begun);
      stop_time();
      task.sync();
      done.all(1, "the task has ended");
    });
  }
};
const RegisteredProgram<Woken> woken("native-woken",
                                     "a sync of a stolen task is ended by the task's end, the region by its primary",
                                     kProgram);

// A stolen task with OpenMP tasks of its own, for which it waits; and with a region.
struct Mixed {
  Marks done;
  int sum = 0;
  void children(int from) {
#pragma omp task
    done.set(from);
#pragma omp task
    done.set(from + 1);
#pragma omp taskwait
    require(done.marks[from] == 1 && done.marks[from + 1] == 1, "taskwait waits for the task's own children");
  }
  void run() {
    xomp::run(2, [this] {
      auto task = xomp::spawn([this] { children(0); });
      children(2);
      task.sync();
    });
    done.all(4, "each once");
  }
};
const RegisteredProgram<Mixed> mixed("native-openmp", "OpenMP tasks in native tasks, stolen or not", kProgram);

}  // namespace
}  // namespace xomp::models
