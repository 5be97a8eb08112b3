// Programs with tasks on the whole engine, compiled by gcc: taskwait with stolen children (RETURN-1, RETURN-2, with returns=pending PENDING-1, PENDING-2,
// CONSTRAINT-1, STACK-1), the barrier with tasks in it (BARRIER-1, BARRIER-2), taskgroups (GROUP-1), sleep beside work
// (SLEEP-1, ASK-1, TEAM-1). core/sched/PROTOCOL.md, core/team/PROTOCOL.md.
#include "models/program.h"

namespace xomp::models {
namespace {

// Two children, one of which has children of its own that it waits for.
struct Taskwait {
  Marks done;
  void run() {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task
      {
#pragma omp task
        done.set(0);
#pragma omp taskwait
        done.set(1);
      }
#pragma omp task
      done.set(2);
#pragma omp taskwait
      done.all(3, "taskwait waits for all children");
    }
  }
};
const RegisteredProgram<Taskwait> taskwait("taskwait", "all children have ended, and what they did is seen", kProgram);

// A task that ends before its child: its descriptor is needed by thief and owner.
struct Orphans {
  Marks done;
  void run() {
#pragma omp parallel num_threads(2)
    {
#pragma omp single nowait
      {
#pragma omp task
        {
#pragma omp task
          {
#pragma omp task
            done.set(0);
            done.set(1);
          }
          done.set(2);
        }
#pragma omp taskwait
        require(done.marks[2] == 1, "the child has ended");
      }
    }
    done.all(3, "the region waits for all tasks");
  }
};
const RegisteredProgram<Orphans> orphans("orphans", "tasks that end before their children: nothing is freed too early",
                                         kProgram);

// Both threads leave tasks behind when they come to the barrier.
struct BarrierTasks {
  Marks done;
  void run() {
#pragma omp parallel num_threads(2)
    {
      int me = 0;
#pragma omp critical
      me = done.marks[15]++;
#pragma omp task firstprivate(me)
      {
#pragma omp task firstprivate(me)
        done.set(me);
        done.set(2 + me);
      }
#pragma omp barrier
      done.all(4, "the barrier waits for all tasks");
#pragma omp barrier
#pragma omp task firstprivate(me)
      done.set(4 + me);
    }
    done.all(6, "so does the region's end");
  }
};
const RegisteredProgram<BarrierTasks> barrier_tasks("barrier",
                                                    "a barrier is over when all have come and no task is left",
                                                    kProgram);

// A group waits for descendants, too.
struct Group {
  Marks done;
  void run() {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp taskgroup
      {
#pragma omp task
        {
#pragma omp task
          done.set(0);
          done.set(1);
        }
#pragma omp task
        {
#pragma omp taskgroup
          {
#pragma omp task
            done.set(2);
          }
          require(done.marks[2] == 1, "the inner group has ended");
        }
      }
      done.all(3, "the group waits for its descendants");
    }
  }
};
const RegisteredProgram<Group> group("taskgroup", "a group's end waits for its tasks and what they created", kProgram);

// Three threads: a thief steals from a thief.
struct Tree {
  Marks done;
  void grow(int node) {
    if (node >= 7) return;
#pragma omp task firstprivate(node)
    grow(2 * node + 1);
#pragma omp task firstprivate(node)
    grow(2 * node + 2);
#pragma omp taskwait
    done.set(node);
  }
  void run() {
#pragma omp parallel num_threads(3)
#pragma omp single nowait
    grow(0);
    done.all(7, "each node once");
  }
};
const RegisteredProgram<Tree> tree("tree", "a tree of tasks on three threads",
                                   {.departures = 0, .departures_long = 1, .random = 500, .most_steps = 40000});

// Priorities, undeferred and final tasks, a taskloop.
struct Kinds {
  Marks done;
  void run() {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task priority(2)
      done.set(0);
#pragma omp task priority(1)
      done.set(1);
#pragma omp task if (0)
      done.set(2);
#pragma omp task final(1)
      {
#pragma omp task
        done.set(3);
      }
#pragma omp taskyield
#pragma omp taskloop grainsize(1)
      for (int i = 4; i < 7; ++i) done.set(i);
    }
    done.all(7, "each once");
  }
};
const RegisteredProgram<Kinds> kinds("kinds", "tasks with priorities, undeferred, final, of a loop: each runs once",
                                     kProgram);

// A taskloop after one with short tasks: its first splitter is put quietly, while the other thread is looking for work or asleep. The first
// task waits for the last one, so the splitter must be found.
struct Quiet {
  Marks done;
  Told last{0};
  void run() {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp taskloop grainsize(1)
      for (int i = 0; i < 4; ++i) done.set(i);
      stop_time();
#pragma omp taskloop grainsize(1)
      for (int i = 4; i < 6; ++i) {
        if (i == 5) tell(last);
        else if (has_heavy_fences()) wait_for(last);  // else this thread alone may be able to get it
        done.set(i);
      }
    }
    done.all(6, "each once");
  }
};
const RegisteredProgram<Quiet> quiet("quiet", "a task that is put quietly is found: one of a loop waits for it",
                                     kProgram);

// The other thread is running the child when its parent waits. So the child's return must wake the parent, since no
// time limit does.
struct Woken {
  Marks done;
  Told begun{0};
  void run() {
#pragma omp parallel num_threads(2)
#pragma omp master
    {
#pragma omp task
      {
        tell(begun);
        done.set(0);
      }
      wait_for(begun);
      stop_time();
#pragma omp taskwait
      done.all(1, "the child has ended");
    }
  }
};
const RegisteredProgram<Woken> woken("woken", "a wait for a stolen child is ended by its return", kProgram);

// As before, after a child that has come back by the list, since it ended before its own child.
struct WokenAfterAMessage {
  Marks done;
  Told orphaned{0}, begun{0};
  void run() {
#pragma omp parallel num_threads(2)
#pragma omp master
    {
#pragma omp task
      {
#pragma omp task
        done.set(0);
        tell(orphaned);
        done.set(1);
      }
      wait_for(orphaned);
#pragma omp taskwait
      require(done.marks[1] == 1, "the child has ended");
#pragma omp task
      {
        tell(begun);
        done.set(2);
      }
      if (has_heavy_fences()) wait_for(begun);  // else this thread alone may be able to get it
      stop_time();
#pragma omp taskwait
      require(done.marks[2] == 1, "the second child has ended");
    }
  }
};
const RegisteredProgram<WokenAfterAMessage> woken_after_a_message(
    "woken-after-a-message", "a wait for a stolen child is ended by its return, after one that came by the list",
    kProgram);

}  // namespace
}  // namespace xomp::models
