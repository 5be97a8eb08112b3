// STACK-1: tasks that run where they are created, with a descriptor on the stack or in the pool that only their thread knows,
// among tasks of every other kind, with children that outlive them. Every task is counted.
#include <atomic>
#include <thread>

#include "core/sched/in_place.h"
#include "platform/cpu.h"
#include "stress/engine.h"

namespace xomp::testing {
namespace {

// As compiled code of gcc hands a plain task over.
template <class Body>
void plain(Body body) {
  Worker& worker = me();
  auto call = [](void* data) { (*static_cast<Body*>(data))(); };
  if (!worker.thread->defers || sched::runs_in_place(worker)) {
    sched::run_on_stack(worker, call, &body, platform::stack_address() >= worker.look_below);
  } else {
    spawn(std::move(body));
  }
}

// As compiled code of clang does it: memory first, then the task.
template <class Body>
void plain_in_block(Body body) {
  Worker& worker = me();
  if (worker.thread->defers && !sched::runs_in_place(worker)) return spawn(std::move(body));
  Task* const t = sched::create_task(worker, 0, task::kPlainBody);
  t->body = reinterpret_cast<void*>(static_cast<void (*)(void*)>([](void* data) { (*static_cast<Body*>(data))(); }));
  t->data = &body;
  sched::run_undeferred(worker, t);
}

struct Tree {
  std::atomic<long> planned{0}, run{0}, in_place{0}, moved{0};
  std::atomic<bool> wrong{false};

  void node(std::uint64_t seed, int depth) {
    run.fetch_add(1);
    Random random(seed);
    Task* const at_begin = me().current;
    if (at_begin->has(task::kOnStack)) in_place.fetch_add(1);
    if (depth == 0) return;
    const int children = static_cast<int>(random.below(4));
    for (int i = 0; i < children; ++i) child(random, random.next(), depth - 1);
    if (random.below(3) == 0) taskwait();
    if (random.below(16) == 0) sched::taskyield(me());
    Task* const at_end = me().current;
    if (at_begin != at_end) moved.fetch_add(1);
    if (!at_end->has(task::kKnown) && at_end->unfinished != 0) wrong = true;
    if (at_end->has(task::kKnown) && at_end->parent.load(relaxed)->has(task::kOnStack)) wrong = true;
  }

  void child(Random& random, std::uint64_t seed, int depth) {
    planned.fetch_add(1);
    auto body = [this, seed, depth] { node(seed, depth); };
    switch (random.below(16)) {
      case 0: return undeferred(body);
      case 1: return spawn(body, task::kFinal);
      case 2: return taskgroup([&] { plain(body); });
      case 3: return taskgroup([&] { spawn(body); });
      case 4: {
        if (me().current->has(task::kFinal)) return plain(body);  // would wait here for the event that it is to fulfil next
        Task* const event = make(body, task::kDetachable);
        sched::submit(me(), event);
        planned.fetch_add(1);
        return spawn([this, event] {
          run.fetch_add(1);
          fulfill(event);
        });
      }
      case 5: case 6: return spawn(body);
      case 7: case 8: case 9: return plain_in_block(body);
      case 10: {  // created in one order, handed over in another, and one thrown away
        Task* const first = make(body);
        Task* const second = make([this] { run.fetch_add(1); });
        planned.fetch_add(1);
        sched::discard(me(), sched::create_task(me(), 0, 0));
        sched::submit(me(), second);
        return sched::submit(me(), first);
      }
      default: return plain(body);
    }
  }
};

void run_trees(int threads, int trees, int depth) {
  Random random(seed_of_run() + static_cast<std::uint64_t>(threads));
  for (int i = 0; i < trees; ++i) {
    Tree tree;
    masked_region(threads, [&] {
      for (int k = 0; k < 40; ++k) tree.child(random, random.next(), depth);
      for (int k = 0; k < 8; ++k) spawn([] { work(2000); });
    });
    ASSERT_EQ(tree.run.load(), tree.planned.load());
    ASSERT_FALSE(tree.wrong.load());
  }
}

TEST(TasksOnTheStack, AloneInTheTeam) { run_trees(1, 40 / kScale, 9); }
TEST(TasksOnTheStack, TwoThreads) { run_trees(2, 120 / kScale, 11); }
TEST(TasksOnTheStack, EightThreads) { run_trees(8, 40 / kScale, 11); }

// Moves off the stack at every level of a deep recursion, from the innermost on.
TEST(TasksOnTheStack, ChainMovesAtOnce) {
  for (int threads : {1, 2}) {
    std::atomic<long> ended{0};
    struct Level {
      std::atomic<long>& ended;
      void operator()(int left) const {
        if (left == 0) {
          std::atomic<long>& count = ended;
          spawn([&count] { count.fetch_add(1); });
          taskwait();
        } else {
          const Level self = *this;
          const auto next = [self, left] { self(left - 1); };
          if (left % 3 == 0) {
            plain_in_block(next);
          } else {
            plain(next);
          }
        }
        ended.fetch_add(1);
      }
    };
    masked_region(threads, [&] {
      for (int k = 0; k < 200; ++k) Level{ended}(30);
      taskwait();
    });
    EXPECT_EQ(ended.load(), 200 * 32);
  }
}

// Somebody who follows old links reads blocks that are in use again, at any time.
TEST(TasksOnTheStack, NoLinkLeadsToAStack) {
  constexpr int kDepth = 40;
  static std::atomic<const Task*> blocks[kDepth];  // where tasks have been; the pool gives the same ones again
  struct Level {
    void operator()(int left) const {
      if (left != 0) {
        plain([left] { Level{}(left - 1); });
        return;
      }
      const Task* at = sched::make_known(me());
      for (int i = 0; i < kDepth && !at->has(task::kImplicit); ++i, at = at->parent.load(relaxed)) blocks[i] = at;
    }
  };
  masked_region(1, [&] {
    const char here = 0;
    const auto bottom = reinterpret_cast<std::uintptr_t>(&here);
    const auto is_on_stack = [bottom](const Task* t) { return bottom - reinterpret_cast<std::uintptr_t>(t) < 1u << 20; };
    std::atomic<bool> over{false};
    std::atomic<long> found{0}, rounds{0};
    std::thread reader([&] {
      for (; !over; rounds.fetch_add(1))
        for (const std::atomic<const Task*>& block : blocks)
          if (const Task* t = block.load(); t != nullptr && is_on_stack(t->parent.load(acquire))) found.fetch_add(1);
    });
    while (rounds == 0) std::this_thread::yield();
    for (int k = 0; k < 40000 / kScale; ++k) Level{}(kDepth);
    over = true;
    reader.join();
    EXPECT_EQ(found.load(), 0);
  });
}

}  // namespace
}  // namespace xomp::testing
