// Programs whose threads leave the stack of a wait (SUSPEND-1, SUSPEND-2 in core/sched/suspended.h), and whose stolen
// tasks get a deque of their own (DEQUES-1, ROOT-1 in core/sched/policies/auto/deques.h). Compiled by gcc.
#include <omp.h>

#include "core/sched/worker.h"
#include "models/program.h"

namespace xomp::models {
namespace {

int own_number() { return sched::own_worker->id; }

// On the other thread a task becomes ready for which the child of a waiting task waits. It descends from neither of
// them. So the wait is over only if its thread leaves it.
struct Gate {
  omp_event_handle_t event{};
  int token = 0;
  Told started{0}, opened{0};
  // `body`: of that task.
  template <class Body>
  void make(Body body) {
    omp_event_handle_t made;
    int& at = token;
#pragma omp task detach(made) depend(out : at)
    {
    }
#pragma omp task depend(in : at)
    body();
    event = made;
  }
  void make() {
    make([this] { tell(opened); });
  }
  void open_and_pass() {
    tell(started);
    omp_fulfill_event(event);
    wait_for(opened);
  }
};

// Waits for a child whose event another thread fulfils once `waits` was told: then the child has begun, and a cancelled region does not
// discard it with its event.
void wait_for_event(omp_event_handle_t& event, Told& waits) {
  omp_event_handle_t made;
#pragma omp task detach(made) shared(event, waits)
  {
    event = made;
    tell(waits);
  }
#pragma omp taskwait
}

struct LeftWaits {
  Marks done;
  Gate gate;
  void run() {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
      gate.make();
#pragma omp task untied
      {
        const int before = own_number();
#pragma omp task
        {
          gate.open_and_pass();
          done.set(0);
        }
        wait_for(gate.started);
#pragma omp taskwait
        require(own_number() == before, "a task goes on on the thread that began it");
        require(done.marks[0] == 1, "taskwait waits for the child");
        done.set(1);
      }
    }
    done.all(2, "the region waits for all tasks");
  }
};
const RegisteredProgram<LeftWaits> left_waits("left-waits", "waits of untied tasks end, on their own thread", kProgram);

// A tied task waits on a thread that has left a wait before.
struct Bound {
  Marks done;
  void run() {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task untied
      {
#pragma omp task untied
        done.set(0);
#pragma omp taskwait
        require(done.marks[0] == 1, "the untied task waits for its child");
        done.set(1);
      }
#pragma omp task
      {
#pragma omp task untied
        {
#pragma omp task
          done.set(2);
#pragma omp taskwait
          require(done.marks[2] == 1, "the untied child waits for its own");
          done.set(3);
        }
#pragma omp taskwait
        require(done.marks[3] == 1, "the tied task waits for its child");
        done.set(4);
      }
    }
    done.all(5, "the region waits for all tasks");
  }
};
const RegisteredProgram<Bound> bound("bound", "tied and untied tasks wait on the same threads", kProgram);

// A group instead of a wait for children.
struct LeftGroup {
  Marks done;
  Gate gate;
  void run() {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
      gate.make();
#pragma omp task untied
      {
#pragma omp taskgroup
        {
#pragma omp task
          {
            gate.open_and_pass();
#pragma omp task
            done.set(0);
          }
          wait_for(gate.started);
        }
        require(done.marks[0] == 1, "the group waits for its descendants");
        done.set(1);
      }
    }
    done.all(2, "the region waits for all tasks");
  }
};
const RegisteredProgram<LeftGroup> left_group("left-group", "a group's wait that is left ends", kProgram);

// A thread waits in a tied task, with older tasks in its deque, and takes a task of the other thread's.
struct Apart {
  Marks done;
  void run() {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task
      done.set(0);
#pragma omp task
      {
#pragma omp task
        {
#pragma omp task
          {
#pragma omp task
            done.set(1);
            done.set(2);
          }
#pragma omp task
          done.set(3);
#pragma omp taskwait
          require(done.marks[2] == 1 && done.marks[3] == 1, "taskwait waits for all children");
          done.set(4);
        }
#pragma omp task
        done.set(5);
#pragma omp taskwait
        require(done.marks[4] == 1 && done.marks[5] == 1, "taskwait waits for all children");
        done.set(6);
      }
    }
    done.all(7, "the region waits for all tasks");
  }
};
const RegisteredProgram<Apart> apart("apart", "what a stolen task makes is found, run once and not lost", kProgram);

