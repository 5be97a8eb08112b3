// A task's own internal control variables, from when it first changes one. An implicit task has room for them in its
// Thread. Other tasks share what the team keeps, until the region ends: each set of values once, however many tasks set
// it. Called by the thread that runs the task.
#include <new>

#include "core/team/team.h"
#include "platform/heap.h"
#include "platform/memory.h"

namespace xomp::team {

// Never changed once it is in a list, because other threads read it without a lock.
struct KeptIcv {
  KeptIcv* next;
  icv::TaskIcv values;
};

// A thread that finds values in a list finds them written, because the push is a release and each look an acquire. Two
// threads that keep the same values at once may both add them.
struct KeptIcvs {
  static constexpr std::size_t kLists = 64;
  atomic<KeptIcv*> lists[kLists];
};

namespace {

void* take(std::size_t bytes) {
  void* const memory = platform::take_piece(bytes);
  if (memory == nullptr) platform::out_of_memory("internal control variables");
  return memory;
}

// Chooses a list by the values that programs change from task to task.
std::size_t list_of(const icv::TaskIcv& values) {
  const auto number = static_cast<std::uint32_t>(values.nthreads) + static_cast<std::uint32_t>(values.thread_limit) +
                      static_cast<std::uint32_t>(values.run_schedule.chunk);
  return (number * 2654435761u >> 16) % KeptIcvs::kLists;
}

KeptIcvs& lists_of(Team& team) {
  KeptIcvs* all = team.kept_icvs.load(acquire);  // pairs with the exchange: the empty lists
  if (all != nullptr) return *all;
  auto* const fresh = new (take(sizeof(KeptIcvs))) KeptIcvs{};
  if (team.kept_icvs.compare_exchange_strong(all, fresh, acq_rel, acquire)) return *fresh;
  platform::give_piece_back(fresh, sizeof(KeptIcvs));
  return *all;
}

icv::TaskIcv* keep_icv(Team& team, const icv::TaskIcv& values) {
  atomic<KeptIcv*>& list = lists_of(team).lists[list_of(values)];
  for (KeptIcv* kept = list.load(acquire); kept != nullptr; kept = kept->next)  // pairs with the push
    if (kept->values == values) return &kept->values;
  KeptIcv* const kept = new (take(sizeof(KeptIcv))) KeptIcv{list.load(relaxed), values};
  while (!list.compare_exchange_weak(kept->next, kept, release, relaxed)) {  // pairs with the look
  }
  return &kept->values;
}

}  // namespace

void set_icv(Worker& me, const icv::TaskIcv& values) {
  task::Task* const t = me.current;
  if (*t->icv == values) return;
  Thread& thread = thread_of(me);
  // Explicit tasks keep the values that they were created with. So own_icv may change only while there are no such
  // tasks, or while the implicit task itself still uses the team's values.
  const bool nobody_holds_own = thread.created.load(relaxed) == 0 || t->icv == &team_of(me).icv;  // own count
  if (t->has(task::kImplicit) && nobody_holds_own) {
    thread.own_icv = values;
    t->icv = &thread.own_icv;
  } else {
    t->icv = keep_icv(team_of(me), values);
  }
}

void forget_icvs(Team& team) {
  KeptIcvs* const all = team.kept_icvs.exchange(nullptr, acquire);  // all tasks have ended
  if (all == nullptr) return;
  for (atomic<KeptIcv*>& list : all->lists)
    for (KeptIcv* kept = list.load(relaxed); kept != nullptr;) {
      KeptIcv* const next = kept->next;
      platform::give_piece_back(kept, sizeof(KeptIcv));
      kept = next;
    }
  platform::give_piece_back(all, sizeof(KeptIcvs));
}

}  // namespace xomp::team
