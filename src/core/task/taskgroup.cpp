// Taskgroups: opened and closed by one thread, counted by all threads of the team.
#include "core/task/taskgroup.h"

#include <new>

#include "platform/heap.h"
#include "platform/memory.h"

namespace xomp::task {

void Taskgroup::forget_others() {
  platform::give_piece_back(others.load(relaxed), sizeof(GroupCounts) * static_cast<std::size_t>(threads));
}

GroupCounts& Taskgroup::counts_of_other(int thread_num) {
  GroupCounts* table = others.load(acquire);  // pairs with the exchange below: the zeroed counts
  if (table == nullptr) {
    const std::size_t bytes = sizeof(GroupCounts) * static_cast<std::size_t>(threads);
    auto* fresh = static_cast<GroupCounts*>(platform::take_piece(bytes));
    if (fresh == nullptr) platform::out_of_memory("a taskgroup");
    for (int i = 0; i < threads; ++i) new (&fresh[i]) GroupCounts;
    if (others.compare_exchange_strong(table, fresh, acq_rel, acquire)) {
      table = fresh;
    } else {
      platform::give_piece_back(fresh, bytes);
    }
  }
  return table[thread_num];
}

bool Taskgroup::empty() const {
  // [GROUP-1] ends first
  std::uint64_t finished = own.finished.load(acquire) + finished_elsewhere.load(acquire), created = 0;
  const GroupCounts* table = others.load(acquire);
  if (table != nullptr)
    for (int i = 0; i < threads; ++i) finished += table[i].finished.load(acquire);
  // A table that appears now counts ends only of tasks whose creation has been counted already. So the scan that misses
  // the table finds fewer ends, and empty() returns false.
  created = own.created.load(relaxed);
  table = others.load(acquire);
  if (table != nullptr)
    for (int i = 0; i < threads; ++i) created += table[i].created.load(relaxed);  // [GROUP-1] seen through the ends
  return finished == created;
}

bool is_cancelled(const Taskgroup* group) {
  for (; group != nullptr; group = group->outer)
    if (group->cancelled.load(relaxed)) return true;  // hint: a task may miss a cancellation until a later check
  return false;
}

}  // namespace xomp::task
