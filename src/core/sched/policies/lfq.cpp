// lfq: each thread has a small buffer with its tasks of the highest priority. A task that has no room there goes to one
// FIFO of the team, or runs at once if an explicit task makes it without a priority. A thread takes the best task of
// its own buffer, else of the nearest one that has any, else the FIFO's oldest. For programs with priorities and few
// threads a node; PaRSEC does this by default. Source: PaRSEC's local flat queues, as described for TTG (Schuchart et
// al. 2022; core/queue/hierarchical_buffer.h).
#include "core/queue/hierarchical_buffer.h"
#include "core/sched/policies/parts/own_queues.h"
#include "core/sched/policies/parts/task_access.h"

namespace xomp::sched {

namespace {

enum : int { kBuffer, kOverflow };
constexpr Parameter kParameters[] = {
    {"buffer", "tasks in a thread's own buffer, which a search goes through one by one", Unit::count, 1, 256, 16},
    {"overflow", "tasks in the team's FIFO behind the buffers; more run at once", Unit::count, 1, 1'000'000, 4096},
};

// The tasks that do not fit into the buffers of a team's threads.
struct Overflow {
  queue::OverflowFifo<Task, TaskAccess> fifo;
  // About how many tasks are in the FIFO. It is not exact, because it is raised after the push and lowered after the
  // take.
  alignas(platform::cache_line) atomic<std::int32_t> length{0};
  const std::int32_t most = count_parameter(kOverflow);

  bool has_room() const { return length.load(relaxed) < most; }  // see length
  void push(Task* t) {
    fifo.push(t);
    length.fetch_add(1, relaxed);  // see length
  }
  template <class Accept>
  Task* take(Accept&& accept) {
    Task* const t = fifo.take(accept);
    if (t != nullptr) length.fetch_sub(1, relaxed);  // see length
    return t;
  }
};

Overflow& overflow_of(Worker& me);

class Buffer {
 public:
  static constexpr Victims kVictims = Victims::nearest_first;
  static constexpr bool kByPriority = true;

  Buffer() {
    const auto size = static_cast<std::size_t>(count_parameter(kBuffer));
    auto* slots = new (platform::allocate_forever(size * sizeof(Slot), alignof(Slot))) Slot[size];
    buffer_.set_up({slots, size}, nullptr);
  }

  bool push(Worker& me, Task* t) {
    Overflow& overflow = overflow_of(me);
    if (!overflow.has_room()) return false;
    // In the FIFO a task's child would stand behind tasks that its waiting parent may not run. So it runs at once.
    if (!me.current->has(task::kImplicit) && !t->has(task::kPriority) && !buffer_.has_room()) return false;
    if (buffer_.overflow() != &overflow) [[unlikely]]
      buffer_.set_overflow(&overflow);  // another team than before
    buffer_.put(t);
    return true;
  }
  Task* pop() { return buffer_.take(); }
  template <class Guess, class Sure>
  Task* pop_where(Worker& me, Guess&& guess, Sure&& sure) {
    if (Task* t = buffer_.take(guess)) return t;
    Task* refused[kMostHeld];
    int n = 0;
    Task* found = nullptr;
    while (n < kMostHeld && (found = buffer_.take()) != nullptr && !sure(found)) refused[n++] = found;
    if (n == kMostHeld) found = nullptr;
    if (n == 0) return found;
    for (int i = 0; i < n; ++i)
      if (!push(me, refused[i])) spill(*me.thread->team, refused[i]);
    wake_idle(*me.thread->team);  // [POLICY-1] a sleeper may have looked while this thread held the tasks
    return found;
  }
  template <class Accept>
  Task* steal(Accept&& accept) {
    return buffer_.take(accept);
  }
  int size() const { return static_cast<int>(buffer_.size()); }
  bool looks_empty() const { return buffer_.looks_empty(); }
  void forget_others() {}

 private:
  static constexpr int kMostHeld = 16;
  using Queue = queue::HierarchicalBuffer<Task, TaskAccess, Overflow>;
  using Slot = Queue::Slot;
  Queue buffer_;
};

class Lfq {
  using Buffers = OwnQueues<Buffer>;

 public:
  static constexpr bool kByPriority = Buffers::kByPriority;
  using Thread = Buffers::Thread;

  explicit Lfq(int) {}
  Overflow& overflow() { return overflow_; }

  static Holder put(Worker& me, Task* t) { return Buffers::put(me, t); }
  static std::uint32_t position(const Thread& own) { return Buffers::position(own); }
  static Task* freeze(Worker& me) { return Buffers::freeze(me); }
  static void thaw(Worker& me, std::uint32_t position, Task* frozen) { Buffers::thaw(me, position, frozen); }
  static Task* pop(Worker& me, Allowed allowed) { return Buffers::pop(me, allowed); }
  static const atomic<std::uint32_t>& request_word(const Thread& own) { return Buffers::request_word(own); }
  static Grant grant_in_place(Worker& me) { return Buffers::grant_in_place(me); }

  Task* get(Worker& me, Allowed allowed) {
    if (Task* t = Buffers::get(me, allowed)) return t;
    // The taker alone holds the FIFO's first task, so this check is sure.
    Task* const t = overflow_.take([&](Task* first) { return is_permitted(me, first, allowed); });
    if (t != nullptr || allowed == Allowed::any) return t;
    return dig(me, Effort::usual);
  }

  Task* search(Worker& me, Allowed allowed, Effort effort) {
    if (Task* t = pop(me, allowed)) return t;
    if (Task* t = get(me, allowed)) return t;
    if (Task* t = Buffers::search(me, allowed, effort)) return t;
    return allowed == Allowed::any ? nullptr : dig(me, effort);
  }

  // It looks in this order, since a put may move a task from a buffer to the FIFO.
  bool has_work(Worker& me) const { return Buffers::has_work(me) || !overflow_.fifo.looks_empty(); }

  template <class Visit>
  void drain(TeamTasks& team, TeamThread& survivor, Visit&& visit) {
    Buffers::drain(team, survivor, visit);
    overflow_.fifo.forget_others();
    while (Task* t = overflow_.take([](Task*) { return true; })) visit(t);
  }

 private:
  static constexpr int kMostDug = 8;

  // A waiting thread's tasks may stand behind others in the FIFO, of which it sees only the first. Those others go to
  // the shared queue at once, not only before a sleep, because children that have found no room are the usual case.
  Task* dig(Worker& me, Effort effort) {
    if (!me.thread->team->shared.looks_empty() && effort == Effort::usual) return nullptr;
    for (int n = 0; n < kMostDug; ++n) {
      Task* const t = overflow_.take([](Task*) { return true; });
      if (t == nullptr) break;
      if (permitted(me, t, Allowed::descendants) != nullptr) return t;
    }
    return nullptr;
  }

  Overflow overflow_;
};

Overflow& overflow_of(Worker& me) { return object_of<Lfq>(*me.thread->team).overflow(); }

}  // namespace

extern const Policy lfq_policy;
constinit const Policy lfq_policy = policy_entry<Lfq>(
    "lfq", "small buffers by priority, a shared FIFO behind them; for work with priorities", kParameters);

}  // namespace xomp::sched
