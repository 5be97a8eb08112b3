// One value for many keys of one or several terminals: each rank gets it once, with all its keys.
#ifndef XOMP_TTG_RANKS_GATHERING_H
#define XOMP_TTG_RANKS_GATHERING_H

#include "ttg/detail/copy.h"
#include "ttg/ranks/exchange.h"
#include "ttg/ranks/wire.h"
#include <atomic>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

namespace ttg::ranks {

// A value as a record has it. What lies outside is offered anew to each rank.
template <class V>
class WrittenValue {
 public:
  WrittenValue(const Exchange& exchange, const detail::Parcel<V>& parcel) : parcel_(parcel) {
    if constexpr (detail::is_inline_v<V>) {
      bytes_.put(parcel);
    } else if constexpr (!std::is_void_v<V>) {
      write_small(bytes_, &pieces_, static_cast<const V&>(parcel->value()));
      bytes_.put(static_cast<std::uint32_t>(pieces_.size()));
      std::size_t sum = 0;
      for (const Piece& p : pieces_) {
        bytes_.put(static_cast<std::uint64_t>(p.bytes));
        sum += p.bytes;
      }
      form_ = pieces_.empty() ? Form::none : sum <= exchange.settings().eager ? Form::inside : Form::outside;
    }
  }
  Form form() const { return form_; }
  void add_to(Exchange& exchange, Bytes& body) {
    body.add(bytes_.data(), bytes_.size());
    if (form_ == Form::inside)
      for (const Piece& p : pieces_) body.add(p.memory, p.bytes);
    if (form_ == Form::outside) body.put(offer(exchange));
  }

 private:
  std::uint64_t offer(Exchange& exchange) {
    auto offer = std::make_unique<Offers::Offer>();
    offer->pieces = pieces_;
    if constexpr (!detail::is_inline_v<V> && !std::is_void_v<V>) {
      parcel_->hold();
      offer->held = static_cast<detail::CopyBase*>(parcel_);
      offer->let_go = [](void* copy) { static_cast<detail::CopyBase*>(copy)->let_go(xomp::graph::self()); };
    }
    return exchange.offer(std::move(offer));
  }
  const detail::Parcel<V>& parcel_;
  Bytes bytes_;
  Pieces pieces_;
  Form form_ = Form::none;
};

// Written when a world is opened, before its first message.
inline std::atomic<bool> some_world_has_ranks{false};

class GatheringBase {
 public:
  // The one that the calling thread is in, if it is for this value.
  template <class V>
  static GatheringBase* of(const detail::Parcel<V>& parcel) {
    GatheringBase* const g = current;
    if (g == nullptr || g->type_ != &type_of<V> || g->is_other(&parcel, sizeof parcel)) return nullptr;
    return g;
  }
  template <class Key>
  void add(Exchange& exchange, int rank, std::uint32_t tt, std::uint32_t terminal, const Key& key) {
    exchange_ = &exchange;
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
    ToRank* to = nullptr;
    for (ToRank& r : ranks_)
      if (r.rank == rank && r.targets.size() < 255) to = &r;
    if (to == nullptr) {
      ranks_.push_back({});
      to = &ranks_.back();
      to->rank = rank;
    }
    if (to->targets.empty() || to->targets.back().tt != tt || to->targets.back().terminal != terminal)
      to->targets.push_back({tt, terminal, 0});
    return *to;
  }

  const void* type_ = nullptr;
  Exchange* exchange_ = nullptr;
  std::vector<ToRank> ranks_;
};

// Lives while one value is sent to many. finish() sends it on its way; then the caller's own hold of the value ends.
template <class V>
class Gathering final : private GatheringBase {
 public:
  explicit Gathering(const detail::Parcel<V>& parcel) : parcel_(parcel) {
    if (!some_world_has_ranks.load(std::memory_order_relaxed) || current != nullptr) return;
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
      WrittenValue<V> value(*this->exchange_, parcel_);
      for (const ToRank& to : this->ranks_) send(value, to);
    }
  }

 private:
  bool is_other(const void* parcel, std::size_t bytes) const override {
    return std::memcmp(parcel, &parcel_, bytes) != 0;
  }
  void send(WrittenValue<V>& value, const ToRank& to) {
    RecordHead head{};
    head.kind = Kind::value;
    head.form = value.form();
    head.tt = to.targets[0].tt;
    head.terminal = static_cast<std::uint8_t>(to.targets[0].terminal);
    head.more_targets = static_cast<std::uint8_t>(to.targets.size() - 1);
    head.keys = to.count;
    Bytes body;
    if (to.targets.size() > 1) body.add(to.targets.data(), to.targets.size() * sizeof(Target));
    value.add_to(*this->exchange_, body);
    body.add(to.keys.data(), to.keys.size());
    this->exchange_->post(to.rank, head, body);
  }

  const detail::Parcel<V>& parcel_;
  bool is_on_ = false;
};

}  // namespace ttg::ranks

#endif
