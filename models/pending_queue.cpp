// A creator's pending queue and the thread that executes its tasks: PENDING-1 (core/task/pending_queue.h). PENDING-2 is explored with the
// whole engine (`tasks` under auto:returns=pending).
#include "core/task/pending_queue.h"

#include "models/explore/model.h"

namespace xomp::platform {
void* take_piece(std::size_t bytes) { return models::allocate(bytes); }
void give_piece_back(void*, std::size_t) {}
}  // namespace xomp::platform

namespace xomp::models {
namespace {

// The creator hands over two tasks by a word each, and uses their memory again for two more, each when it has found its flag.
template <bool kLooks>
struct Pending {
  static constexpr int threads = 2;
  static constexpr int kTasks = 2, kRounds = 2;
  struct Block {
    task::Task task{};
    int data = 0;
  };
  Block blocks[kTasks];
  atomic<task::Task*> handed[kTasks * kRounds] = {};
  int sum = 0;

  void run(int thread) {
    if (thread == 1) return execute();
    task::PendingQueue queue;
    for (int round = 0; round < kRounds; ++round) {
      int missing = kTasks;
      for (int i = 0; i < kTasks; ++i) {
        task::Task* const t = &blocks[i].task;
        t->flags.store(0, relaxed);
        blocks[i].data = i;
        require(queue.list(t), "there is room");
        handed[kTasks * round + i].store(t, release);
      }
      const auto take = [&](task::Task* t, std::uint32_t) {
        sum += reinterpret_cast<Block*>(t)->data;
        --missing;
      };
      wait_until([&] {
        if (kLooks) queue.look(take);  // the first call after list() may do nothing
        if (kLooks) queue.look(take);
        else queue.collect(take);
        return missing == 0;
      });
      require(queue.count() == 0, "nothing is left");
    }
  }
  void execute() {
    for (auto& word : handed) {
      task::Task* t = nullptr;
      wait_until([&] { return (t = word.load(acquire)) != nullptr; });
      reinterpret_cast<Block*>(t)->data += 10;
      task::PendingQueue::set_flag(t);
    }
  }
  void at_end() { require(sum == 2 * (10 + 11), "each was executed once, and seen to be"); }
};
const Registered<Pending<false>> collect("collect", "memory is used again only when its task is over",
                                         {.departures = 3, .departures_long = 4});
const Registered<Pending<true>> look("look", "the same, by some at a time", {.departures = 3, .departures_long = 4});

}  // namespace
}  // namespace xomp::models
