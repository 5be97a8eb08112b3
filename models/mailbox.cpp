// Asking for work by a mailbox, and where the answer is laid: REQUEST-1, REQUEST-2, REQUEST-3, HANDOVER-1, HANDOVER-2,
// HANDOVER-3 (core/queue/PROTOCOL.md).
#include "core/queue/mailbox.h"

#include "core/queue/handover_word.h"
#include "core/sleep/event_count.h"
#include "models/explore/model.h"
#include "platform/fence.h"

namespace xomp::models {
namespace {

using queue::Mailbox;

constexpr int kMostThieves = 2;

// The victim answers between two tasks; each thief waits for its round to be answered (the wait form).
template <int kThieves>
struct WaitForm {
  static constexpr int threads = 1 + kThieves;
  Mailbox mailbox{(std::uint64_t{1} << Mailbox::kRoundBits) - 1};  // before the wrap
  queue::HandoverWord<Item> words[kMostThieves];
  Item items[4];
  Ledger taken;
  Ledger told;
  atomic<int> given{0}, done{0};

  void serve(int& next) {
    const Mailbox::Thief thief = mailbox.pending();
    if (thief == Mailbox::kNobody) return;
    if (next < 4) {
      items[next].fill(next);
      if (words[thief].try_hand_over(&items[next])) {
        ++next;
        given.fetch_add(1, relaxed);
      }
    }
    mailbox.advance();
  }
  void run(int thread) {
    if (thread == 0) {
      int next = 0;
      wait_until([&] {
        serve(next);
        return done.load(acquire) == kThieves;
      });
      return;
    }
    const auto me = static_cast<Mailbox::Thief>(thread - 1);
    Mailbox::Round asked = 0;
    bool is_asking = false;
    wait_until([&] { return (is_asking = mailbox.try_request(me, asked)); });
    wait_until([&] {
      if (mailbox.answered(asked)) return true;
      mailbox.repeat_request(me, asked);
      return false;
    });
    if (Item* item = words[me].take()) item->use(taken);
    done.fetch_add(1, release);
  }
  void at_end() {
    for (auto& word : words)
      if (Item* item = word.take()) item->use(taken);
    require(taken.sum() == given.load(relaxed), "each item that was given is had once");
  }
};
const Registered<WaitForm<1>> wait_one("wait-form",
                                       "an answered round has its item, if there is one; every wait for an answer ends",
                                       {.departures = 3, .departures_long = 4});
const Registered<WaitForm<2>> wait_two("wait-form-2",
                                       "two thieves, requests overwritten: every wait for an answer ends");

// The thief sends a request and goes on looking. It gives up, asks another victim, and sleeps. Late answers of two
// victims must find it.
struct NoWaitForm {
  static constexpr int threads = 3;
  Mailbox mailboxes[2];
  queue::HandoverWord<Item> word;
  Item items[2];
  Ledger taken;
  atomic<int> asleep{0}, kept{0};
  sleep::EventCount event;

  void answer(int victim) {
    items[victim].fill(victim);
    for (int i = 0; i < 2; ++i) {
      if (mailboxes[victim].pending() == Mailbox::kNobody) continue;
      const bool given = word.try_hand_over(&items[victim]);
      mailboxes[victim].advance();
      if (!given) break;
      platform::fence_seq_cst();
      if (asleep.load(relaxed) != 0) event.notify_all();
      return;
    }
    items[victim].use(taken);  // nobody has asked, or it could not be given
    kept.fetch_add(1, acq_rel);
    event.notify_all();
  }
  void run(int thread) {
    if (thread != 0) return answer(thread - 1);
    int got = 0;
    while (got + kept.load(acquire) < 2) {
      for (Mailbox& mailbox : mailboxes) {
        Mailbox::Round asked;
        if (Item* item = word.take()) {
          item->use(taken);
          ++got;
        }
        mailbox.try_request(0, asked);
      }
      const std::uint32_t announced = event.announce();
      asleep.store(1, relaxed);
      platform::fence_seq_cst();
      if (word.looks_empty() && got + kept.load(acquire) < 2) event.sleep(announced);
      asleep.store(0, relaxed);
    }
  }
  void at_end() { require(taken.sum() == 2 && word.looks_empty(), "nothing is lost"); }
};
const Registered<NoWaitForm> no_wait("no-wait-form",
                                     "late answers of two victims are had once, and wake a thief that sleeps");

// A victim closes and opens its mailbox. Each request is answered, or it is refused when the mailbox is open again at
// the latest.
struct Closing {
  static constexpr int threads = 2;
  Mailbox mailbox;
  atomic<bool> done{false};

  void serve() {
    if (mailbox.pending() != Mailbox::kNobody) mailbox.advance();
  }
  void run(int thread) {
    if (thread == 0) {
      mailbox.close();
      serve();
      mailbox.open();
      serve();
      mailbox.close();  // refuses what was asked before, and overwrites what is asked meanwhile
      mailbox.open();
      wait_until([&] {
        serve();
        return done.load(acquire);
      });
      return;
    }
    Mailbox::Round asked = 0;
    if (mailbox.try_request(0, asked)) wait_until([&] { return mailbox.answered(asked); });
    done.store(true, release);
  }
};
const Registered<Closing> closing("closing", "what is asked of a mailbox that closes and opens is answered or refused",
                                  {.departures = 4, .departures_long = 5});

}  // namespace
}  // namespace xomp::models