// A stolen task leaves two behind that nobody has waited for: they go to what the thread had before.
struct BroughtBack {
  Marks done;
  Gate gate;
  Told busy{0}, passed{0}, taken{0};
  void leave_two() {
    for (int i = 0; i < 2; ++i) {
#pragma omp task firstprivate(i)
      done.set(i);
    }
    tell(taken);
  }
  // Runs on the thread that does not wait, as soon as the gate is open.
  void pass() {
#pragma omp task
    leave_two();
    tell(passed);
    wait_for(taken);
  }
  void run() {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task
      {
        tell(busy);
        wait_for(gate.started);
        omp_fulfill_event(gate.event);
      }
      wait_for(busy);
#pragma omp task
      done.set(2);
#pragma omp task if (0)
      {
        gate.make([this] { pass(); });
#pragma omp taskyield
        tell(gate.started);
        wait_for(passed);
#pragma omp taskwait
        done.set(3);
      }
    }
    done.all(4, "the region waits for all tasks");
  }
};
const RegisteredProgram<BroughtBack> brought_back("brought-back", "what a stolen task leaves behind is run once",
                                                  kProgram);

// A thread has left a wait in an untied task. A tied one waits on its second stack when the first wait is over. The
// thread goes back there, and starts nothing new before the tied task goes on.
struct Frozen {
  Marks done;
  Gate gate;
  Told waits{0}, begun{0}, resumed{0};
  bool has_tied[2] = {};  // by thread; its own
  // Made ready while the untied task waits; its child begins on the other thread.
  void wait_tied() {
#pragma omp task
    {
      tell(begun);
      wait_for(resumed);
      done.set(0);
    }
    tell(waits);
    wait_for(begun);
    has_tied[omp_get_thread_num()] = true;
#pragma omp taskwait
    has_tied[omp_get_thread_num()] = false;
    done.set(1);
  }
  void wait_twice() {
#pragma omp task
    {
      tell(gate.started);
      omp_fulfill_event(gate.event);
      wait_for(waits);
      done.set(2);
    }
    wait_for(gate.started);
#pragma omp taskwait
    require(done.marks[2] == 1, "the first wait is over");
    tell(resumed);
#pragma omp task
    {
      require(!has_tied[omp_get_thread_num()], "no task begins beside a tied one from which it does not descend");
      done.set(3);
    }
#pragma omp taskwait
    require(done.marks[3] == 1, "the second wait is over");
    done.set(4);
  }
  void run() {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
      gate.make([this] { wait_tied(); });
#pragma omp task untied
      wait_twice();
    }
    done.all(5, "the region waits for all tasks");
  }
};
const RegisteredProgram<Frozen> frozen("frozen", "a thread goes back to a tied task before it starts others", kProgram);

// The last task of a region ends on a made stack, for which its thread has left the wait in the region's barrier. The thread takes a task
// of the next region there, and must give it back: it has not entered that region.
struct NextRegion {
  Marks done;
  omp_event_handle_t first_event{}, last_event{};
  Told first{0}, last{0}, first_ended{0}, taken{0};
  // The other thread runs both tasks: the first on top of its barrier, the last on another stack. The first ends first.
  void leave_barrier() {
#pragma omp task untied
    {
      wait_for_event(first_event, first);
      done.set(0);
      tell(first_ended);
    }
    wait_for(first);
#pragma omp task untied
    {
      wait_for_event(last_event, last);
      done.set(1);
    }
    wait_for(last);
    omp_fulfill_event(first_event);
    wait_for(first_ended);
    omp_fulfill_event(last_event);
  }
  void run() {
#pragma omp parallel num_threads(2)
#pragma omp masked
    leave_barrier();
    done.all(2, "the first region waits for its tasks");
#pragma omp parallel num_threads(2)
#pragma omp masked
    {
#pragma omp task
      {
        done.set(2);
        tell(taken);
      }
      wait_for(taken);
    }
    done.all(3, "the second region waits for its task");
  }
};
const RegisteredProgram<NextRegion> next_region("next-region",
                                                "TEAM-1: a task of the next region is run in that region", kProgram);

// A region is cancelled while a thread has left two waits. It comes back to the barrier as the first is over, and must not leave the
// region before the second.
struct LeftAndCancelled {
  Marks done;
  omp_event_handle_t first_event{}, second_event{};
  Told first{0}, second{0};
  int entered = 0;
  void run() {
#pragma omp parallel num_threads(2)
    {
      int me = 0;
#pragma omp critical
      me = entered++;
      if (me == 0) {
#pragma omp task untied
        {
          wait_for_event(first_event, first);
          omp_fulfill_event(second_event);
          done.set(0);
        }
        wait_for(first);
#pragma omp task untied
        {
          wait_for_event(second_event, second);
          done.set(1);
        }
        wait_for(second);
        omp_fulfill_event(first_event);
#pragma omp cancel parallel
      }
    }
    done.all(2, "a task that has begun goes to its end");
  }
};
const RegisteredProgram<LeftAndCancelled> left_and_cancelled("left-and-cancelled",
                                                             "CANCEL-1: a thread resumes its waits before it leaves",
                                                             kProgram);

}  // namespace
}  // namespace xomp::models
