// XOMP's own queues, from the very headers of src/core/queue, and std::deque behind a std::mutex,
// without any runtime around them.
#include <deque>
#include <mutex>

#include "core/queue/b_queue.h"
#include "core/queue/chase_lev_deque.h"
#include "core/queue/combining_queue.h"
#include "core/queue/overflow_fifo.h"
#include "core/queue/priority_lifo.h"
#include "core/queue/split_deque.h"
#include "core/queue/xqueue.h"
#include "queues.h"

namespace {

struct alignas(64) Item {
  xomp::atomic<Item*> link{nullptr};
};
struct Access {
  static xomp::atomic<Item*>& link(Item& item) { return item.link; }
  static int priority(const Item&) { return 0; }
};

using Slots = std::unique_ptr<xomp::atomic<Item*>[]>;
Slots make_slots(std::uint32_t capacity) { return Slots(new xomp::atomic<Item*>[capacity]()); }

// Room for all items in any one of them.
std::uint32_t capacity_for(std::size_t most) {
  std::uint32_t capacity = 2;
  while (capacity < 2 * most) capacity *= 2;
  return capacity;
}

// One queue a thread, and where each is to be found.
template <class Queue>
class QueueEach {
 public:
  explicit QueueEach(int threads) : queues_(new Queue[static_cast<std::size_t>(threads)]), threads_(threads) {}
  Queue& of(int thread) { return queues_[static_cast<std::size_t>(thread)]; }
  int after(int thread) const { return thread + 1 < threads_ ? thread + 1 : 0; }
  int threads() const { return threads_; }
  void end(int) {}

 private:
  std::unique_ptr<Queue[]> queues_;
  int threads_;
};

// Each thread puts into the next one's queue.
class BQueues : public QueueEach<xomp::queue::BQueue<Item>> {
 public:
  BQueues(int threads, std::size_t most) : QueueEach(threads) {
    for (int i = 0; i < threads; ++i)
      of(i).set_ring(slots_.emplace_back(make_slots(capacity_for(most))).get(), capacity_for(most));
  }
  bool put(int me, Item* item) { return of(after(me)).put(item); }
  Item* take(int me) { return of(me).take(); }

 private:
  std::vector<Slots> slots_;
};

// Each thread puts into all queues in turn and takes from its own, as the static round robin has it.
class XQueues : public QueueEach<xomp::queue::XQueue<Item>> {
 public:
  XQueues(int threads, std::size_t most) : QueueEach(threads), turn_(static_cast<std::size_t>(threads)) {
    for (int i = 0; i < threads; ++i) {
      turn_[static_cast<std::size_t>(i)].next = i;
      of(i).set_up(static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(threads), capacity_for(most), allocate);
    }
  }
  ~XQueues() {
    for (int i = 0; i < threads(); ++i) of(i).tear_down([](void* memory, std::size_t) { std::free(memory); });
  }
  bool put(int me, Item* item) {
    int& next = turn_[static_cast<std::size_t>(me)].next;
    const int target = after(next);
    if (!of(target).put(static_cast<std::uint32_t>(me), item, allocate)) return false;
    next = target;
    return true;
  }
  Item* take(int me) { return of(me).take(); }

 private:
  static void* allocate(std::size_t bytes) { return std::aligned_alloc(64, (bytes + 63) / 64 * 64); }
  struct alignas(128) Turn {
    int next = 0;
  };
  std::vector<Turn> turn_;
};

// The owner's end first, then the others' other end.
template <class Deque>
class Deques : public QueueEach<Deque> {
 public:
  Deques(int threads, std::size_t most) : QueueEach<Deque>(threads) {
    for (int i = 0; i < threads; ++i)
      this->of(i).set_ring(slots_.emplace_back(make_slots(capacity_for(most))).get(), capacity_for(most));
  }

 protected:
  template <class Steal>
  Item* steal_from_others(int me, Steal&& steal) {
    for (int victim = this->after(me); victim != me; victim = this->after(victim))
      if (Item* item = steal(this->of(victim))) return item;
    return nullptr;
  }

