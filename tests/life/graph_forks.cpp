// Graph tasks (xomp/graph.h) and fork(): in a graph that is opened late, without a wait, in a task, and under load. Under a policy, too:
// test_forks.py names it. A child checks its own part and ends with status 0.
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "xomp/graph.h"

using namespace xomp::graph;

#define CHECK(condition)                                                            \
  do {                                                                              \
    if (!(condition)) {                                                             \
      std::fprintf(stderr, "%s:%d: %s is false\n", __FILE__, __LINE__, #condition); \
      _exit(1);                                                                     \
    }                                                                               \
  } while (0)

namespace {

const pid_t kParent = getpid();
std::atomic<int> ran{0}, strangers{0};

struct Counted : Task {
  pid_t maker;
};

void submit_some(int tasks, void (*body)(Seat&, Task*)) {
  for (int i = 0; i < tasks; ++i) {
    Seat& me = self();
    auto* const task = static_cast<Counted*>(allocate(me, sizeof(Counted)));
    task->run = body;
    task->priority = i % 8 == 7 ? 1 : 0;
    task->maker = getpid();
    submit(me, task);
  }
}

void count(Seat& me, Task* task) {
  if (static_cast<Counted*>(task)->maker == getpid()) ++ran;
  else ++strangers;
  give_back(me, task);
}
void count_late(Seat& me, Task* task) {
  usleep(100);
  count(me, task);
}

// In 10 s at most.
void all_run(int tasks) {
  for (int i = 0; i < 10000 && ran < tasks; ++i) usleep(1000);
  CHECK(ran == tasks && strangers == 0);
}

void ends_well(pid_t child) {
  int status = 0;
  CHECK(child > 0);
  for (int i = 0; i < 10000; ++i) {
    if (waitpid(child, &status, WNOHANG) != child) {
      usleep(1000);
      continue;
    }
    CHECK(status == 0);
    return;
  }
  CHECK(!"the child has ended after 10 s");
}

// The tasks are there before the graph is opened for more threads, which it is when they have ended.
void opened_late() {
  submit_some(100, count);
  CHECK(xomp_graph_open(&kLayout, 4) >= 1);
  xomp_graph_wait_1(0);
  CHECK(ran == 100);
  CHECK(xomp_graph_open(&kLayout, 4) == 4);
}

void child_does_not_wait() {
  ran = 0;
  const pid_t child = fork();
  if (child == 0) {
    submit_some(10, count);
    all_run(10);
    xomp_graph_wait_1(0);
    _exit(0);
  }
  ends_well(child);
}

// What waits in the queues is the parent's.
void forked_under_load() {
  for (int round = 0; round < 20; ++round) {
    ran = 0;
    submit_some(300, count_late);
    usleep(static_cast<useconds_t>(200 * round));
    const pid_t child = fork();
    if (child == 0) {
      ran = 0;
      xomp_graph_wait_1(0);
      submit_some(50, count);
      if (round % 2 == 0) xomp_graph_wait_1(0);
      all_run(50);
      _exit(0);
    }
    xomp_graph_wait_1(0);
    CHECK(ran == 300 && strangers == 0);
    ends_well(child);
  }
}

std::atomic<pid_t> child_of_task{0};
void fork_here(Seat& me, Task* task) {
  const pid_t child = fork();
  if (child != 0) child_of_task = child;
  give_back(me, task);
}
// In the child the pool's thread is alone: it ends, and the process with it.
void task_forks() {
  child_of_task = 0;
  submit_some(1, fork_here);
  for (int i = 0; i < 10000 && child_of_task == 0; ++i) usleep(1000);
  ends_well(child_of_task);
  xomp_graph_wait_1(0);
}

// The child's task goes on with tasks of its own, whose last one ends the process.
void end_after_all(Seat&, Task*) {
  if (getpid() != kParent) _exit(ran == 20 ? 0 : 1);
}
void fork_and_submit(Seat& me, Task* task) {
  const pid_t child = fork();
  if (child != 0) {
    child_of_task = child;
  } else {
    ran = 0;
    submit_some(20, [](Seat& w, Task* t) {
      count(w, t);
      if (ran == 20) end_after_all(w, t);
    });
  }
  give_back(me, task);
}
void task_forks_and_goes_on() {
  child_of_task = 0;
  submit_some(1, fork_and_submit);
  for (int i = 0; i < 10000 && child_of_task == 0; ++i) usleep(1000);
  ends_well(child_of_task);
  xomp_graph_wait_1(0);
}

}  // namespace

int main() {
  opened_late();
  child_does_not_wait();
  forked_under_load();
  task_forks();
  task_forks_and_goes_on();
  CHECK(xomp_graph_open(&kLayout, 2) == 2);
  task_forks();
  task_forks_and_goes_on();
}
