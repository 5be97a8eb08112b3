// Sending requests, and the victim's end of them.
#include "core/sched/policies/parts/requests.h"

namespace xomp::sched {

Requests::Requests(int threads)
    : parts_(static_cast<Part*>(
          platform::allocate_forever(static_cast<std::size_t>(threads) * sizeof(Part), alignof(Part)))) {
  for (int i = 0; i < threads; ++i) new (&parts_[i]) Part;
}

// A request may have come from a larger team before this one. No thread with that number would run now what it gets.
int Requests::checked(Worker& me, queue::Mailbox::Thief thief) {
  const int n = static_cast<int>(thief);
  if (n < me.thread->team->size && n != me.thread->number) return n;
  part_of(me).mailbox.advance();
  return kNone;
}

void Requests::answer(Worker& me, int tasks) {
  part_of(me).mailbox.advance();
  Counters::add(tasks != 0 ? me.counters.requests_served : me.counters.requests_refused);
  count_given(me, tasks);
}

int Requests::ask(Worker& me) {
  const int n = me.thread->team->size;
  Part& my = part_of(me);
  if (my.last_victim != kNone && my.last_victim < n && ask(me, my.last_victim)) return my.last_victim;
  const int victim = static_cast<int>(next_random(me) % static_cast<std::uint32_t>(n));
  return ask(me, victim) ? victim : kNone;
}

bool Requests::ask(Worker& me, int victim) {
  if (victim == me.thread->number) return false;
  Part& my = part_of(me);
  queue::Mailbox& mailbox = parts_[victim].mailbox;
  const queue::Mailbox::Look seen = mailbox.look();
  if (!seen.open) return false;
  mailbox.request(static_cast<queue::Mailbox::Thief>(me.thread->number), seen);
  my.asked_victim = victim;
  my.asked = seen.round;
  Counters::add(me.counters.requests_sent);
  return true;
}

bool Requests::answered(Worker& me) const {
  const Part& my = part_of(me);
  return my.asked_victim == kNone || parts_[my.asked_victim].mailbox.answered(my.asked);
}

void Requests::repeat(Worker& me) {
  const Part& my = part_of(me);
  if (my.asked_victim != kNone)
    parts_[my.asked_victim].mailbox.repeat_request(static_cast<queue::Mailbox::Thief>(me.thread->number), my.asked);
}

// A victim that has served the request meanwhile is taken to have given the task that was found. The task may have come
// from elsewhere, but then nothing is lost if that victim gets the next request first.
void Requests::wake_up(Worker& me) {
  Part& my = part_of(me);
  my.idle = false;
  my.mailbox.open();
  if (my.asked_victim == kNone) return;
  my.last_victim = parts_[my.asked_victim].mailbox.answered(my.asked) ? my.asked_victim : kNone;
  my.asked_victim = kNone;
}

}  // namespace xomp::sched
