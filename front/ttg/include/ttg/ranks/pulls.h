// Inputs of pull terminals whose values other processes have. The process that has the task asks, the owner answers,
// and the task continues with its last answer. Without ranks: the empty twin.
#ifndef XOMP_TTG_RANKS_PULLS_H
#define XOMP_TTG_RANKS_PULLS_H

#include "ttg/ranks/part.h"

#ifdef XOMP_TTG_RANKS
#include "ttg/detail/context.h"
#include "ttg/ranks/gathering.h"
#include <cstdint>
#include <string>
#endif

namespace ttg::ranks {

#ifdef XOMP_TTG_RANKS

// Asks `owner` for what terminal `i` of the TT with this number has for the key.
template <class Key>
void ask(Exchange& exchange, int owner, std::uint32_t tt, std::size_t i, Waiting& waiting, const Key& key) {
  waiting.left.fetch_add(1, std::memory_order_relaxed);  // [PULL-1] the caller has not ended its own yet
  RecordHead head{Kind::pull, Form::none, static_cast<std::uint8_t>(i), 0, tt, 1, 0};
  Bytes body;
  body.put(exchange.questions().add({&waiting, owner, tt, head.terminal}));
  write_plain(body, key);
  exchange.post(owner, head, body);
}

template <std::size_t i, class TT>
void answer_pull(TT& tt, Exchange& exchange, Arrival& arrival) {
  using V = typename TT::template ValueOf<i>;
  using Key = typename TT::KeyOf;
  if constexpr (!std::is_void_v<V> && !std::is_same_v<Key, Void>) {
    const auto question = arrival.body.get<std::uint64_t>();
    const auto key = read_plain<Key>(arrival.body);
    auto& me = xomp::graph::self();
    const auto parcel = detail::parcel_of<V>(me, tt.value_to_pull(std::integral_constant<std::size_t, i>{}, key));
    if constexpr (detail::is_inline_v<V> || arrives<V>) {
      Bytes body;
      WrittenValue<V> value(exchange, parcel, body, true);
      RecordHead head{Kind::pulled, value.form(), static_cast<std::uint8_t>(i), 0, arrival.head.tt, 1, 0};
      body.put(question);
      value.offer_pieces(exchange, arrival.from, body);
      exchange.post(arrival.from, head, body);
    } else {
      exchange.fail("TT " + tt.get_name() + ": a value to be pulled is of type " + detail::demangled_type_name<V>() +
                    ", which cannot be written as bytes");
    }
    detail::drop_parcel<V>(me, parcel);
  }
}

// Finds the task that waits for this answer.
inline Waiting& waiting_for(Exchange& exchange, Arrival& arrival) {
  const RecordHead& head = arrival.head;
  const auto question = arrival.body.get<std::uint64_t>();
  Waiting* const waiting = exchange.questions().take(question, arrival.from, head.tt, head.terminal);
  if (waiting == nullptr)
    throw std::length_error("ttg: process " + std::to_string(arrival.from) + " answers what it was not asked");
  return *waiting;
}
// Puts the answer into the task's input. Returns the task if all its answers have come.
template <std::size_t i, class Task, class Parcel>
Task* take_answer(Waiting& waiting, Parcel parcel) {
  Task* const task = static_cast<Task*>(waiting.task);
  std::get<i>(task->slots).put(parcel);
  if (!waiting.end_one()) return nullptr;
  delete &waiting;
  return task;
}

// The values that a task asks other processes for, while it does so.
class Pulls {
 public:
  explicit Pulls(xomp::graph::Task& task) : task_(task) {}
  // Returns false if this process has the value itself.
  template <class Owner, class Key, class TT>
  bool ask(Exchange* exchange, const Owner& owner_of, const Key& key, std::size_t i, const TT& tt) {
    if (exchange == nullptr || !owner_of) return false;
    const auto owner = static_cast<int>(owner_of(key));
    if (owner == exchange->rank()) return false;
    if (owner < 0 || owner >= exchange->size())
      exchange->fail(tt.about(key, i) + "the key map of the pull terminal says process " + std::to_string(owner) +
                     ", but there are only " + std::to_string(exchange->size()));
    if (waiting_ == nullptr) waiting_ = new Waiting{&task_};
    if constexpr (arrives<Key>) ranks::ask(*exchange, owner, tt.world_number(), i, *waiting_, key);
    else
      exchange->fail(tt.about(key, i) + "the value is process " + std::to_string(owner) +
                     "'s, but the key cannot be written as bytes");
    return true;
  }
  // Returns false if the task belongs to the thread that brings the last answer.
  bool is_complete() {
    if (waiting_ == nullptr) return true;
    if (!waiting_->end_one()) return false;
    delete waiting_;
    return true;
  }

 private:
  xomp::graph::Task& task_;
  Waiting* waiting_ = nullptr;
};

#else

class Pulls {
 public:
  template <class Task>
  explicit Pulls(const Task&) {}
  template <class... Rest>
  static constexpr bool ask(const Rest&...) {
    return false;
  }
  static constexpr bool is_complete() { return true; }
};

#endif

}  // namespace ttg::ranks

#endif
