// Waiting for the turn and passing it on.
#include "core/worksharing/ordered.h"

namespace xomp::worksharing {

namespace {

// Where the thread waits that has the chunk beginning at `iteration`. Others may wait at the same place; they look and
// wait on.
sleep::EventWord& waiting_place(ThreadLoops& me, std::uint64_t iteration) {
  return me.record->slots[iteration / me.chunk % me.team_size].event;
}

}  // namespace

void wait_for_turn(ThreadLoops& me) {
  const std::uint64_t mine = me.ordered.chunk.begin;
  atomic<std::uint64_t>& turn = me.record->turn;
  auto ready = [&] { return turn.load(acquire) == mine || me.team->cancelled(); };  // [ORDERED-1] pairs with pass_turn
  waiting_place(me, mine).wait_until(me.ordered_history, ready);
  me.ordered.has_turn = true;
}

void pass_turn(ThreadLoops& me) {
  OrderedCursor& own = me.ordered;
  if (own.passed || own.chunk.begin == own.chunk.end) return;
  if (!own.has_turn) wait_for_turn(me);
  own.passed = true;
  me.record->turn.store(own.chunk.end, release);  // [ORDERED-1] pairs with wait_for_turn
  if (own.chunk.end != me.trip) waiting_place(me, own.chunk.end).signal();
}

}  // namespace xomp::worksharing
