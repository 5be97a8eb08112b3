// Waiting for the ticket and passing it on.
#include "core/worksharing/ordered.h"

#include "core/sleep/pressure.h"

namespace xomp::worksharing {

namespace {

// Returns where the thread waits that has the chunk beginning at `iteration`. Other threads may wait at the same place,
// so a wake-up that is not for them only makes them look again.
sleep::EventCount& waiting_place(ThreadLoops& me, std::uint64_t iteration) {
  return me.record->slots[iteration / me.chunk % me.team_size].event;
}

// These limits are for threads that must share processors. They count the turns to wait for, for each processor. With
// more turns than kYieldTickets the thread only looks and yields, because the threads before it could not run while it
// polled.
constexpr std::uint64_t kYieldTickets = 2;
// With more turns than this a sleep pays: a wake-up costs as much as twenty threads that look and yield.
// Without the sleep all threads of a large team take processors from the one whose ticket it is, only to find
// again that it is not yet theirs.
constexpr std::uint64_t kSleepTickets = 10;

bool is_far(const ThreadLoops& me, std::uint64_t turns) {
  const auto processors = static_cast<std::uint64_t>(sleep::own_threads.processors.load(relaxed));  // set at start
  if (me.team_size <= processors) return false;
  return me.record->ticket.distance_to(me.ordered.chunk.begin) > turns * processors * me.chunk;
}

// Called when polling did not or would not help. Returns when ready() holds.
template <class Ready>
[[gnu::cold]] void sleep_until_ticket(ThreadLoops& me, Ready& ready) {
  TicketWord& ticket = me.record->ticket;
  sleep::EventCount& place = waiting_place(me, me.ordered.chunk.begin);
  ticket.add_sleeper();  // [ORDERED-2] before the next look
  while (!ready()) {
    const std::uint32_t announced = place.announce();
    if (ready()) break;
    place.sleep(announced);
  }
  ticket.remove_sleeper();
}

}  // namespace

void wait_for_ticket(ThreadLoops& me) {
  const TicketWord& ticket = me.record->ticket;
  auto ready = [&ticket, &me] { return ticket.is_at(me.ordered.chunk.begin) || me.team->cancelled(); };
  if (!ready()) {
    sleep::Backoff backoff(me.ordered_history);
    if (is_far(me, kYieldTickets)) backoff.check_seldom();
    do {
      if (is_far(me, kSleepTickets) || backoff.step() == sleep::Step::sleep) sleep_until_ticket(me, ready);
    } while (!ready());
    backoff.finish();
  }
  me.ordered.has_ticket = true;
}

void pass_ticket(ThreadLoops& me) {
  OrderedCursor& own = me.ordered;
  if (own.passed || own.chunk.begin == own.chunk.end) return;
  if (!own.has_ticket) wait_for_ticket(me);
  own.passed = true;
  if (me.record->ticket.pass(own.chunk.begin, own.chunk.end) && own.chunk.end != me.trip) [[unlikely]] {
    waiting_place(me, own.chunk.end).notify_all();  // [ORDERED-2]
  }
}

}  // namespace xomp::worksharing
