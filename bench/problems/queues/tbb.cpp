// oneTBB's queues, which many threads put into and take from, in the same manner.
#include <oneapi/tbb/concurrent_queue.h>

#include "queues.h"

namespace {

struct alignas(64) Item {};

template <class Queue>
class Shared {
 public:
  Shared(int, std::size_t) {}
  bool put(int, Item* item) { return queue_.push(item), true; }
  Item* take(int) {
    Item* item = nullptr;
    return queue_.try_pop(item) ? item : nullptr;
  }
  void end(int) {}

 private:
  Queue queue_;
};

}  // namespace

const Problem problem = {
    .name = "queues",
    .summary = "items put into queues and taken out again by all threads",
    .operation = "puts and takes",
    .parameters = parameters,
    .versions = {{"concurrent_queue", run_queues<Shared<tbb::concurrent_queue<Item*>>, Item>},
                 {"concurrent_bounded_queue", run_queues<Shared<tbb::concurrent_bounded_queue<Item*>>, Item>}},
    .prepare = nullptr,
    .reset = nullptr,
    .check = check_queues,
    .write_metrics = write_queue_metrics,
};
