// What the policy auto does in a team of many threads, which here are more than one (auto:few=1): it marks whom it
// stole from, follows its stolen children over two hops, looks at random besides, takes several tasks at once, digs
// late, and answers and nudges seldom. CONSTRAINT-1, SLEEP-1, DEQUE-2, RETURN-1, GROUP-1 (core/sched/PROTOCOL.md).
#include <omp.h>

#include "core/sched/policies/auto/auto.h"
#include "models/program.h"

namespace xomp::models {
namespace {

void choose_if_auto(const char* policy) {
  sched::Mistake mistake;
  if (sched::policy == sched::all_policies.front())
    require(sched::choose_policy(policy, mistake), "any number of threads may be called many");
}
template <class Body>
struct AmongMany : Program<Body> {
  AmongMany() { choose_if_auto("auto:few=1"); }
};
template <class Body>
struct AmongFew : Program<Body> {
  AmongFew() { choose_if_auto("auto"); }
};
template <class Body>
using RegisteredMany = models::Registered<AmongMany<Body>>;

constexpr Limits kThreeThreads{.departures = 0, .departures_long = 1, .random = 200, .most_steps = 60000};

// A tree of tasks, each of which waits for its children. A thread that waits in a task may only start what descends
// from that task.
template <int kThreads, int kNodes>
struct Family {
  Marks done;
  int waits_in[kThreads];

