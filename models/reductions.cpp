// Task reductions: gcc's, whose code combines the copies, and those that the engine combines: REDUCE-1; and the storage
// that a team's threads share: REDUCE-2 (core/task/reduction.h).
#include "core/task/reduction.h"

#include <omp.h>

#include "core/sched/spawn.h"
#include "core/sched/taskgroup.h"
#include "core/task/taskgroup.h"
#include "core/team/roots.h"
#include "core/team/team.h"
#include "models/program.h"

namespace xomp::models {
namespace {

// Compiled code makes and combines the copies.
struct Compiled {
  int sum = 0;
  void run() {
    int& total = sum;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp taskgroup task_reduction(+ : total)
      {
        for (int i = 1; i <= 3; ++i) {
#pragma omp task in_reduction(+ : total) firstprivate(i)
          {
            total += i;
#pragma omp task in_reduction(+ : total)
            total += 10;
          }
        }
      }
      require(total == 36, "the group's end has every task's share");
    }
  }
};
const RegisteredProgram<Compiled> compiled("reduction-compiled", "each task's share is combined, once", kProgram);

// As clang's code has it: the engine makes and combines the copies.
struct Combined {
  int total = 0;
  void add(int n) {
    sched::Worker& me = team::self();
    *static_cast<int*>(task::private_copy(me.current->taskgroup, &total, me.thread->number).place) += n;
  }
  void begin() {
    sched::Worker& me = team::self();
    sched::begin_taskgroup(me);
    task::TaskReductions* const r = task::attach_reductions(*me.current->taskgroup, 1);
    r->items[0] = {
        .shared = &total,
        .original = &total,
        .offset = 0,
        .size = sizeof total,
        // Not 0, so that a copy that nobody made would show.
        .initialise = [](void* copy, void*) { *static_cast<int*>(copy) = 100; },
        .finish = nullptr,
        .combine = [](void* into, void* from) { *static_cast<int*>(into) += *static_cast<int*>(from) - 100; }};
    r->combining = task::Combining::at_group_end;
    r->storage = task::make_storage(task::lay_out(r->items, 1), me.thread->team->size);
  }
  void run() {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
      begin();
      for (int i = 1; i <= 3; ++i) {
#pragma omp task firstprivate(i)
        {
          add(i);
#pragma omp task
          add(10);
        }
      }
      sched::end_taskgroup(team::self());
      require(total == 36, "the group's end has every task's share");
    }
  }
};
const RegisteredProgram<Combined> combined("reduction-combined",
                                           "the engine makes each thread's copy and combines it, once", kProgram);

// Two constructs in a row, of all threads of a team: the last one to leave combines, and
// the next storage is another one.
struct SharedByTeam {
  int total[2] = {};
  void run() {
    task::SharedReduction shared;
#pragma omp parallel num_threads(3)
    for (int round = 0; round < 2; ++round) {
      const int me = omp_get_thread_num();
      const task::ReductionStorage storage = shared.join(64, 3);
      *reinterpret_cast<int*>(storage.slot(me)) += me + 1;
      if (shared.leave()) {
        for (int thread = 0; thread < 3; ++thread) total[round] += *reinterpret_cast<int*>(storage.slot(thread));
        task::free_storage(storage);
      }
#pragma omp barrier
      require(total[round] == 6, "each thread's share, once");
    }
  }
};
const RegisteredProgram<SharedByTeam> shared_by_team(
    "reduction-shared", "one storage for all; the last to leave combines; the next construct has a new one", kProgram);

}  // namespace
}  // namespace xomp::models
