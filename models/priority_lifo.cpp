// The list of one owner with priorities: LIFO-1, LIFO-2, LIFO-3, LIFO-4 (core/queue/PROTOCOL.md).
#include "core/queue/priority_lifo.h"

#include "models/explore/model.h"

namespace xomp::models {
namespace {

// Wide alignment leaves tags of few bits, so that they can be wrong. The tag itself does not come round in a model.
struct alignas(64) Linked : Item {
  atomic<Linked*> link{nullptr};
  int priority = 0;
};
struct Access {
  static atomic<Linked*>& link(Linked& item) { return item.link; }
  static int priority(const Linked& item) { return item.priority; }
};

template <queue::Arrange arrange>
struct List {
  queue::PriorityLifo<Linked, Access, arrange> list;
  Linked items[4];
  Ledger taken;

  void push(int i, int priority) {
    items[i].fill(i);
    items[i].priority = priority;
    require(list.push(&items[i]), "no thief is in the way so long");
  }
  int pop() {
    Linked* item = list.pop();
    return item != nullptr ? item->use(taken) : -1;
  }
  void at_end() {
    while (pop() >= 0) {
    }
    require(taken.sum() == 4, "nothing is lost");
  }
};

// ABA: the owner pops two and puts one back while a thief stands between its look and its compare-and-swap.
struct Aba : List<queue::Arrange::newest_first> {
  static constexpr int threads = 2;
  Linked again;
  void run(int thread) {
    if (thread == 0) {
      push(0, 0);
      push(1, 0);
      push(2, 0);
      Linked* first = list.pop();
      Linked* second = list.pop();
      if (second != nullptr) second->use(taken);
      push(3, 0);
      if (first != nullptr) list.push(first);  // the same address again
      return;
    }
    for (int i = 0; i < 2; ++i)
      if (Linked* item = list.steal()) item->use(taken);
  }
};
const Registered<Aba> aba("aba", "an address that comes back does not lose the rest of the list",
                          {.departures = 4, .departures_long = 5});

// Merges: the list is in the owner's hands while thieves look.
template <int kThieves>
struct Merges : List<queue::Arrange::by_priority> {
  static constexpr int threads = 1 + kThieves;
  void run(int thread) {
    if (thread == 0) {
      push(0, 2);
      push(1, 3);
      push(2, 1);
      push(3, 2);
      const int first = pop();
      if (kThieves == 0) require(first == 1, "the highest first");
      pop();
      return;
    }
    for (int i = 0; i < 2; ++i)
      if (Linked* item = list.steal()) item->use(taken);
  }
};
const Registered<Merges<0>> alone("order", "the highest first, the newer before the older");
const Registered<Merges<1>> one("merge", "a thief while the owner merges: each item is had once",
                                {.departures = 4, .departures_long = 5});
const Registered<Merges<2>> two("merge-two-thieves", "two thieves while the owner merges: each item is had once");

}  // namespace
}  // namespace xomp::models
