// Team start and end on the whole engine: REGION-1, CLOSE-1, FAREWELL-1, START-1, BARRIER-2
// (core/team/PROTOCOL.md), ARRIVE-1, ARRIVE-2 (core/barrier/PROTOCOL.md).
#include <omp.h>

#include "core/sched/policy.h"
#include "models/program.h"

namespace xomp::models {
namespace {

// Regions of two sizes, one after the other; between them threads wait, sleep and are woken.
struct Regions {
  Marks parts[3];
  int counts[3] = {};
  void region(int number, int size) {
#pragma omp parallel num_threads(size)
    {
      int me = 0;
#pragma omp critical
      me = counts[number]++;
      parts[number].set(me);
    }
    require(counts[number] == size, "as many threads as were asked for");
    parts[number].all(size, "all have done their part when the region is over");
  }
  void run() {
    region(0, 2);
    region(1, 3);
    region(2, 2);
  }
};
const RegisteredProgram<Regions> regions("regions", "all threads of a region do their part before it ends", kProgram);

// A large team's barriers count in groups, which start anew after a small region (ARRIVE-2, BARRIER-3). The last thread
// leaves a task in the first one, so it must tell the others that all are here.
struct Growing {
  int reached[3] = {};
  Marks tasks;
  void region(int number, int size, int task) {
#pragma omp parallel num_threads(size)
    {
      const int me = omp_get_thread_num();
      reached[me] = number;
      if (me == size - 1) {
#pragma omp task
        tasks.set(task);
      }
#pragma omp barrier
      for (int i = 0; i < size; ++i) require(reached[i] == number, "what all did before the barrier is seen");
    }
    tasks.all(task + 1, "no task is left after the barrier");
  }
  void run() {
    region(1, 3, 0);
    region(2, 2, 1);
    region(3, 3, 2);
  }
};
const RegisteredProgram<Growing> growing("growing", "ARRIVE-1, ARRIVE-2, BARRIER-3: a large team after a small one",
                                         {.departures = 1, .departures_long = 1, .random = 500, .most_steps = 40000});

// Nine smaller regions in a row: the threads left out go back to the pool and are had again.
struct Dismissal {
  int sum = 0;
  void region(int size) {
#pragma omp parallel num_threads(size)
    {
#pragma omp critical
      ++sum;
    }
  }
  void run() {
    region(3);
    for (int i = 0; i < 9; ++i) region(2);
    region(3);
    require(sum == 24, "every thread has done its part");
  }
};
const RegisteredProgram<Dismissal> dismissal(
    "dismissal", "threads go back to the pool and are had again",
    {.departures = 0, .departures_long = 1, .random = 100, .most_steps = 40000});

// CLAIM-1: threads are dismissed, and others get their numbers while they may still look into their queues, of which each
// has one consumer. Under xqueue the tasks go to the threads in turn.
struct Replaced {
  Marks done;
  Replaced() {
    sched::Mistake mistake;
    require(sched::choose_policy("xqueue", mistake), "there is that policy");
  }
  void region(int first) {
#pragma omp parallel num_threads(2)
#pragma omp master
    for (int i = first; i < first + 3; ++i) {
#pragma omp task firstprivate(i)
      done.set(i);
    }
  }
  void run() {
    region(0);
    require(omp_pause_resource_all(omp_pause_soft) == 0, "the threads are dismissed");
    region(3);
    done.all(6, "each once");
  }
};
const RegisteredProgram<Replaced> replaced("replaced", "CLAIM-1: a thread gets the number of one that is late",
                                           {.departures = 1, .departures_long = 1, .random = 500, .most_steps = 40000});

// A nested team of two in a team of two, whose threads may be given back while it has no region.
struct Nested {
  int sum = 0;
  void run() {
    omp_set_max_active_levels(2);
    for (int i = 0; i < 2; ++i) {
#pragma omp parallel num_threads(2)
      {
#pragma omp parallel num_threads(2)
        {
#pragma omp critical
          ++sum;
        }
      }
    }
    require(sum == 8, "every thread has done its part");
  }
};
const RegisteredProgram<Nested> nested("nested", "nested regions: every thread does its part",
                                       {.departures = 0, .departures_long = 1, .random = 500, .most_steps = 40000});

// Two roots at once, from a pool that is empty.
struct Roots {
  static constexpr int threads = 2;
  int sums[2] = {};
  void run(int root) {
#pragma omp parallel num_threads(2)
    {
#pragma omp critical
      ++sums[root];
    }
    require(sums[root] == 2, "every thread has done its part");
  }
};
const Registered<Roots> roots("two-roots", "two threads of the program start the engine and a region each",
                              {.departures = 0, .departures_long = 1, .random = 500, .most_steps = 40000});

// A region is cancelled while the other thread is on its way to a barrier, and some tasks are left.
struct Cancelled {
  Marks done;
  int entered = 0;
  void run() {
#pragma omp parallel num_threads(2)
    {
      int me = 0;
#pragma omp critical
      me = entered++;
#pragma omp task
      done.set(8 + me);
      if (me == 0) {
#pragma omp cancel parallel
      }
#pragma omp barrier
#pragma omp cancellation point parallel
      done.set(me);
    }
    const int after = entered;
#pragma omp parallel num_threads(2)
    {
#pragma omp critical
      ++entered;
#pragma omp barrier
    }
    require(entered == after + 2, "the next region is whole");
    require(done.marks[0] == 0, "who cancelled does not go on");
    require(done.marks[8] <= 1 && done.marks[9] <= 1, "a task runs once or is discarded");
  }
};
const RegisteredProgram<Cancelled> cancelled("cancel-parallel",
                                             "CANCEL-1: a region ends without its barriers, the next one is whole",
                                             kProgram);

// A loop and a taskgroup are cancelled.
struct CancelledConstructs {
  Marks done;
  void run() {
#pragma omp parallel num_threads(2)
    {
      for (int round = 0; round < 2; ++round) {
#pragma omp for schedule(dynamic, 1)
        for (int i = 0; i < 3; ++i) {
          if (round == 0 && i == 1) {
#pragma omp cancel for
          }
#pragma omp cancellation point for
          if (round == 1) done.set(i);
        }
      }
#pragma omp single
      {
#pragma omp taskgroup
        {
#pragma omp task
          {
#pragma omp cancel taskgroup
            done.set(4);
          }
#pragma omp task
          {
#pragma omp cancellation point taskgroup
            done.set(5);
          }
        }
#pragma omp taskgroup
        {
#pragma omp task
          done.set(3);
        }
      }
    }
    done.all(4, "a construct that is not cancelled is whole");
    require(done.marks[4] == 0 && done.marks[5] <= 1, "who cancelled does not go on");
  }
};
const RegisteredProgram<CancelledConstructs> constructs("cancel-constructs",
                                                        "CANCEL-2: a request counts for one construct", kProgram);

}  // namespace
}  // namespace xomp::models