 private:
  std::vector<Slots> slots_;
};

class ChaseLevDeques : public Deques<xomp::queue::ChaseLevDeque<Item>> {
 public:
  using Deques::Deques;
  bool put(int me, Item* item) { return of(me).push(item); }
  Item* take(int me) {
    if (Item* item = of(me).pop()) return item;
    return steal_from_others(me, [](auto& deque) { return deque.steal(); });
  }
};

class SplitDeques : public Deques<xomp::queue::SplitDeque<Item>> {
 public:
  using Deques::Deques;
  bool put(int me, Item* item) {
    const xomp::queue::PushResult result = of(me).push(item);
    if (result == xomp::queue::PushResult::pushed_and_requested) {
      of(me).take_request();
      xomp::platform::fence_seq_cst();  // ASK-1
      of(me).publish(xomp::queue::Share::half);
    }
    return result != xomp::queue::PushResult::full;
  }
  Item* take(int me) {
    constexpr auto no_floor = ~xomp::queue::SplitDeque<Item>::Index{0};  // no position of a deque: it may take all
    if (Item* item = of(me).pop(no_floor)) return item;
    return steal_from_others(me, [](auto& deque) {
      Item* item = nullptr;
      if (deque.steal_half(&item, 1) == 0 && deque.private_items() != 0) deque.request();
      return item;
    });
  }
  void end(int me) { of(me).publish(xomp::queue::Share::all); }
};

class CombiningQueues : public QueueEach<xomp::queue::CombiningQueue<Item>> {
 public:
  CombiningQueues(int threads, std::size_t most)
      : QueueEach(threads), nodes_(new Node[nodes_for(threads)]), mine_(nodes_for(threads)) {
    Node* next = nodes_.get();
    for (int i = 0; i < threads; ++i)
      of(i).set_up(slots_.emplace_back(make_slots(capacity_for(most))).get(), capacity_for(most), next++);
    for (int thread = 0; thread < threads; ++thread)
      for (int queue = 0; queue < threads; ++queue) node(thread, queue) = next++;
  }
  bool put(int me, Item* item) { return of(me).push(item); }
  Item* take(int me) {
    if (Item* item = of(me).pop(node(me, me), sched_yield)) return item;
    for (int victim = after(me); victim != me; victim = after(victim))
      if (Item* item = of(victim).steal(node(me, victim), sched_yield)) return item;
    return nullptr;
  }

 private:
  using Node = xomp::queue::CombiningQueue<Item>::Node;
  static std::size_t nodes_for(int threads) {
    return static_cast<std::size_t>(threads) * static_cast<std::size_t>(threads + 1);
  }
  // The one that a thread has for a queue at the moment.
  Node*& node(int thread, int queue) {
    return mine_[static_cast<std::size_t>(thread) * static_cast<std::size_t>(threads()) +
                 static_cast<std::size_t>(queue)];
  }

  std::unique_ptr<Node[]> nodes_;
  std::vector<Node*> mine_;
  std::vector<Slots> slots_;
};

class Lifos : public QueueEach<xomp::queue::PriorityLifo<Item, Access>> {
 public:
  Lifos(int threads, std::size_t) : QueueEach(threads) {}
  bool put(int me, Item* item) { return of(me).push(item); }
  Item* take(int me) {
    if (Item* item = of(me).pop()) return item;
    for (int victim = after(me); victim != me; victim = after(victim))
      if (Item* item = of(victim).steal()) return item;
    return nullptr;
  }
};

class SharedFifo {
 public:
  SharedFifo(int, std::size_t) {}
  bool put(int, Item* item) { return fifo_.push(item), true; }
  Item* take(int) { return fifo_.take(); }
  void end(int) {}

 private:
  xomp::queue::OverflowFifo<Item, Access> fifo_;
};

class LockedDeque {
 public:
  LockedDeque(int, std::size_t) {}
  bool put(int, Item* item) {
    const std::scoped_lock lock(mutex_);
    items_.push_back(item);
    return true;
  }
  Item* take(int) {
    const std::scoped_lock lock(mutex_);
    if (items_.empty()) return nullptr;
    Item* item = items_.front();
    items_.pop_front();
    return item;
  }
  void end(int) {}

 private:
  std::mutex mutex_;
  std::deque<Item*> items_;
};

}  // namespace

const Problem problem = {
    .name = "queues",
    .summary = "items put into queues and taken out again by all threads",
    .operation = "puts and takes",
    .parameters = parameters,
    .versions = {{"b_queue", run_queues<BQueues, Item>},
                 {"xqueue", run_queues<XQueues, Item>},
                 {"chase_lev_deque", run_queues<ChaseLevDeques, Item>},
                 {"split_deque", run_queues<SplitDeques, Item>},
                 {"combining_queue", run_queues<CombiningQueues, Item>},
                 {"priority_lifo", run_queues<Lifos, Item>},
                 {"overflow_fifo", run_queues<SharedFifo, Item>},
                 {"mutex_deque", run_queues<LockedDeque, Item>}},
    .prepare = nullptr,
    .reset = nullptr,
    .check = check_queues,
    .write_metrics = write_queue_metrics,
};
