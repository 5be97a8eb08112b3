// Inputs of pull terminals whose values other processes have: the one that has the task asks, the owner answers, and the task
// goes on with its last answer.
#ifndef XOMP_TTG_RANKS_PULL_H
#define XOMP_TTG_RANKS_PULL_H

#include "ttg/detail/context.h"
#include "ttg/ranks/gathering.h"
#include <cstdint>
#include <string>

namespace ttg::ranks {

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
      WrittenValue<V> value(exchange, parcel, body);
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

// What the answer's task waits with.
inline Waiting& waiting_for(Exchange& exchange, Arrival& arrival) {
  const RecordHead& head = arrival.head;
  const auto question = arrival.body.get<std::uint64_t>();
  Waiting* const waiting = exchange.questions().take(question, arrival.from, head.tt, head.terminal);
  if (waiting == nullptr)
    throw std::length_error("ttg: process " + std::to_string(arrival.from) + " answers what it was not asked");
  return *waiting;
}
// Puts the answer into the task's input. Returns the task if it has all of them.
template <std::size_t i, class Task, class Parcel>
Task* take_answer(Waiting& waiting, Parcel parcel) {
  Task* const task = static_cast<Task*>(waiting.task);
  std::get<i>(task->slots).put(parcel);
  if (!waiting.end_one()) return nullptr;
  delete &waiting;
  return task;
}

}  // namespace ttg::ranks

#endif
