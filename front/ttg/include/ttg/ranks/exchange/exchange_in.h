// Exchange: how records that have come are handled. The thread that has the token does it.
#ifndef XOMP_TTG_RANKS_EXCHANGE_EXCHANGE_IN_H
#define XOMP_TTG_RANKS_EXCHANGE_EXCHANGE_IN_H

#include "ttg/ranks/exchange/exchange_class.h"
#include <algorithm>
#include <cassert>
#include <cstring>

namespace ttg::ranks {

// Pieces that this rank fetches. When all have come, their record is handled.
class Exchange::Fetch final : public Passage {
 public:
  Fetch(Exchange& e, int f) : exchange(e), from(f) {}
  Exchange& exchange;
  const int from;
  int tag = 0;
  std::uint64_t number = 0;  // among those from there
  bool is_record = false;    // the piece is the body of a record; else it belongs to the value of `arrival`
  Bytes record;              // that record, or the rest of the arrival's
  Arrival arrival;
  std::vector<Target> targets;
  Bytes spread;  // the record that the value came with, if there are ranks to send it on to
  void begin(Transport& transport) {
    go(transport.largest_piece(),
       [&](char* memory, std::size_t count) { transport.receive_piece(from, tag, memory, count, *this); });
  }

 private:
  void end() override {
    const std::unique_ptr<Fetch> self(this);
    exchange.end_fetch(*this);
    if (is_record) return exchange.handle(from, arrival.head, record.data(), record.size());
    if (spread.size() != 0) exchange.send_on(Form::outside, SpreadBody(spread.data(), spread.size()), arrival);
    arrival.body = Reader(record.data(), record.size());
    arrival.targets = targets.data();
    exchange.deliver(arrival);
    exchange.count_received();
  }
};

// Reads what another rank of this node has lent.
class Exchange::Loan final : public Lender {
 public:
  Loan(Exchange& exchange, int from) : exchange_(exchange), from_(from) {}
  void read_lent(const OfferHead& offer, std::size_t number, void* to, std::size_t bytes) override {
    if (number >= offer.pieces) throw std::length_error("ttg: another process lends more than it offers");
    Piece piece{reinterpret_cast<void*>(offer.address), bytes};
    if (offer.pieces != 1) exchange_.read_at(from_, offer.address + number * sizeof piece, &piece, sizeof piece);
    if (piece.bytes != bytes) throw std::length_error("ttg: another process lends memory of another size than it says");
    exchange_.read_at(from_, reinterpret_cast<std::uintptr_t>(piece.memory), to, bytes);
  }

