// TTArrivals: the last of a TT's bases. It reads and delivers what other processes send to the TT. Only the thread that
// has the exchange's token calls it.
#ifndef XOMP_TTG_TT_ARRIVALS_H
#define XOMP_TTG_TT_ARRIVALS_H

#include "ttg/tt/stream_inputs.h"

#ifdef XOMP_TTG_RANKS
#include "ttg/ranks/pulls.h"
#include "ttg/util/text.h"
#include <array>
#include <cstdint>
#include <exception>
#include <stdexcept>
#include <utility>

namespace ttg::detail {

template <class K, class OutTuple, class Derived, class... Ins>
class TTArrivals : public TTInputs<K, OutTuple, Derived, Ins...> {
 protected:
  using Base = TTInputs<K, OutTuple, Derived, Ins...>;
  using typename Base::AllInputs;
  using typename Base::KeyValue;
  using typename Base::Seat;
  using typename Base::Types;
  template <std::size_t i>
  using ValueAt = typename Types::template ValueAt<i>;
  template <std::size_t i>
  using ParcelAt = typename Types::template ParcelAt<i>;

  using Base::Base;

 public:
  const void* type_of_input(std::uint32_t terminal) const override { return type_of(terminal, AllInputs{}); }
  void read_arrival(ranks::Arrival& arrival) override { read(arrival, AllInputs{}); }
  void deliver_arrival(ranks::Arrival& arrival, const ranks::Target& target) override {
    deliver_to(arrival, target, AllInputs{});
  }
  std::string signature() const override {
    std::string text = this->get_name() + " <" + demangled_type_name<K>() + ">";
    for (const TerminalBase* in : this->inputs_) text += ", " + in->get_value_type_str();
    return text;
  }

 private:
  // Calls the function for input number `terminal`.
  template <std::size_t... i>
  void read(ranks::Arrival& a, std::index_sequence<i...>) {
    if (!((i == a.head.terminal && (read_one<i>(a), true)) || ...)) throw_no_input(a.head.terminal);
  }
  template <std::size_t... i>
  void deliver_to(ranks::Arrival& a, const ranks::Target& target, std::index_sequence<i...>) {
    if (!((i == target.terminal && (deliver_one<i>(a, target.keys), true)) || ...)) throw_no_input(target.terminal);
  }
  [[noreturn]] void throw_no_input(std::uint32_t terminal) const {
    fail<std::length_error>("ttg: another process sends to input ", terminal, " of TT ", this->get_name(),
                            ", which has only ", Base::numins);
  }
  template <std::size_t... i>
  static const void* type_of(std::uint32_t terminal, std::index_sequence<i...>) {
    const void* type = nullptr;
    ((i == terminal ? void(type = &input_type<ValueAt<i>>) : void()), ...);
    return type;
  }

  template <std::size_t i>
  void read_one(ranks::Arrival& a) {
    using V = ValueAt<i>;
    if constexpr (std::is_void_v<V>) {
      check_form(a, false);
    } else if constexpr (is_inline_v<V>) {
      check_form(a, false);
      a.inline_value = a.body.skip(sizeof(V));
    } else if constexpr (ranks::arrives<V>) {
      Seat& me = graph::self();
      a.offer = a.body.get<ranks::OfferHead>();
      struct Undo {
        Seat& me;
        Copy<V>* copy = nullptr;
        ~Undo() {
          if (copy != nullptr) copy->let_go(me);
        }
      } undo{me};
      ranks::read_small<V>(
          a.body, &a.pieces,
          [&](auto&&... args) -> V& {
            undo.copy = Copy<V>::make(me, std::forward<decltype(args)>(args)...);
            return undo.copy->value();
          },
          ranks::Borrowed{a.lender, a.offer});
      read_pieces(a);
      if (a.head.keys == 0) throw std::length_error("ttg: another process sends a value for no key");
      Copy<V>* const copy = std::exchange(undo.copy, nullptr);
      if constexpr (ranks::is_kept_vector<V>) ranks::keep_at_end(copy);
      if (a.head.keys > 1) copy->hold(std::int64_t{a.head.keys} - 1);
      a.held = a.head.keys;
      a.value = static_cast<CopyBase*>(copy);
    }
  }
  static void check_form(const ranks::Arrival& a, bool has_pieces) {
    if ((a.head.form != ranks::Form::none) != has_pieces)
      throw std::length_error(has_pieces ? "ttg: a value of another process comes without its memory"
                                         : "ttg: a value of another process comes with memory that it has not");
  }
  static void read_pieces(ranks::Arrival& a) {
    bool fits = a.body.get<std::uint32_t>() == a.pieces.size();
    for (const ranks::Piece& p : a.pieces) fits = fits && a.body.get<std::uint64_t>() == p.bytes;
    check_form(a, !a.pieces.empty());
    if (!fits)
      throw std::length_error(
          "ttg: what a value's SplitMetadataDescriptor or serialize() says of its memory differs between two "
          "processes");
    if (a.head.form == ranks::Form::inside)
      for (const ranks::Piece& p : a.pieces) a.body.take(p.memory, p.bytes);
  }

