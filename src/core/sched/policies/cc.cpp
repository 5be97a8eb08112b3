// cc: each thread has a small queue that it alone fills, by plain stores. All taking, its own too, goes through
// combining: one thread serves those that wait behind it. A thread whose queue is full goes depth first: it runs its
// new tasks at once, until 30 % of the queue are free. For programs with many fine tasks, of which few then wait; many
// thieves at one queue cost little. Source: OMPi (Agathos et al. 2012; core/queue/combining_queue.h).
#include "core/queue/combining_queue.h"
#include "core/sched/policies/parts/own_queues.h"
#include "platform/thread.h"

namespace xomp::sched {

namespace {

enum : int { kQueue, kFree };
constexpr Parameter kParameters[] = {
    {"queue", "tasks that a thread may have deferred; more run at once", Unit::count, 1, 65536, 24},
    {"free", "share of a full queue that must be free before tasks are deferred again", Unit::share, 0, 1, 0.3},
};

class Bounded {
 public:
  static constexpr Victims kVictims = Victims::in_turn;
  static constexpr bool kByPriority = false;

  Bounded() {
    const auto capacity = static_cast<std::uint32_t>(count_parameter(kQueue));
    resume_ = static_cast<std::uint32_t>((1 - parameter(kFree)) * capacity);
    if (resume_ == capacity) --resume_;
    auto* slots = platform::allocate_forever(Combining::slots_for(capacity) * sizeof(atomic<Task*>));
    chunks_ = new (platform::allocate_forever(sizeof(Chunks), alignof(Chunks))) Chunks{};
    set_up(static_cast<atomic<Task*>*>(slots), capacity);
  }

  bool push(Task* t) {
    if (throttled_) [[unlikely]] {
      if (queue_.size() > resume_) return false;
      throttled_ = false;
    }
    if (queue_.push(t)) [[likely]]
      return true;
    throttled_ = true;
    return false;
  }
  Task* pop(Worker& me) {
    if (queue_.looks_empty()) return nullptr;
    return queue_.pop(node_of(me), platform::yield_processor);
  }
  template <class Accept>
  Task* steal(Worker& me, Accept&& accept) {
    return queue_.steal(node_of(me), accept, platform::yield_processor);
  }
  int size() const { return static_cast<int>(queue_.size()); }
  bool looks_empty() const { return queue_.looks_empty(); }
  void forget_others() {
    set_up(slots_, queue_.capacity());
    throttled_ = false;
  }

 private:
  using Combining = queue::CombiningQueue<Task>;
  using Node = Combining::Node;
  static constexpr int kInChunk = 64;

  // The workers' nodes: each worker has one for this queue, and gets another one with each task that it takes.
  struct Chunk {
    Node* of[kInChunk];  // each read and written by its worker only
  };

  // The first worker that needs a chunk makes it.
  struct Chunks {
    atomic<Chunk*> at[(kMaxWorkers + kInChunk - 1) / kInChunk] = {};
  };

  static Node* make_node() { return new (platform::allocate_forever(sizeof(Node), alignof(Node))) Node; }

  void set_up(atomic<Task*>* slots, std::uint32_t capacity) {
    slots_ = slots;
    queue_.set_up(slots, capacity, make_node());
  }

  Node*& node_of(Worker& me) {
    atomic<Chunk*>& place = chunks_->at[me.id / kInChunk];
    Chunk* chunk = place.load(acquire);  // with the zeroes that its maker found in it
    if (chunk == nullptr) [[unlikely]]
      chunk = make_chunk(place);
    Node*& node = chunk->of[me.id % kInChunk];
    if (node == nullptr) [[unlikely]]
      node = make_node();
    return node;
  }
  [[gnu::noinline, gnu::cold]] static Chunk* make_chunk(atomic<Chunk*>& place) {
    auto* made = new (platform::allocate_forever(sizeof(Chunk), alignof(Chunk))) Chunk{};
    Chunk* others = nullptr;
    return place.compare_exchange_strong(others, made, acq_rel, acquire) ? made : others;  // for node_of
  }

  Combining queue_;
  // Read and written by the owner only.
  atomic<Task*>* slots_ = nullptr;
  std::uint32_t resume_ = 0;  // with so many tasks left a throttled owner defers again
  bool throttled_ = false;
  Chunks* chunks_ = nullptr;
};

}  // namespace

extern const Policy cc_policy;
constinit const Policy cc_policy = policy_entry<OwnQueues<Bounded>>(
    "cc", "small queues taken from by combining, depth first when full; for many fine tasks", kParameters);

}  // namespace xomp::sched