 private:
  Exchange& exchange_;
  const int from_;
};

// Returns false if the function throws, as a key or value of the program may.
template <class Function>
bool Exchange::guarded(Function&& function) {
  try {
    function();
    return true;
  } catch (const std::exception& error) {
    host_.note_failure(error.what());
    return false;
  }
}

inline void Exchange::deliver(Arrival& arrival) {
  guarded([&] { host_.deliver(arrival); });
  if (arrival.held != 0) [[unlikely]]
    host_.let_go(arrival);
}

// This library writes batches and records, on another rank. If one is malformed, something is broken, or that rank has
// another version. Nothing that comes later can be trusted then, so all ranks end. If only a key or a value is wrong,
// the program has failed.
inline void Exchange::take_batch(int from, const char* data, std::size_t bytes) {
  Peer& p = peer(from);
  BatchHeader header;
  if (bytes < sizeof header) fail_damaged(from, "a batch without a header");
  std::memcpy(&header, data, sizeof header);
  if (!p.outbox.take_credits(header.credits)) fail_damaged(from, "credits for batches that it was not sent");
  if (header.sequence == 0) return;
  if (header.sequence > p.inbox.handled() + kLargestWindow || header.epoch > epoch() + 1)
    fail_damaged(from, "a batch ahead of its time");
  if (!p.inbox.take(data, bytes, epoch(), may_handle(), [&](Reader records) { handle_all(from, records); }))
    fail("a batch of process " + std::to_string(from) + " came twice");
  if (p.inbox.waiting() != 0) note_to_look_through(p);
  if (p.outbox.owes_much(p.inbox.owed)) note_to_send(p);
}

inline void Exchange::handle_all(int from, Reader records) {
  --credit_to_handle_;
  if (transport_->observer != nullptr) [[unlikely]]
    transport_->observer->has_come(from, Observer::What::batch, peer(from).inbox.handled(),
                                   records.left() + sizeof(BatchHeader));
  while (records.left() != 0) {
    if (records.left() < sizeof(RecordHead)) fail_damaged(from, "a batch that ends within a record");
    const auto head = records.get<RecordHead>();
    if (records.left() < head.bytes) fail_damaged(from, "a batch that ends within a record");
    handle(from, head, records.skip(head.bytes), head.bytes);
  }
}

inline void Exchange::handle(int from, const RecordHead& head, const char* body, std::size_t bytes) {
  try {
    handle_checked(from, head, body, bytes);
  } catch (const std::exception& error) {
    fail_damaged(from, std::string("a record that cannot be read (") + error.what() + ")");
  }
}

inline void Exchange::handle_checked(int from, const RecordHead& head, const char* body, std::size_t bytes) {
  if (!is_known(head)) fail_damaged(from, "a record of a kind that there is not");
  Peer& p = peer(from);
  if (has_pieces(head) && (fetching_bytes_ > kMostFetching || !p.tags.has_one())) {
    ++p.inbox.fetching;
    p.postponed.push_back({from, head, Bytes(body, bytes)});
    note_to_look_through(p);
    return;
  }
  Reader reader(body, bytes);
  switch (head.kind) {
    case Kind::ready: return take_ready(from, reader);
    case Kind::large: return handle_large(from, reader);
    case Kind::failure:
      host_.note_failure("process " + std::to_string(from) + ": " + std::string(body, bytes));
      count_received();
      return;
    case Kind::close:
      if (p.inbox.fetching == 0) break;
      p.closes.push_back({from, head, Bytes(body, bytes)});
      note_to_look_through(p);
      return;
    case Kind::value:
    case Kind::spread:
    case Kind::size:
    case Kind::pull:
    case Kind::pulled: break;
  }
  if (head.kind == Kind::spread) return handle_spread(from, head, body, bytes);
  if (!is_there(head, body, bytes)) {
    if (head.kind == Kind::pulled) fail_damaged(from, "an answer for a TT that is not there");
    return keep_early(from, head, body, bytes);
  }
  if (head.kind == Kind::value || head.kind == Kind::pulled) return handle_value(from, head, body, bytes);
  Arrival arrival;
  arrival.from = from;
  arrival.head = head;
  arrival.body = reader;
  deliver(arrival);
  count_received();
}

// The receiver of what this rank has offered says what it wants.
inline void Exchange::take_ready(int from, Reader& body) {
  const auto offer = body.get<std::uint64_t>();
  const auto tag = body.get<std::int32_t>();
  if (tag < kTaken || tag >= Tags::kMost) fail_damaged(from, "a tag that there is not");
  const bool is_known = tag == kTaken      ? offers_.was_read(offer, *transport_)
                        : tag == kNoThanks ? offers_.drop(offer)
                                           : give(from, offer, tag);
  if (!is_known) fail("process " + std::to_string(from) + " asks for a value that it has got");
}

// A record that lies outside of the batch.
inline void Exchange::handle_large(int from, Reader& body) {
  auto passage = std::make_unique<Fetch>(*this, from);
  const auto offer = body.get<OfferHead>();
  const auto count = body.get<std::uint64_t>();
  passage->arrival.head = body.get<RecordHead>();
  passage->is_record = true;
  passage->pieces.push_back({passage->record.grow(count), count});
  if (!read_pieces(from, offer, passage->pieces)) return fetch(from, offer.number, std::move(passage));
  handle(from, passage->arrival.head, passage->record.data(), passage->record.size());
}

inline void Exchange::keep_early(int from, const RecordHead& head, const char* body, std::size_t bytes) {
  early_.push_back({from, head, Bytes(body, bytes)});
  count_received();
}

inline bool Exchange::is_there(const RecordHead& head, const char* body, std::size_t bytes) {
  if (head.more_targets == 0) return host_.is_there(head.tt);
  Reader reader(body, bytes);
  for (int i = 0; i <= head.more_targets; ++i)
    if (!host_.is_there(reader.get<Target>().tt)) return false;
  return true;
}

inline std::vector<Target> Exchange::targets_of(const RecordHead& head, Reader& body) {
  std::vector<Target> targets;
  if (head.more_targets == 0) return targets;
  targets.resize(head.more_targets + std::size_t{1});
  body.take(targets.data(), targets.size() * sizeof(Target));
  return targets;
}

inline void Exchange::handle_value(int from, const RecordHead& head, const char* body, std::size_t bytes) {
  Arrival arrival;
  arrival.from = from;
  arrival.head = head;
  arrival.body = Reader(body, bytes);
  Loan loan(*this, from);
  if (transport_->can_read(from)) arrival.lender = &loan;
  std::vector<Target> targets = targets_of(head, arrival.body);
  arrival.targets = targets.data();
  const bool is_read = guarded([&] { host_.read_value(arrival); });
  if (head.form == Form::outside && is_read && !read_pieces(from, arrival.offer, arrival.pieces))
    return fetch_value(std::make_unique<Fetch>(*this, from), std::move(arrival), std::move(targets));
  if (is_read) deliver(arrival);
  else if (head.form == Form::outside) answer_offer(from, arrival.offer.number, kNoThanks);
  count_received();
}

// Reads the pieces from the memory of their sender, which keeps them until it is told. Returns false if that is not possible, or if the
// recorder of messages wants to hear of their passage.
inline bool Exchange::read_pieces(int from, const OfferHead& offer, const Pieces& pieces) {
  const bool has_loans =
      std::any_of(pieces.begin(), pieces.end(), [](const Piece& p) { return p.memory == nullptr && p.bytes != 0; });
  if (!transport_->can_read(from) || (transport_->observer != nullptr && !has_loans)) return false;
  Pieces theirs(pieces.size());
  if (pieces.size() == 1) theirs[0] = {reinterpret_cast<void*>(offer.address), pieces[0].bytes};
  else read_at(from, offer.address, theirs.data(), theirs.size() * sizeof(Piece));
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (theirs[i].bytes != pieces[i].bytes) fail_damaged(from, "pieces of other sizes than it said");
    if (pieces[i].memory != nullptr)  // else it was lent, and has been read
      read_at(from, reinterpret_cast<std::uintptr_t>(theirs[i].memory), pieces[i].memory, pieces[i].bytes);
  }
  answer_offer(from, offer.number, kTaken);
  return true;
}

