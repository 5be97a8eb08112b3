// The wait at a tree barrier. A thread waits for its teller's word on a line of its own, and runs the team's tasks meanwhile. Where tasks are
// left, where its teller may not run, and before it sleeps, it looks at the barrier's word itself.
#include "core/barrier/tree_barrier.h"

#include <new>

#include "core/team/barrier_wait.h"
#include "platform/memory.h"
#include "topology/machine.h"

namespace xomp::team {

// A team's tree, and where its threads were when it was made.
struct TeamTree {
  barrier::TreeBarrier barrier;
  Binding binding;
};

namespace {

class AtTree final : public BarrierWait {
 public:
  AtTree(const Worker& me, Team& team, const Thread* leaving)
      : BarrierWait(me, team, leaving, Ends::until_now(me, team)),
        tree_(team.tree->barrier),
        number_(static_cast<std::uint32_t>(me.thread->number)) {}

  // Counts the thread in. Returns true if all have arrived and no task is left, so the barrier is complete.
  bool arrive() {
    const barrier::TreeBarrier::Arrival arrival = tree_.arrive(number_);
    before_ = arrival.before;
    arrival_ = Seen::after(static_cast<std::uint32_t>(before_))
                   .with(arrival.is_last ? static_cast<std::uint32_t>(team_.size) : arrival.in_group);
    return arrival.is_last && complete_or_announce();
  }
  // The barrier is complete, so those that wait for this thread's word may go.
  void let_others_go() { tree_.let_go(number_, before_); }

  bool is_over(Worker& me) override {
    looks_at_word_ = false;
    if (next_region()) return true;
    const bool cancelled = team_.cancelled.load(acquire);  // [CANCEL-1] before the word
    if (tree_.is_told(number_, before_)) return true;
    const bool tasking = team_.tasking.load(relaxed);  // hint
    looks_at_word_ = cancelled || must_look_at_word() || (tasking && has_ends_to_look_for());
    if (looks_at_word_ && ends_by_word(cancelled)) return true;
    if (tasking) sched::take_returned(me);
    return false;
  }

  bool is_over_without_tasks(Worker&) override {
    if (!looks_at_word_ || !can_complete(now_)) return false;
    complete_barrier(team_, now_);
    return true;
  }

 private:
  // A teller that sleeps, or is about to, tells its listeners some 50 us later. So they look at the word once in so many polls.
  static constexpr std::uint32_t kPollsPerLook = 64;

  // [TREE-3] Nobody tells thread 0. The others do not rely on it that their teller runs.
  bool must_look_at_word() { return number_ == 0 || last_step != sleep::Step::polled || ++polls_ % kPollsPerLook == 0; }

  barrier::TreeBarrier& tree_;
  const std::uint32_t number_;
  std::uint32_t polls_ = 0;
  std::uint64_t before_ = 0;  // barriers of the tree that were complete before this one
  bool looks_at_word_ = false;
};

// Where a thread of the team's next region will be.
barrier::Spot spot_of(const void* context, std::uint32_t thread) {
  const Team& team = *static_cast<const Team*>(context);
  const Binding& binding = team.binding;
  const int place = topology::place_thread(binding.policy, static_cast<int>(thread), team.size, binding.partition,
                                           binding.parent_place)
                        .place;
  const topology::Machine& machine = topology::machine();
  const topology::Location* const at = place < 0 ? nullptr : machine.find(*places()[place].begin());
  if (at == nullptr) return {-1, -1};
  return {at->of(topology::Layer::numa_domain), at->of(topology::Layer::ll_cache)};
}

}  // namespace

void prepare_tree(Team& team, std::uint32_t size) {
  if (team.tree == nullptr || team.tree->barrier.capacity() < size) {
    // A late thread may still read the former one, which stays. A team that grows one by one leaves little behind.
    const std::uint32_t capacity = team.tree == nullptr ? size : 2 * size;
    team.tree =
        new (platform::allocate_forever(sizeof(TeamTree))) TeamTree{{capacity, barrier::tree_fan_out}, team.binding};
  } else if (!(team.tree->binding == team.binding)) {
    team.tree->binding = team.binding;
    team.tree->barrier.forget();
  }
  team.tree->barrier.prepare(size, team.barrier.look().completions(), team.binding.active ? spot_of : nullptr, &team);
}

void forget_tree(Team& team) {
  if (team.tree != nullptr) team.tree->barrier.forget();
}

Passage pass_tree(Worker& me, Team& team, const Thread* leaving) {
  AtTree waiter(me, team, leaving);
  if (!waiter.arrive()) wait_at_barrier(me, team, waiter);
  if (!waiter.given_up() && !team.alone) waiter.let_others_go();
  sched::take_returned(me);
  return waiter.given_up() ? Passage::given_up : Passage::complete;
}

}  // namespace xomp::team
