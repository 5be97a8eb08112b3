// One value for many keys of one or several terminals: each rank gets it once, with all its keys. Without ranks: the
// empty twin.
#ifndef XOMP_TTG_RANKS_GATHERING_H
#define XOMP_TTG_RANKS_GATHERING_H

#include "ttg/config.h"

#ifdef XOMP_TTG_RANKS
#include "ttg/detail/copy.h"
#include "ttg/ranks/exchange/exchange.h"
#include "ttg/ranks/wire/values.h"
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ttg::ranks {

// A value as a record has it: a small one its bytes; an object the number of its offer, what is written of it, the sizes of
// its pieces, and the pieces themselves unless they lie outside. Those are offered anew to each rank.
template <class V>
class WrittenValue {
 public:
  // Adds the value to `body`, without the offer. It may be lent to a receiver that gets it from this rank.
  WrittenValue(const Exchange& exchange, const detail::Parcel<V>& parcel, Bytes& body, bool may_lend)
      : parcel_(parcel), at_(body.size()) {
    if constexpr (detail::is_inline_v<V>) {
      body.put(parcel);
    } else if constexpr (!std::is_void_v<V>) {
      body.put(OfferHead{});
      write(body, may_lend && exchange.all_can_read());
      body.put(static_cast<std::uint32_t>(pieces_.size()));
      for (const Piece& p : pieces_) body.put(static_cast<std::uint64_t>(p.bytes));
      form_ = pieces_.empty() ? Form::none : piece_bytes() <= exchange.settings().eager ? Form::inside : Form::outside;
      if (form_ == Form::inside)
        for (const Piece& p : pieces_) body.add(p.memory, p.bytes);
    }
  }
  Form form() const { return form_; }
  // Called for each rank to which the body, or a copy of it, is sent, so that the rank can fetch what lies outside.
  void offer_pieces(Exchange& exchange, int to, Bytes& body) {
    if (form_ == Form::outside) body.put_at(at_, offer(exchange, to));
  }
  std::size_t piece_bytes() const {
    std::size_t sum = 0;
    for (const Piece& p : pieces_) sum += p.bytes;
    return sum;
  }
  OfferHead offer(Exchange& exchange, int to) {
    auto offer = std::make_unique<Offers::Offer>();
    offer->pieces = pieces_;
    if constexpr (!detail::is_inline_v<V> && !std::is_void_v<V>) {
      parcel_->hold();
      if constexpr (is_kept_vector<V>) keep_at_end(parcel_);
      offer->held = static_cast<detail::CopyBase*>(parcel_);
      offer->let_go = detail::CopyBase::let_go_by_address;
    }
    return exchange.offer(to, std::move(offer));
  }

 private:
  void write(Bytes& body, bool may_lend) {
    const V& value = parcel_->value();
    if (!by_own_archive<V> || !may_lend) return write_small(body, &pieces_, value);
    const std::size_t before = body.size();
    Loans loans(value);
    write_small(body, &pieces_, value, &loans);
    if (loans.are_right()) return;
    body.shrink(before);
    pieces_.clear();
    write_small(body, &pieces_, value);
  }
  const detail::Parcel<V>& parcel_;
  const std::size_t at_;  // of the offer's number in the body
  Pieces pieces_;
  Form form_ = Form::none;
};

class GatheringBase {
 public:
  // Returns the gathering that the calling thread is in, if it is for this value.
  template <class V>
  static GatheringBase* of(const detail::Parcel<V>& parcel) {
    GatheringBase* const g = current;
    if (g == nullptr || g->type_ != &type_of<V> || g->is_other(&parcel, sizeof parcel)) return nullptr;
    return g;
  }
  bool is_of(const Exchange& exchange) const { return exchange_ == nullptr || exchange_ == &exchange; }
  template <class Key>
  void add(Exchange& exchange, int rank, std::uint32_t tt, std::uint32_t terminal, bool is_stream, const Key& key) {
    exchange_ = &exchange;
    has_streams_ |= is_stream;
    ToRank& to = to_rank(rank, tt, terminal);
    write_plain(to.keys, key);
    ++to.count;
    ++to.targets.back().keys;
  }

 protected:
  struct ToRank {
    int rank;
    std::uint32_t count = 0;
    std::vector<Target> targets;
    Bytes keys;
  };
  template <class V>
  static inline constexpr char type_of = 0;
  static inline thread_local constinit GatheringBase* current = nullptr;

  virtual bool is_other(const void* parcel, std::size_t bytes) const = 0;
  ~GatheringBase() = default;

  ToRank& to_rank(int rank, std::uint32_t tt, std::uint32_t terminal) {
    ToRank* to = find(rank);
    if (to == nullptr || to->targets.size() == kMostTargets) {
      has_some_twice_ |= to != nullptr;
      ranks_.push_back({});
      to = &ranks_.back();
      to->rank = rank;
      if (ranks_.size() > kFew) index_last();
    }
    if (to->targets.empty() || to->targets.back().tt != tt || to->targets.back().terminal != terminal)
      to->targets.push_back({tt, terminal, 0});
    return *to;
  }

 private:
  static constexpr std::size_t kFew = 8, kMostTargets = 255;

  // Returns the last entry for that rank. Among many ranks it is looked up. Otherwise a value for tasks of a thousand
  // ranks would be compared half a million times.
  ToRank* find(int rank) {
    if (ranks_.size() > kFew) {
      const auto at = index_.find(rank);
      return at == index_.end() ? nullptr : &ranks_[at->second];
    }
    for (std::size_t i = ranks_.size(); i-- > 0;)
      if (ranks_[i].rank == rank) return &ranks_[i];
    return nullptr;
  }
  void index_last() {
    for (std::size_t i = index_.empty() ? 0 : ranks_.size() - 1; i < ranks_.size(); ++i) index_[ranks_[i].rank] = i;
  }
  std::unordered_map<int, std::size_t> index_;  // by rank, where there are many

 protected:
  const void* type_ = nullptr;
  Exchange* exchange_ = nullptr;
  bool has_streams_ = false;     // what a stream gets has to come before its end, which goes straight there
  bool has_some_twice_ = false;  // a rank with many targets stands there twice, as it must not in a tree
  std::vector<ToRank> ranks_;
};

// Lives while one value is sent to many. finish() sends it on its way; then the caller's own hold of the value ends.
template <class V>
class Gathering final : private GatheringBase {
 public:
  explicit Gathering(const detail::Parcel<V>& parcel) : parcel_(parcel) {
    if (!Exchange::some_exists.load(std::memory_order_relaxed) || current != nullptr) return;
    is_on_ = true;
    this->type_ = &type_of<V>;
    if constexpr (!detail::is_inline_v<V> && !std::is_void_v<V>) parcel_->hold();
    current = this;
  }
  ~Gathering() {
    if (!is_on_) return;
    current = nullptr;
    if constexpr (!detail::is_inline_v<V> && !std::is_void_v<V>) parcel_->let_go(xomp::graph::self());
  }
  void finish() {
    if constexpr (std::is_void_v<V> || arrives<V>) {
      if (!is_on_ || this->ranks_.empty()) return;
      Bytes bytes;
      const bool may_spread =
          this->ranks_.size() > this->exchange_->settings().tree_ranks && !this->has_streams_ && !this->has_some_twice_;
      WrittenValue<V> value(*this->exchange_, parcel_, bytes, !may_spread);
      if (may_spread && bytes.size() + value.piece_bytes() > kLargeValue) return spread(value, bytes);
      for (const ToRank& to : this->ranks_) send(value, bytes, to);
    }
  }

 private:
  bool is_other(const void* parcel, std::size_t bytes) const override {
    return std::memcmp(parcel, &parcel_, bytes) != 0;
  }
  static constexpr std::size_t kLargeValue = 8 * 1024;

  static RecordHead head_of(const WrittenValue<V>& value, const ToRank& to) {
    RecordHead head{};
    head.kind = Kind::value;
    head.form = value.form();
    head.tt = to.targets[0].tt;
    head.terminal = static_cast<std::uint8_t>(to.targets[0].terminal);
    head.more_targets = static_cast<std::uint8_t>(to.targets.size() - 1);
    head.keys = to.count;
    return head;
  }
  static void add_targets(Bytes& body, const ToRank& to) {
    if (to.targets.size() > 1) body.add(to.targets.data(), to.targets.size() * sizeof(Target));
  }
  void send(WrittenValue<V>& value, Bytes& bytes, const ToRank& to) {
    Bytes body;
    add_targets(body, to);
    value.offer_pieces(*this->exchange_, to.rank, bytes);
    body.add(bytes.data(), bytes.size());
    body.add(to.keys.data(), to.keys.size());
    this->exchange_->post(to.rank, head_of(value, to), body);
  }
  // Sends the value along a tree of ranks.
  void spread(WrittenValue<V>& value, const Bytes& bytes) {
    std::sort(this->ranks_.begin(), this->ranks_.end(),
              [](const ToRank& a, const ToRank& b) { return a.rank < b.rank; });
    std::vector<Bytes> rests(this->ranks_.size());
    std::vector<Part> parts;
    for (std::size_t i = 0; i < rests.size(); ++i) {
      const ToRank& to = this->ranks_[i];
      add_targets(rests[i], to);
      rests[i].add(to.keys.data(), to.keys.size());
      PartHead head{head_of(value, to), static_cast<std::uint32_t>(to.rank)};
      head.head.bytes = static_cast<std::uint32_t>(rests[i].size());
      parts.push_back({head, rests[i].data()});
    }
    this->exchange_->spread(value.form(), Reader(bytes.data(), bytes.size()), parts,
                            [&](int rank) { return value.offer(*this->exchange_, rank); });
  }

  const detail::Parcel<V>& parcel_;
  bool is_on_ = false;
};

}  // namespace ttg::ranks

#else

namespace ttg::ranks {

template <class V>
class Gathering {
 public:
  template <class Parcel>
  explicit Gathering(const Parcel&) {}
  void finish() {}
};

}  // namespace ttg::ranks

#endif

#endif
