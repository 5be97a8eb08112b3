// Dependences and events on the whole engine: DEPEND-1, DEPEND-2, DEPEND-3, MUTEXSET-1, THROTTLE-1's plain side,
// DETACH-1 (core/sched/PROTOCOL.md, core/task/dependences.h), DETACH-2 (core/task/completion_event.h).
#include <omp.h>

#include "models/program.h"
#include "xomp/taskgraph.h"

namespace xomp::models {
namespace {

// A chain, with readers between two writers.
struct Chain {
  int value = 0;
  int seen[2] = {};
  void run() {
    int& x = value;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task depend(out : x)
      x = 1;
#pragma omp task depend(in : x)
      seen[0] = x;
#pragma omp task depend(in : x)
      seen[1] = x;
#pragma omp task depend(inout : x)
      x = 2;
#pragma omp taskwait
      require(x == 2 && seen[0] == 1 && seen[1] == 1, "each task comes after those that it depends on");
    }
  }
};
const RegisteredProgram<Chain> chain("chain", "readers between two writers: in their order, each once", kProgram);

// Members of a set exclude one another; two sets that overlap.
struct Mutexes {
  int counts[2] = {};
  int both = 0;
  void run() {
    int &a = counts[0], &b = counts[1];
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task depend(mutexinoutset : a)
      ++a;
#pragma omp task depend(mutexinoutset : a, b)
      {
        ++a;
        ++b;
      }
#pragma omp task depend(mutexinoutset : b)
      ++b;
#pragma omp task depend(in : a, b)
      both = 10 * a + b;
    }
    require(both == 22, "one member of a set at a time, and all before what follows");
  }
};
const RegisteredProgram<Mutexes> mutexes("mutexinoutset", "members exclude one another, what follows comes after all",
                                         kProgram);

// A generating task that ends before its dependent tasks, and one that waits for a dependence.
struct Generators {
  int values[2] = {};
  void run() {
    int &x = values[0], &y = values[1];
#pragma omp parallel num_threads(2)
    {
#pragma omp single nowait
      {
#pragma omp task
        {
#pragma omp task depend(out : x)
          x = 1;
#pragma omp task depend(in : x)
          require(x == 1, "the predecessor is over");
        }
#pragma omp task depend(out : y)
        y = 5;
#pragma omp taskwait depend(in : y)
        require(y == 5, "taskwait with a dependence waits for it");
      }
    }
    require(x == 1, "all are over");
  }
};
const RegisteredProgram<Generators> generators("generators", "tables die with their tasks, not earlier", kProgram);

// An event is fulfilled by another task while the body runs, or after.
struct Detach {
  Marks done;
  void run() {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
      omp_event_handle_t event;
#pragma omp task detach(event) depend(out : done.marks[0])
      done.set(0);
#pragma omp task firstprivate(event)
      {
        done.set(1);
        omp_fulfill_event(event);
      }
#pragma omp task depend(in : done.marks[0])
      {
        done.set(2);
        require(done.marks[1] == 1, "a successor comes after the event");
      }
#pragma omp taskwait
      done.all(3, "all are over");
    }
  }
};
const RegisteredProgram<Detach> detach("detach",
                                       "a detachable task is over when its body is and its event is fulfilled",
                                       kProgram);

// Another thread fulfils an event while its task is being cancelled, and perhaps when the slot has its next event.
struct CancelledEvent {
  Marks done;
  Told made{0};
  omp_event_handle_t old{};
  bool open = false;
  void run() {
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() != 0) {
      wait_for(made);
      omp_fulfill_event(old);
    } else {
#pragma omp taskgroup
      {
        omp_event_handle_t event;
#pragma omp task detach(event)
        {
#pragma omp cancel taskgroup
          done.set(2);
        }
        old = event;
        tell(made);
      }
      omp_event_handle_t next;
#pragma omp task detach(next) depend(out : done.marks[0])
      done.set(0);
#pragma omp task depend(in : done.marks[0])
      {
        done.set(1);
        require(open, "a handle does not fulfil the slot's next event");
      }
      open = true;
      omp_fulfill_event(next);
#pragma omp taskwait
    }
    done.all(2, "all are over");
    require(done.marks[2] == 0, "who is cancelled does not go on");
  }
};
const RegisteredProgram<CancelledEvent> cancelled_event("cancelled-event", "a handle reaches its own event, or none",
                                                        kProgram);

// The other thread is running the predecessor when the undeferred task comes. The predecessor's end must wake the
// waiter, since no time limit does.
struct Woken {
  int value = 0;
  Told begun{0};
  void run() {
    int& x = value;
#pragma omp parallel num_threads(2)
#pragma omp master
    {
#pragma omp task depend(out : x)
      {
        tell(begun);
        x = 1;
      }
      wait_for(begun);
      stop_time();
#pragma omp task depend(in : x) if (0)
      require(x == 1, "the predecessor is over");
    }
  }
};
const RegisteredProgram<Woken> woken("woken", "a wait for a predecessor is ended by its end", kProgram);

// A recorded graph: replays have the order of the region, and the next one begins when all descriptors of the last one have come home.
struct Replays {
  int value = 0;
  int seen[2] = {};
  int runs = 0;
  static void make(void* self) {
    auto& mine = *static_cast<Replays*>(self);
    int &x = mine.value, *seen = mine.seen;
#pragma omp task depend(out : x) shared(x)
    x = 1;
#pragma omp task depend(in : x) shared(x) firstprivate(seen)
    seen[0] = x;
#pragma omp task depend(in : x) shared(x) firstprivate(seen)
    seen[1] = x;
#pragma omp task depend(inout : x) shared(x)
    x = 2;
    ++mine.runs;
  }
  void run() {
    void* graph = nullptr;
#pragma omp parallel num_threads(2)
#pragma omp single
    for (int i = 0; i < 3; ++i) {
      value = seen[0] = seen[1] = 0;
      xomp_taskgraph(&graph, make, this);
      require(value == 2 && seen[0] == 1 && seen[1] == 1, "each task of a replay comes after those that it waits for");
    }
    require(runs == 1, "the region runs once");
    xomp_forget_taskgraph(&graph);
  }
};
const RegisteredProgram<Replays> replays("replays",
                                         "a recorded graph, replayed twice: the region's order, each task once a run",
                                         kProgram);

}  // namespace
}  // namespace xomp::models
