// Exchange: sending to one rank, or to many along a tree (spread.h), and which thread polls.
#ifndef XOMP_TTG_RANKS_EXCHANGE_EXCHANGE_OUT_H
#define XOMP_TTG_RANKS_EXCHANGE_EXCHANGE_OUT_H

#include "ttg/ranks/exchange/exchange_class.h"

namespace ttg::ranks {

inline Exchange::Exchange(std::unique_ptr<Transport> transport, Host& host)
    : transport_(std::move(transport)),
      host_(host),
      rank_(transport_->rank()),
      size_(transport_->size()),
      peers_(transport_->size()) {
  some_exists.store(true, std::memory_order_relaxed);  // published with the first message
}

inline void Exchange::post(int to, RecordHead head, Bytes& body) {
  if (sizeof head + body.size() > kLargestRecord) return post_large(to, head, body);
  head.bytes = static_cast<std::uint32_t>(body.size());
  add(to, head, body.data());
}

inline void Exchange::post_large(int to, const RecordHead& head, Bytes& body) {
  auto offer = std::make_unique<Offers::Offer>();
  offer->body = std::exchange(body, {});
  const std::uint64_t bytes = offer->body.size();
  offer->pieces.push_back({offer->body.data(), bytes});
  if (is_counted(head.kind)) peer(to).outbox.count_sent();
  Bytes small;
  small.put(this->offer(to, std::move(offer)));
  small.put(bytes);
  small.put(head);
  RecordHead large{};
  large.kind = Kind::large;
  large.bytes = static_cast<std::uint32_t>(small.size());
  add(to, large, small.data());
}

// The thread that puts something into an empty outbox sends it, or lists the peer. Others leave theirs to that thread,
// so they travel together.
inline void Exchange::add(int to, const RecordHead& head, const char* body) {
  Peer& p = peer(to);
  const Outbox::Added added = p.outbox.add(epoch(), head, body);
  if (added != Outbox::Added::to_others) {
    const bool is_alone = added == Outbox::Added::alone;
    const std::uint64_t now = is_alone ? now_ns() : 0;
    if (!transport_->may_call() || (is_alone && p.outbox.was_sent_lately(now))) {
      if (is_alone) listed_.list(p);
    } else {
      send_now(p, now);
    }
  }
  if (p.outbox.held_bytes() > settings_.most_waiting) [[unlikely]]
    wait_for_room(p.outbox);
}

// A thread that sends more than the peer takes waits for it. Meanwhile it takes in all that comes, as an idle thread
// does. Otherwise two threads that send to each other would wait for ever. It gives up when nothing moves for a while:
// the peer must be in a long task then, and its records stay in memory.
inline void Exchange::wait_for_room(Outbox& outbox) {
  if (is_moving) return;
  constexpr std::uint64_t kLong_ns = 100'000'000;
  std::uint64_t since = now_ns(), moves = outbox.moves();
  while (outbox.held_bytes() > settings_.most_waiting) {
    const bool any = poll(Poller::idle);
    if (const std::uint64_t now = outbox.moves(); now != moves) {
      moves = now;
      since = now_ns();
    } else if (now_ns() - since > kLong_ns) {
      if (!has_noted_.exchange(true, std::memory_order_relaxed))  // once
        print_error("ttg: process " + std::to_string(rank_) + ": more than " +
                    std::to_string(settings_.most_waiting >> 20) +
                    " MiB wait for a process that takes nothing in (XOMP_TTG_PEER_MIB)");
      return;
    }
    if (!any) Clock::give_way();
  }
}

inline void Exchange::send_now(Peer& peer, std::uint64_t now) {
  if (!token_.try_take(begin_calls())) {
    listed_.list(peer);  // before the token's holder is asked
    if (!token_.take_or_ask(begin_calls())) return;
  }
  peer.outbox.send(*transport_, peer.inbox.owed, now);
  if (peer.outbox.waiting_bytes() != 0) note_to_send(peer);  // there are no credits left
  leave();
}

inline bool Exchange::send_all() {
  listed_.take_all([&](Peer& p) { note_to_send(p); });
  bool any = false;
  std::size_t kept = 0;
  for (Peer* const p : to_send_) {
    any |= p->outbox.send(*transport_, p->inbox.owed);
    if (p->outbox.waiting_bytes() != 0 || p->outbox.owes_much(p->inbox.owed)) to_send_[kept++] = p;
    else p->is_sent = false;
  }
  to_send_.resize(kept);
  return any;
}

inline void Exchange::leave() {
  token_.give_back(begin_calls(), [this] { send_all(); }, [this] { transport_->end_calls(); });
}

inline bool Exchange::poll(Poller poller) {
  if (!transport_->may_call() || !try_enter()) return false;
  if (poller == Poller::idle) allow();
  const bool any = move();
  leave();
  return any;
}

// These are all hints, because no harm is done if two threads poll, or one polls a little late.
inline void Exchange::look_in(std::uint64_t now) {
  const std::uint64_t count = polls();
  if (seen_polls_.load(std::memory_order_relaxed) != count) {
    seen_polls_.store(count, std::memory_order_relaxed);
    seen_ns_.store(now, std::memory_order_relaxed);
  } else if (now - seen_ns_.load(std::memory_order_relaxed) > kSeldom_ns) {
    poll(Poller::busy);
  }
}

inline Exchange::Found Exchange::look_while_idle() {
  const std::uint64_t count = polls(), now = now_ns();
  if (idle_polls_ != count) {
    idle_polls_ = count;
    idle_ns_ = now;
    return Found::left_to_others;
  }
  if (now - idle_ns_ < kAtOnce_ns) return Found::left_to_others;
  const bool any = poll(Poller::idle);
  idle_polls_ = polls();
  return any ? Found::something : Found::nothing;
}

// --- one value for many ranks ---

// Any thread. `value` begins with room for an offer's number. make_offer(rank) makes an offer for each rank that
// fetches the value's pieces.
template <class MakeOffer>
void Exchange::spread(Form form, Reader value, std::span<const Part> parts, MakeOffer&& make_offer) {
  for_each_branch(parts, [&](std::span<const Part> branch) {
    RecordHead head{};
    head.kind = Kind::spread;
    head.form = form;
    Bytes body;
    write_spread(body, value, branch);
    const int to = static_cast<int>(branch.front().head.rank);
    if (form == Form::outside) body.put_at(sizeof(std::uint64_t), make_offer(to));
    post(to, head, body);
  });
}

// This rank has the value now, and its tasks do not have it yet.
inline void Exchange::send_on(Form form, const SpreadBody& spread, const Arrival& arrival) {
  const std::span<const Part> others = std::span(spread.parts).subspan(1);
  this->spread(form, spread.value, others, [&](int to) {
    auto offer = std::make_unique<Offers::Offer>();
    offer->pieces = arrival.pieces;
    host_.hold(arrival, *offer);
    return this->offer(to, std::move(offer));
  });
}

// --- what others ask ---

inline std::uint64_t Exchange::sent() const {
  std::uint64_t sum = 0;
  peers_.for_each([&](const Peer& p) { sum += p.outbox.sent(); });
  return sum;
}

inline std::string Exchange::state() const {
  std::string text;
  for (int i = 0; i < size_; ++i) {
    const Peer* const known = peers_.find(i);
    if (known == nullptr || (known->outbox.sent() == 0 && known->inbox.handled() == 0)) continue;
    const Peer& p = *known;
    text += "\n  process " + std::to_string(i) + ": " + std::to_string(p.outbox.sent()) + " records to it, " +
            std::to_string(p.outbox.waiting_bytes()) + " bytes of them wait, " + std::to_string(p.outbox.credits()) +
            " of " + std::to_string(settings_.window) + " credits left; " + std::to_string(p.inbox.handled()) +
            " batches from it, " + std::to_string(p.inbox.waiting()) + " more wait, " +
            std::to_string(p.inbox.fetching) + " values are on their way";
  }
  return text;
}

inline std::vector<std::uint32_t> Exchange::orphans() const {
  std::vector<std::uint32_t> numbers;
  for (const Kept& k : early_) numbers.push_back(k.head.tt);
  return numbers;
}

}  // namespace ttg::ranks

#endif