inline void Exchange::read_at(int from, std::uint64_t address, void* to, std::size_t bytes) {
  if (bytes != 0 && !transport_->read(from, address, to, bytes))
    fail("the system does not let this process read the memory of process " + std::to_string(from) +
         ", as it did before");
}

inline void Exchange::fetch_value(std::unique_ptr<Fetch> passage, Arrival&& arrival, std::vector<Target>&& targets) {
  passage->record.add(arrival.body.at(), arrival.body.left());
  passage->targets = std::move(targets);
  passage->pieces = arrival.pieces;
  passage->arrival = std::move(arrival);
  const int from = passage->from;
  const std::uint64_t offer = passage->arrival.offer.number;
  fetch(from, offer, std::move(passage));
}

inline void Exchange::fetch(int from, std::uint64_t offer, std::unique_ptr<Fetch> passage) {
  Peer& p = peer(from);
  assert(p.tags.has_one());  // else the record waits (postponed)
  passage->tag = p.tags.take();
  passage->number = ++p.fetched;
  ++p.inbox.fetching;
  fetching_bytes_ += passage->bytes();
  const int tag = passage->tag;
  passage.release()->begin(*transport_);
  answer_offer(from, offer, tag);
}

inline bool Exchange::give(int to, std::uint64_t offer, int tag) {
  const std::uint64_t number = ++peer(to).given, before = transport_->piece_bytes_sent;
  if (!offers_.send(offer, *transport_, to, tag)) return false;
  if (transport_->observer != nullptr) [[unlikely]]
    transport_->observer->on_its_way(to, Observer::What::value, number, transport_->piece_bytes_sent - before);
  return true;
}

inline void Exchange::answer_offer(int to, std::uint64_t offer, std::int32_t tag) {
  Bytes body;
  body.put(offer);
  body.put(tag);
  RecordHead head{};
  head.kind = Kind::ready;
  head.bytes = static_cast<std::uint32_t>(body.size());
  Peer& p = peer(to);
  p.outbox.add(epoch(), head, body.data());
  note_to_send(p);
}

inline void Exchange::end_fetch(const Fetch& fetch) {
  Peer& p = peer(fetch.from);
  p.tags.give_back(fetch.tag);
  --p.inbox.fetching;
  fetching_bytes_ -= fetch.bytes();
  if (transport_->observer != nullptr) [[unlikely]]
    transport_->observer->has_come(fetch.from, Observer::What::value, fetch.number, fetch.bytes());
}

