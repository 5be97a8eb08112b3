// Waiting for the turn and passing it on.
#include "core/worksharing/ordered.h"

#include "core/sleep/crowd.h"

namespace xomp::worksharing {

namespace {

// Where the thread waits that has the chunk beginning at `iteration`. Others may wait at the same place; they look and
// wait on.
sleep::EventWord& waiting_place(ThreadLoops& me, std::uint64_t iteration) {
  return me.record->slots[iteration / me.chunk % me.team_size].event;
}

// A wake-up costs as much as a dozen threads that look and yield: so many turns for each processor are waited for awake.
constexpr std::uint64_t kNearTurns = 4;

// So many turns come first that a sleep pays, where threads have to share processors. Without this all threads of a
// large team take them from the one whose turn it is, only to find again that it is not yet theirs.
bool turn_is_far(const ThreadLoops& me) {
  const auto processors = static_cast<std::uint64_t>(sleep::crowd.processors.load(relaxed));  // set at start
  if (me.team_size <= processors) return false;
  return me.record->turn.distance_to(me.ordered.chunk.begin) >= kNearTurns * processors * me.chunk;
}

// Polling did not or would not help. Returns when ready() holds.
template <class Ready>
[[gnu::cold]] void sleep_until_turn(ThreadLoops& me, Ready& ready) {
  TurnWord& turn = me.record->turn;
  sleep::EventWord& place = waiting_place(me, me.ordered.chunk.begin);
  turn.add_sleeper();  // [ORDERED-2] before the next look
  while (!ready()) {
    const std::uint32_t announced = place.announce();
    if (ready()) break;
    place.sleep(announced);
  }
  turn.remove_sleeper();
}

}  // namespace

void wait_for_turn(ThreadLoops& me) {
  const TurnWord& turn = me.record->turn;
  auto ready = [&turn, &me] { return turn.is_at(me.ordered.chunk.begin) || me.team->cancelled(); };
  if (!ready()) {
    sleep::Patience patience(me.ordered_history);
    do {
      if (turn_is_far(me) || patience.step() == sleep::Step::sleep) sleep_until_turn(me, ready);
    } while (!ready());
    patience.finish();
  }
  me.ordered.has_turn = true;
}

void pass_turn(ThreadLoops& me) {
  OrderedCursor& own = me.ordered;
  if (own.passed || own.chunk.begin == own.chunk.end) return;
  if (!own.has_turn) wait_for_turn(me);
  own.passed = true;
  if (me.record->turn.pass(own.chunk.begin, own.chunk.end) && own.chunk.end != me.trip) [[unlikely]] {
    waiting_place(me, own.chunk.end).signal();  // [ORDERED-2]
  }
}

}  // namespace xomp::worksharing