  // Returns the value for one key. The object must have a hold for each key, and it was given as many as the record
  // says.
  template <std::size_t i>
  ParcelAt<i> parcel_of_arrival(ranks::Arrival& a) const {
    using V = ValueAt<i>;
    if constexpr (std::is_void_v<V>) {
      return Void{};
    } else if constexpr (is_inline_v<V>) {
      alignas(V) char memory[sizeof(V)];
      std::memcpy(memory, a.inline_value, sizeof(V));
      return *std::launder(reinterpret_cast<V*>(memory));
    } else {
      if (a.held == 0) throw std::length_error("ttg: another process sends a value for more keys than it says");
      --a.held;
      return static_cast<Copy<V>*>(static_cast<CopyBase*>(a.value));
    }
  }
  template <std::size_t i>
  void deliver_one(ranks::Arrival& a, std::uint32_t keys) {
    Seat& me = graph::self();
    if constexpr (ranks::arrives<KeyValue>) {
      switch (a.head.kind) {
        case ranks::Kind::value:
          for (; keys != 0; --keys) deliver_value<i>(me, a);
          return;
        case ranks::Kind::size: {
          const auto key = ranks::read_plain<KeyValue>(a.body);
          const auto size = a.body.get<std::uint64_t>();
          this->template check_size<i>(size, [&] { return this->about(key, i); });
          return this->template set_own_goal<i>(key, size);
        }
        case ranks::Kind::close: return this->template close_own_stream<i>(ranks::read_plain<KeyValue>(a.body));
        case ranks::Kind::pull: return ranks::answer_pull<i>(*this, *this->exchange(), a);
        default: break;
      }
    }
    if (a.head.kind == ranks::Kind::pulled) take_answer<i>(me, a);
  }
  // An error of one key leaves the others alone. But behind a key that cannot be read none can be read.
  template <std::size_t i>
  void deliver_value(Seat& me, ranks::Arrival& a) {
    const auto key = ranks::read_plain<KeyValue>(a.body);
    const auto parcel = parcel_of_arrival<i>(a);
    try {
      this->template deliver_own<i>(me, key, parcel);
    } catch (...) {
      this->failure_.note(std::current_exception());
    }
  }
  template <std::size_t i>
  void take_answer(Seat& me, ranks::Arrival& a) {
    ranks::Waiting& waiting = ranks::waiting_for(*this->exchange(), a);
    this->take_pulled(me, ranks::take_answer<i, typename Base::Task>(waiting, parcel_of_arrival<i>(a)));
  }
};

}  // namespace ttg::detail

#else

namespace ttg::detail {

template <class K, class OutTuple, class Derived, class... Ins>
using TTArrivals = TTInputs<K, OutTuple, Derived, Ins...>;

}  // namespace ttg::detail

#endif

#endif