// Takes in what has come, once, and sends what waits.
inline bool Exchange::move() {
  note_look();
  const bool looked = look(), any = send_all() || looked;
  has_left_.store(!to_send_.empty() || !to_look_through_.empty(), std::memory_order_relaxed);  // a hint
  return any;
}

inline bool Exchange::look() {
  const Moving here;
  bool any = send_all();  // first: another rank may wait for it
  any |= transport_->poll(*this);
  const bool retries = retries_.load(std::memory_order_relaxed) &&           // set later: a later look's
                       retries_.exchange(false, std::memory_order_acquire);  // sees the TT as it was set
  if (retries && !early_.empty()) {
    for (Kept& k : std::exchange(early_, {})) {
      count_received(~std::uint64_t{0});
      handle(k.from, k.head, k.body.data(), k.body.size());
    }
  }
  for (Peer* const p : std::exchange(to_look_through_, {})) {
    p->is_looked_through = false;
    any |= go_on(*p);
    if (p->inbox.waiting() != 0 || !p->closes.empty() || !p->postponed.empty()) note_to_look_through(*p);
  }
  return any;
}

// Handles what waits for one peer or from it.
inline bool Exchange::go_on(Peer& p) {
  const bool any_postponed = fetch_postponed(p);
  bool any = p.inbox.go_on(epoch(), may_handle(), [&](Reader records) { handle_all(p.rank, records); });
  while (p.inbox.fetching == 0 && !p.closes.empty()) {
    const Kept k = std::move(p.closes.front());
    p.closes.erase(p.closes.begin());
    handle(k.from, k.head, k.body.data(), k.body.size());
    any = true;
  }
  if (p.outbox.owes_much(p.inbox.owed)) note_to_send(p);
  return any || any_postponed;
}

inline bool Exchange::fetch_postponed(Peer& p) {
  bool any = false;
  while (!p.postponed.empty() && fetching_bytes_ <= kMostFetching && p.tags.has_one()) {
    const Kept k = std::move(p.postponed.front());
    p.postponed.pop_front();
    handle(k.from, k.head, k.body.data(), k.body.size());
    --p.inbox.fetching;  // now: while the record is handled it counts, as it has not been delivered
    any = true;
  }
  return any;
}

// Handles a value that goes on to other ranks along the tree.
inline void Exchange::handle_spread(int from, const RecordHead& head, const char* body, std::size_t bytes) {
  const SpreadBody spread(body, bytes);
  if (!is_for_others_too(spread, head.form)) fail_damaged(from, "a value for ranks that there are not");
  const Part& own = spread.parts.front();
  if (!is_there(own.head.head, own.rest, own.head.head.bytes)) return keep_early(from, head, body, bytes);
  Arrival arrival;
  arrival.from = from;
  arrival.head = own.head.head;
  arrival.body = spread.value;
  Reader rest(own.rest, own.head.head.bytes);
  std::vector<Target> targets = targets_of(arrival.head, rest);
  arrival.targets = targets.data();
  const bool is_read = guarded([&] { host_.read_value(arrival); });
  arrival.body = rest;
  if (head.form == Form::outside && is_read && !read_pieces(from, arrival.offer, arrival.pieces)) {
    auto passage = std::make_unique<Fetch>(*this, from);
    passage->spread.add(body, bytes);
    return fetch_value(std::move(passage), std::move(arrival), std::move(targets));
  }
  if (head.form == Form::outside && !is_read) answer_offer(from, arrival.offer.number, kNoThanks);
  else send_on(head.form, spread, arrival);
  if (is_read) deliver(arrival);
  count_received();
}

// Says whether the record has parts for other ranks. The first part must be for this rank.
inline bool Exchange::is_for_others_too(const SpreadBody& spread, Form form) const {
  const auto is_right = [&](const Part& p, bool is_own) {
    const RecordHead& head = p.head.head;
    const auto rank = static_cast<std::uint32_t>(rank_);
    return is_known(head) && head.kind == Kind::value && head.form == form &&
           (is_own ? p.head.rank == rank : p.head.rank != rank && p.head.rank < static_cast<std::uint32_t>(size_));
  };
  bool all_right = !spread.parts.empty();
  for (const Part& p : spread.parts) all_right = all_right && is_right(p, &p == spread.parts.data());
  return all_right;
}

inline void Exchange::next_epoch() {
  epoch_.store(epoch() + 1, std::memory_order_relaxed);  // with the token
}

}  // namespace ttg::ranks

#endif
