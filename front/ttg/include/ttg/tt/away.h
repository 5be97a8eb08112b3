// A TT's messages to keys of other processes, or the empty twin of a program for one.
#ifndef XOMP_TTG_TT_AWAY_H
#define XOMP_TTG_TT_AWAY_H

#include "ttg/tt/tasks.h"

#ifdef XOMP_TTG_RANKS
#include "ttg/ranks/gathering.h"
#include "ttg/util/text.h"
#include <cstdint>
#include <string>

namespace ttg::detail {

template <class K, class OutTuple, class Derived, class... Ins>
class TTAway : public TTTasks<K, OutTuple, Derived, Ins...> {
 protected:
  using Base = TTTasks<K, OutTuple, Derived, Ins...>;
  using typename Base::KeyValue;
  using typename Base::Seat;
  using typename Base::Types;
  template <std::size_t i>
  using ValueAt = typename Types::template ValueAt<i>;
  template <std::size_t i>
  using ParcelAt = typename Types::template ParcelAt<i>;

  using Base::Base;

  // Each of these returns false if the key is this process's.
  template <std::size_t i>
  bool sent_away(Seat& me, const KeyValue& key, const ParcelAt<i>& parcel, bool is_stream) {
    using V = ValueAt<i>;
    ranks::Exchange* const exchange = this->exchange();
    if (exchange == nullptr) return false;
    const int owner = owner_of(*exchange, key, i);
    if (owner == exchange->rank()) return false;
    if constexpr (!can_travel<V>()) {
      cannot_travel<V>(*exchange, key, i, owner);
    } else {
      ranks::GatheringBase* const all = ranks::GatheringBase::of<V>(parcel);
      if (all != nullptr && all->is_of(*exchange)) {
        all->add(*exchange, owner, this->world_number_, i, is_stream, key);
      } else {
        ranks::Bytes& body = fresh_body();
        ranks::WrittenValue<V> value(*exchange, parcel, body, true);
        ranks::write_plain(body, key);
        value.offer_pieces(*exchange, owner, body);
        exchange->post(owner, head_of(ranks::Kind::value, value.form(), i), body);
      }
      drop_parcel<V>(me, parcel);
    }
    return true;
  }
  bool size_sent_away(const KeyValue& key, std::size_t i, std::size_t size) {
    return about_stream_sent_away(ranks::Kind::size, key, i, size);
  }
  bool close_sent_away(const KeyValue& key, std::size_t i) {
    return about_stream_sent_away(ranks::Kind::close, key, i, 0);
  }

 private:
  template <class V>
  static constexpr bool can_travel() {
    if constexpr (!ranks::arrives<KeyValue>) return false;
    else if constexpr (std::is_void_v<V>) return true;
    else return is_inline_v<V> || ranks::arrives<V>;
  }
  int owner_of(ranks::Exchange& exchange, const KeyValue& key, std::size_t input) const {
    int rank;
    if constexpr (std::is_void_v<K>) rank = this->keymap_();
    else rank = this->keymap_(key);
    if (rank < 0 || rank >= exchange.size()) [[unlikely]]
      exchange.fail(
          joined(this->about(key, input), "the key map says process ", rank, ", but there are only ", exchange.size()));
    return rank;
  }
  template <class V>
  [[noreturn]] void cannot_travel(ranks::Exchange& exchange, const KeyValue& key, std::size_t i, int owner) const {
    std::string type = demangled_type_name<K>();
    if constexpr (ranks::arrives<KeyValue> && !std::is_void_v<V>) type = demangled_type_name<V>();
    exchange.fail(joined(this->about(key, i), "the message is for process ", owner, ", but type ", type,
                         " cannot be written as bytes: give it a serialize() member and a default constructor"));
  }
  ranks::RecordHead head_of(ranks::Kind kind, ranks::Form form, std::size_t i) const {
    return {kind, form, static_cast<std::uint8_t>(i), 0, this->world_number_, 1, 0};
  }
  // Each thread has one, and uses it again and again.
  static ranks::Bytes& fresh_body() {
    static thread_local ranks::Bytes body;
    body.clear();
    return body;
  }
  bool about_stream_sent_away(ranks::Kind kind, const KeyValue& key, std::size_t i, std::uint64_t size) {
    ranks::Exchange* const exchange = this->exchange();
    if (exchange == nullptr) return false;
    const int owner = owner_of(*exchange, key, i);
    if (owner == exchange->rank()) return false;
    if constexpr (!ranks::arrives<KeyValue>) {
      cannot_travel<void>(*exchange, key, i, owner);
    } else {
      ranks::Bytes& body = fresh_body();
      ranks::write_plain(body, key);
      body.put(size);
      exchange->post(owner, head_of(kind, ranks::Form::none, i), body);
    }
    return true;
  }
};

}  // namespace ttg::detail

#else

namespace ttg::detail {

template <class K, class OutTuple, class Derived, class... Ins>
class TTAway : public TTTasks<K, OutTuple, Derived, Ins...> {
 protected:
  using Base = TTTasks<K, OutTuple, Derived, Ins...>;
  using Base::Base;
  using typename Base::KeyValue;

  template <std::size_t i, class Parcel>
  static constexpr bool sent_away(graph::Seat&, const KeyValue&, const Parcel&, bool) {
    return false;
  }
  static constexpr bool size_sent_away(const KeyValue&, std::size_t, std::size_t) { return false; }
  static constexpr bool close_sent_away(const KeyValue&, std::size_t) { return false; }
};

}  // namespace ttg::detail

#endif

#endif
