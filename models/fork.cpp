// fork()'s child (core/team/PROTOCOL.md, fork()): one thread is left of a team whose others may have been anywhere. Its
// waits end, what it still holds it runs, and its next region is whole.
#include <omp.h>

#include "models/program.h"

namespace xomp::models {
namespace {

int whole_region(int size) {
  int sum = 0;
#pragma omp parallel num_threads(size)
  {
#pragma omp critical
    ++sum;
  }
  return sum;
}

// In a task region with children that the other thread may have taken.
struct AmongTasks {
  Marks done;
  void run() {
#pragma omp parallel num_threads(2)
    {
#pragma omp master
      {
        for (int i = 0; i < 3; ++i) {
#pragma omp task firstprivate(i)
          done.set(i);
        }
        become_child_of_fork();
#pragma omp taskwait
#pragma omp task
        done.set(3);
      }
    }
    for (int i = 0; i < 3; ++i) require(done.marks[i] <= 1, "no task runs twice");
    require(done.marks[3] == 1, "the child's own task runs");
    require(whole_region(2) == 2, "the next region is whole");
  }
};
const RegisteredProgram<AmongTasks> tasks("among-tasks", "the child's waits end, its next region is whole", kProgram);

// Outside of regions, with threads that wait for the next one.
struct BetweenRegions {
  void run() {
    require(whole_region(3) == 3, "a region");
    become_child_of_fork();
    require(whole_region(2) == 2, "the child's region is whole");
    require(whole_region(3) == 3, "so is the next");
  }
};
const RegisteredProgram<BetweenRegions> between("between-regions", "idle threads are gone: the child makes others",
                                                kProgram);

// Before a barrier, in a worksharing construct.
struct InALoop {
  Marks done;
  void run() {
#pragma omp parallel num_threads(2)
    {
#pragma omp for schedule(dynamic, 1)
      for (int i = 0; i < 3; ++i) {
        done.set(i);
        if (i == 1 && omp_get_thread_num() == 0) become_child_of_fork();
      }
    }
    require(whole_region(2) == 2, "the child's region is whole");
  }
};
const RegisteredProgram<InALoop> loop("in-a-loop", "loop and barrier end for a thread that is alone", kProgram);

}  // namespace
}  // namespace xomp::models
