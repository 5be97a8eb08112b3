// How nodes get into queues.
#pragma once

#include "node.hpp"

namespace tf {
namespace detail {

// One turn of a node that has a priority. The queue of such tasks links them, and a node may be in it more than once:
// condition tasks or a Runtime may start the node again while it waits. So each turn has a link of its own. Other
// queues hold pointers and need none.
struct UrgentTurn : Work {
  Node& node;
  explicit UrgentTurn(Node& n) : node(n) {
    priority = n.priority;
    flags = 0;
    Work::run = run_turn;
  }
  static void run_turn(Seat& me, Work* work) {
    came_over(work);
    auto* const turn = static_cast<UrgentTurn*>(work);
    Node& node = turn->node;
    free_work(me, turn);
    node.run(me, &node);
  }
};

// What goes into a queue for the node.
TF_FORCE_INLINE Work* queued(Seat& me, Node& node) {
  if (TF_LIKELY(node.priority == 0)) return &node;
  return make_frame<UrgentTurn>(me, node);
}

// Pushes the node where others may take it.
TF_FORCE_INLINE void push_node(Seat& me, Node& node) {
  Work* const work = queued(me, node);
  goes_over(work);
  xomp_graph_seat_push_1(&me, work);
}
// Makes the node the next task of this seat, if it may be that.
TF_FORCE_INLINE void set_next_node(Seat& me, Node& node) {
  if (TF_LIKELY(me.next == nullptr && node.priority == 0)) {
    goes_over(&node);
    me.next = &node;
  } else {
    push_node(me, node);
  }
  goes_over(&me);
}

}  // namespace detail
}  // namespace tf
