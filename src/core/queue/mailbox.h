// The word by which an idle thread (the thief) sends a steal request to a busy one (the victim), without a lock and
// without an atomic read-modify-write. The victim looks at it between two tasks. Every thread has one. Called by
// scheduling policies.
//
// word_, written by thieves, and by the victim when it closes:       round_, written by the victim alone:
//   63        40 39                  0                                 63        40 39                  0
//   | thief     | round              |                                 | 0         | round              |
//
// A request is valid if its round is the victim's present one. A thief may write only over an older round. It looks and
// then writes, so two thieves may overwrite one another, and a slow one may write a passed round over a valid request.
// Requests are lost then, which their thieves notice or repeat; nothing worse happens (PROTOCOL.md).
//
// REQUEST-1: the mailbox's round is never ahead of the victim's, so an older one is simply one that differs.
//   victim: round_.store(r, release); close: then word_.store({nobody, r}, release)
//   thief:  word_.load(acquire), then round_.load(acquire) = r; word_.store({me, r}, release)
//   A thief that finds r in the mailbox acquires the write of a thread that had read r in round_, or of the victim, which
//   had written it there.
// REQUEST-2: the victim that finds a request sees what its thief wrote before it.
//   thief: word_.store(release)    victim: pending()'s word_.load(acquire)
// REQUEST-3: a thief that finds the round advanced finds the item where the victim has put it, if there is one.
//   victim: hands over, round_.store(release)    thief: answered()'s round_.load(acquire), looks for the item
//
// Rounds count modulo 2^40. Only equality counts, so the wrap itself is no event. A request that is written 2^40 rounds
// too late (a day at ten million rounds a second, all of it between two instructions of its thief) is valid by
// accident. Its thief is given an item as by any request that is served late, and must be ready for late items anyway.
#pragma once

#include <cassert>
#include <cstdint>

#include "platform/atomic.h"
#include "platform/cpu.h"

namespace xomp::queue {

class alignas(platform::cache_line) Mailbox {  // one line: a thread that touches one word touches the other
 public:
  using Round = std::uint64_t;
  using Thief = std::uint32_t;
  static constexpr int kRoundBits = 40;
  static constexpr Thief kNobody = (1u << (64 - kRoundBits)) - 1;  // no thief's number

  constexpr Mailbox() : Mailbox(1) {}
  // `first`: the victim's round to begin with; tests begin shortly before the wrap.
  constexpr explicit Mailbox(Round first) : word_(pack(kNobody, first - 1)), round_(first) {}

  // --- thieves ---

  struct Look {
    Round round;  // the victim's, as far as known
    bool open;    // no thread's request stands in this round, and the victim serves requests
  };
  Look look() const {
    const std::uint64_t mailbox = word_.load(acquire);  // [REQUEST-1] before round_
    const Round round = round_.load(acquire);           // [REQUEST-1]
    return {round, round_of(mailbox) != round};
  }
  // After a look() that was open: sends a request in that round.
  void request(Thief me, Look seen) {
    assert(me < kNobody && seen.open);
    word_.store(pack(me, seen.round), release);  // [REQUEST-1] [REQUEST-2]
  }
  // look() and request() at once. Returns false if it was not sent, because another thread's request stands or the
  // victim is closed. Else `asked` is the request's round.
  bool try_request(Thief me, Round& asked) {
    const Look seen = look();
    if (!seen.open) return false;
    request(me, seen);
    asked = seen.round;
    return true;
  }
  // Says whether the victim has passed that round: it gave something, to this thief or to one whose request came later,
  // or had nothing.
  bool answered(Round asked) const { return round_.load(acquire) != asked; }  // [REQUEST-3]
  // For a thief that waits: repeats its request in the same round if one of an older round has overwritten it.
  void repeat_request(Thief me, Round asked) {
    const Look seen = look();
    if (seen.open && seen.round == asked) request(me, seen);
  }

  // --- victim ---

  // Returns the thief whose request is valid, or kNobody. Until advance() the request stays, or another one overwrites
  // it.
  Thief pending() const {
    const std::uint64_t mailbox = word_.load(acquire);                               // [REQUEST-2]
    return round_of(mailbox) == round_.load(relaxed) ? thief_of(mailbox) : kNobody;  // round_ is own
  }
  // Called when the victim has served the request, or has nothing to give, so that the next request may come.
  void advance() { round_.store(next(round_.load(relaxed)), release); }  // [REQUEST-1] [REQUEST-3]; own

  // Refuses requests from now on, for a victim that is itself idle: a request of its own fills the round. One
  // that was there is refused. A slow thief may still open the mailbox by a request of an older round, so the
  // victim repeats this while idle.
  void close() {
    if (closed()) return;
    advance();
    word_.store(pack(kNobody, round_.load(relaxed)), release);  // [REQUEST-1] after round_; own
  }
  bool closed() const { return word_.load(relaxed) == pack(kNobody, round_.load(relaxed)); }  // own request, or not
  void open() {
    if (closed()) advance();
  }

 private:
  static constexpr std::uint64_t kRoundMask = (std::uint64_t{1} << kRoundBits) - 1;

  static constexpr Round next(Round r) { return (r + 1) & kRoundMask; }
  static constexpr Round round_of(std::uint64_t word) { return word & kRoundMask; }
  static constexpr Thief thief_of(std::uint64_t word) { return static_cast<Thief>(word >> kRoundBits); }
  static constexpr std::uint64_t pack(Thief thief, Round round) {
    return std::uint64_t{thief} << kRoundBits | (round & kRoundMask);
  }
  static_assert(~std::uint64_t{0} >> kRoundBits == kNobody);

  atomic<std::uint64_t> word_;
  atomic<Round> round_;
};

}  // namespace xomp::queue
