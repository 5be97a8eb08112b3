// Descriptors that their creator keeps listed, and the pool behind: PENDING-1 (core/task/PROTOCOL.md).
#include "core/task/pending_queue.h"

#include "models/explore/model.h"

namespace xomp::models {
namespace {

// The creator hands tasks over by a word each, waits until all are executed, and uses their memory again.
struct Pending {
  static constexpr int threads = 2;
  static constexpr int kTasks = 4;
  task::DescriptorPool pool;
  atomic<task::Task*> handed[kTasks] = {};
  int sum = 0;

  void run(int thread) {
    if (thread == 1) {
      for (auto& word : handed) {
        task::Task* t = nullptr;
        wait_until([&] { return (t = word.load(acquire)) != nullptr; });
        *static_cast<int*>(task::data_of(t)) += 10;
        task::PendingQueue::finish(t);
      }
      return;
    }
    task::PendingQueue queue(pool);
    for (int round = 0; round < 2; ++round) {
      task::PendingQueue::Region region(queue);
      task::Task* mine[2];
      for (int i = 0; i < 2; ++i) {
        mine[i] = queue.create(task::kHeaderBytes + sizeof(int), 0);
        *static_cast<int*>(task::data_of(mine[i])) = i;
        handed[2 * round + i].store(mine[i], release);
      }
      wait_until([&] { return queue.all_executed(); });
      for (task::Task* t : mine) sum += *static_cast<int*>(task::data_of(t));
    }
    require(queue.is_empty(), "nothing is left");
  }
  void at_end() { require(sum == 42, "each was executed once, and seen to be"); }
};
const Registered<Pending> pending("pending", "memory is used again only when its task is over",
                                  {.departures = 3, .departures_long = 4});

}  // namespace
}  // namespace xomp::models