  static bool descends(int node, int from) {
    while (node > from) node = (node - 1) / 2;
    return node == from;
  }
  void grow(int node) {
    const int me = omp_get_thread_num();
    const int below = waits_in[me];
    require(below < 0 || descends(node, below),
            "a thread that waits starts only what descends from the task in which it waits");
    waits_in[me] = node;
    for (int child = 2 * node + 1; child <= 2 * node + 2 && child < kNodes; ++child) {
#pragma omp task firstprivate(child)
      grow(child);
    }
#pragma omp taskwait
    done.set(node);
    waits_in[me] = below;
  }
  void run() {
    for (int& node : waits_in) node = -1;
#pragma omp parallel num_threads(kThreads)
#pragma omp single nowait
    grow(0);
    done.all(kNodes, "each node once");
  }
};
const RegisteredMany<Family<2, 7>> pair("pair", "a tree on two threads: each once, and the constraint holds",
                                        {.departures = 1, .departures_long = 2, .random = 200, .most_steps = 40000});
const RegisteredMany<Family<3, 7>> family("family", "the same on three: stolen children have stolen children",
                                          kThreeThreads);
const RegisteredMany<Family<4, 11>> large_family("large-family", "the same on four", kThreeThreads);

// A row of tasks, each of which makes the next one. A thread that has one waits for the next, so the tasks that it may
// run meanwhile are two thefts away.
struct Hops {
  Marks done;
  void run() {
#pragma omp parallel num_threads(3)
#pragma omp single
    {
#pragma omp task
      {
#pragma omp task
        {
          for (int i = 0; i < 3; ++i) {
#pragma omp task firstprivate(i)
            done.set(i);
          }
#pragma omp taskwait
          done.set(3);
        }
#pragma omp taskwait
        done.set(4);
      }
#pragma omp taskwait
      done.all(5, "taskwait waits for the children, and they for theirs");
    }
  }
};
const RegisteredMany<Hops> hops("hops", "grandchildren are found with the thief's thief", kThreeThreads);

// The thread that makes the tasks is inside a long one afterwards, and so is the first thread that takes some. So a
// third thread must run them all.
struct BusyMaker {
  static constexpr int kTasks = 4;
  Marks done;
  Told begun{0}, ended{0};
  void body(int i) {
    const bool first = begun.fetch_add(1, acq_rel) == 0;
    if (first) wait_for(ended, kTasks - 1);
    done.set(i);
    tell(ended);
  }
  void run() {
#pragma omp parallel num_threads(3)
#pragma omp master
    {
      for (int i = 0; i < kTasks; ++i) {
#pragma omp task firstprivate(i)
        body(i);
      }
      wait_for(ended, kTasks);
    }
    done.all(kTasks, "each once");
  }
};
const RegisteredMany<BusyMaker> busy_maker("busy-maker", "nobody sleeps beside tasks that their makers and takers keep",
                                           kThreeThreads);

// One task after the other; between them its maker waits for it.
struct Trickle {
  Marks done;
  Told ended{0};
  void run() {
#pragma omp parallel num_threads(2)
#pragma omp master
    for (int i = 0; i < 3; ++i) {
#pragma omp task firstprivate(i)
      {
        done.set(i);
        tell(ended);
      }
      wait_for(ended, i + 1);
    }
    done.all(3, "each once");
  }
};
const RegisteredMany<Trickle> trickle("trickle", "a sleeper is told of each task", kProgram);

// A thread that holds back after a tiny task sends no request as long as it looks for more. It falls asleep without
// having sent one, and then a task comes.
struct Unasked {
  Marks done;
  Told ended{0};
  static void hold_back() {
    if (sched::policy != sched::all_policies.front()) return;  // auto's own
    sched::Thefts& thefts = sched::part_of<sched::Auto>(*sched::own_worker->thread).thefts;
    thefts.usual = 0;
    thefts.rests_until = ~std::uint64_t{0};
  }
  void run() {
#pragma omp parallel num_threads(2)
#pragma omp master
    for (int i = 0; i < 2; ++i) {
#pragma omp task firstprivate(i)
      {
        if (i == 0) hold_back();
        done.set(i);
        tell(ended);
      }
      wait_for(ended, i + 1);
      let_all_sleep();
    }
    done.all(2, "each once");
  }
};
const models::Registered<AmongFew<Unasked>> unasked("unasked",
                                                    "who falls asleep has sent a request, though it held back before",
                                                    kProgram);

// All other threads sleep without a limit when two tasks come at once. The two wait for one another, so both must get a
// thread.
struct Together {
  Marks done;
  Told ended{0}, begun{0};
  void run() {
#pragma omp parallel num_threads(3)
#pragma omp master
    {
#pragma omp task
      tell(ended);
      wait_for(ended);
      let_all_sleep();
      for (int i = 0; i < 2; ++i) {
#pragma omp task firstprivate(i)
        {
          tell(begun);
          wait_for(begun, 2);
          done.set(i);
          tell(ended);
        }
      }
      wait_for(ended, 3);
    }
    done.all(2, "each once");
  }
};
const RegisteredMany<Together> together("together", "each sleeper is told, however soon one task comes after the other",
                                        kThreeThreads);

// Two threads make their first task of the region at once, while the others sleep without a limit. Those have sent no
// request, since there were no tasks. Both makers have served requests just before, in another region.
struct Makers {
  Marks done;
  Told begun{0}, ended{0};
  void make(int i) {
#pragma omp task firstprivate(i)
    {
      tell(begun);
      wait_for(begun, 2);
      done.set(i);
      tell(ended);
    }
    wait_for(ended, 2);
  }
  void run() {
#pragma omp parallel num_threads(4)
    sched::part_of<sched::Auto>(*sched::own_worker->thread).next_service = ~std::uint64_t{0};
#pragma omp parallel num_threads(4)
    if (const int me = omp_get_thread_num(); me < 2) {
      let_all_sleep(3);
      make(me);
    }
    done.all(2, "each once");
  }
};
const RegisteredMany<Makers> makers("makers", "each maker tells of its first task in a region",
                                    {.departures = 0, .departures_long = 1, .random = 100, .most_steps = 60000});

// CROWD-1: nobody is told of a task while as many threads are awake as there are processors. The others sleep since before
// the first task, and the tasks wait for one another: a thread that watches brings them together.
template <int kThreads, int kProcessors>
struct Rendezvous {
  Marks done;
  Told begun{0};
  void run() {
    omp_get_max_threads();  // settles the environment
    sleep::own_threads.processors.store(kProcessors, relaxed);
#pragma omp parallel num_threads(kThreads)
#pragma omp master
    {
      let_all_sleep();
      for (int i = 0; i < kThreads; ++i) {
#pragma omp task firstprivate(i)
        {
          tell(begun);
          wait_for(begun, kThreads);
          done.set(i);
        }
      }
    }
    done.all(kThreads, "each once");
  }
};
const RegisteredMany<Rendezvous<2, 1>> two_meet(
    "two-meet", "CROWD-1: two tasks wait for one another on one processor",
    {.departures = 1, .departures_long = 1, .random = 200, .most_steps = 60000});
const RegisteredMany<Rendezvous<3, 2>> three_on_two("three-on-two", "the same with three on two processors",
                                                    kThreeThreads);
const RegisteredMany<Rendezvous<3, 1>> three_meet("three-meet", "the same with three, of which one watches",
                                                  kThreeThreads);

// A thread waits for a stolen child. Meanwhile it could take tasks that lie deeper, but are no descendants, so it must
// not run them.
struct Strangers {
  Marks done;
  Told waits{0}, child_begun{0}, may_end{0};
  int waits_in[3] = {};
  void wait_for_child() {
#pragma omp task
    {
      tell(child_begun);
      wait_for(may_end);
    }
    wait_for(child_begun);
    int& is_waiting = waits_in[omp_get_thread_num()];
    is_waiting = 1;
    tell(waits);
#pragma omp taskwait
    is_waiting = 0;
    done.set(0);
  }
  void make_strangers() {
    for (int i = 1; i < 4; ++i) {
#pragma omp task firstprivate(i)
      {
        require(waits_in[omp_get_thread_num()] == 0, "who waits for a child starts no stranger");
        done.set(i);
      }
    }
    let_all_sleep();
    tell(may_end);
#pragma omp taskwait
  }
  void run() {
#pragma omp parallel num_threads(3)
#pragma omp master
    {
#pragma omp task
      wait_for_child();
      wait_for(waits);
#pragma omp task if (0)
      {
#pragma omp task if (0)
        make_strangers();
      }
    }
    done.all(4, "each once");
  }
};
const RegisteredMany<Strangers> strangers("strangers", "who waits for a child starts only descendants", kThreeThreads);

// A group's member whose parent has ended stands in the deque of a thread that is busy until the member has run.
// Others' tasks stand in the shared queue (SHARED-1). Only a thread that waits for the group can take it, so that
// thread has to dig.
struct Orphan {
  Marks done;
  Told member_made{0}, others_made{0}, member_ran{0}, busy{0};
  void wait_in_group() {
#pragma omp taskgroup
    {
#pragma omp task
      {
#pragma omp task
        {
          done.set(0);
          tell(member_ran);
        }
        tell(member_made);
        wait_for(others_made);
      }
      wait_for(busy);
    }
    require(member_ran.load(acquire) == 1, "the group's end waits for its members");
  }
  void keep_busy() {
    wait_for(member_made);
    for (int i = 0; i < 3; ++i) {
#pragma omp task priority(1)
      if (omp_get_thread_num() == 1) {
        tell(busy);
        wait_for(member_ran);
      }
    }
    tell(others_made);
    wait_for(member_ran);
  }
  void run() {
#pragma omp parallel num_threads(3)
    {
      const int me = omp_get_thread_num();
      if (me == 0) {
#pragma omp task if (0)
        wait_in_group();
      }
      if (me == 2) keep_busy();
    }
    done.all(1, "once");
  }
};
const RegisteredMany<Orphan> orphan("orphan",
                                    "a group's member behind a busy thread is dug up by who waits for the group",
                                    {.departures = 0, .departures_long = 1, .random = 200, .most_steps = 60000});

// The third thread may be late from the first region. If it takes a task of the second region, in which it is not, it
// must give the task back.
struct Late {
  static constexpr int kTasks = 12;
  Marks done;
  void run() {
#pragma omp parallel num_threads(3)
#pragma omp master
    {
#pragma omp task
      done.set(0);
    }
#pragma omp parallel num_threads(2)
#pragma omp master
    for (int i = 1; i <= kTasks; ++i) {
#pragma omp task firstprivate(i)
      done.set(i);
    }
    done.all(1 + kTasks, "each once");
  }
};
const RegisteredMany<Late> late("late", "a thread that is late from a barrier keeps nothing of the next region",
                                kThreeThreads);

}  // namespace
}  // namespace xomp::models
