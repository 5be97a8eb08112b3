// What papers measure of a machine or of one structure: additions to one word by all threads; barriers, with the team's
// own word and with the tree. A task counts one addition, or one thread's barrier.
#include "core/barrier/tree_barrier.h"
#include "models/simulate/program.h"
#include "models/simulate/tasks.h"
#include "platform/memory.h"

namespace xomp::simulate {

namespace {

struct alignas(64) Word {
  atomic<std::uint64_t> value{0};
};
Word word;

void run_additions(const Settings& settings) {
  for (std::int64_t i = thread_number(); i < settings.size; i += settings.workers) {
    word.value.fetch_add(1, relaxed);
    work(settings.grain_ns);
  }
}

void run_barriers(const Settings& settings) {
  for (std::int64_t i = 0; i < settings.size; ++i) {
    work(settings.grain_ns);
    team::barrier(*sched::own_worker);
  }
}

// Polls as the team's waits do at first, and never sleeps: what is compared is the barriers' lines.
struct Poller {
  barrier::Meanwhile meanwhile(const barrier::Arrival&) {
    platform::cpu_relax();
    return barrier::Meanwhile::idle;
  }
  bool quiescent() { return true; }
  bool given_up() { return false; }
  void completed() {}
};

class Tree {
 public:
  explicit Tree(std::uint32_t size) {
    using barrier::TreeBarrier;
    constexpr std::uint32_t kFanOut = 4;
    const barrier::TreeShape shape(kFanOut);
    tree_.set_memory(shape, size, make<TreeBarrier::Seat>(size), make<TreeBarrier::Group>(shape.all_groups(size)));
  }
  void pass(std::uint32_t number, std::uint32_t size) { tree_.pass(number, size, Poller{}); }

 private:
  template <class T>
  static T* make(std::uint32_t count) {
    T* const all = static_cast<T*>(platform::allocate_forever(count * sizeof(T)));
    for (std::uint32_t i = 0; i < count; ++i) new (&all[i]) T;
    return all;
  }

  barrier::TreeBarrier tree_;
};
atomic<Tree*> tree{nullptr};

void run_tree_barriers(const Settings& settings) {
  if (thread_number() == 0)
    tree.store(new (platform::allocate_forever(sizeof(Tree))) Tree(static_cast<std::uint32_t>(settings.workers)),
               release);
  team::barrier(*sched::own_worker);
  for (std::int64_t i = 0; i < settings.size; ++i) {
    work(settings.grain_ns);
    tree.load(acquire)->pass(static_cast<std::uint32_t>(thread_number()), static_cast<std::uint32_t>(settings.workers));
  }
}

}  // namespace

extern const Program additions_program, barriers_program, tree_barriers_program;
constinit const Program additions_program{
    "additions", "additions of all threads to one word", 20'000, 1, 100'000'000, 0, run_additions};
constinit const Program barriers_program{"barriers",  "barriers, as the team has them", 100, 1, 1'000'000, 1000,
                                         run_barriers};
constinit const Program tree_barriers_program{
    "trees", "barriers by the tree of core/barrier", 100, 1, 1'000'000, 1000, run_tree_barriers};

}  // namespace xomp::simulate
