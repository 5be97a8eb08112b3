// Sending from inside a task, and connecting terminals.
#ifndef XOMP_TTG_FUNC_H
#define XOMP_TTG_FUNC_H

#include "ttg/base/tt.h"
#include "ttg/edge.h"
#include "ttg/tt/outputs.h"
#include <array>
#include <iterator>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

namespace ttg {

// --- a value to a key ---

template <std::size_t i, class Key, class Value, class... Terminals>
void send(const Key& key, Value&& value, std::tuple<Terminals...>& outs) {
  detail::output_at<i>(outs).send(key, std::forward<Value>(value));
}
template <class Key, class Value>
void send(std::size_t i, const Key& key, Value&& value) {
  detail::output<Key, detail::SentTypeOf<Value>>(i, "send").send(key, std::forward<Value>(value));
}
template <std::size_t i, class Key, class Value>
  requires(!detail::is_outputs_v<Value>)
void send(const Key& key, Value&& value) {
  ttg::send(i, key, std::forward<Value>(value));
}
template <class AnyKey, class AnyValue, class Key, class Value>
void send(const AnyKey& key, AnyValue&& value, Out<Key, Value>& out) {
  out.send(key, std::forward<AnyValue>(value));
}

// --- a key only ---

template <std::size_t i, class Key, class... Terminals>
void sendk(const Key& key, std::tuple<Terminals...>& outs) {
  detail::output_at<i>(outs).sendk(key);
}
template <class Key>
void sendk(std::size_t i, const Key& key) {
  detail::output<Key, void>(i, "sendk").sendk(key);
}
template <std::size_t i, class Key>
void sendk(const Key& key) {
  ttg::sendk(i, key);
}
template <class AnyKey, class Key>
void sendk(const AnyKey& key, Out<Key, void>& out) {
  out.sendk(key);
}

// --- a value only ---

template <std::size_t i, class Value, class... Terminals>
void sendv(Value&& value, std::tuple<Terminals...>& outs) {
  detail::output_at<i>(outs).sendv(std::forward<Value>(value));
}
template <class Value>
void sendv(std::size_t i, Value&& value) {
  detail::output<void, detail::SentTypeOf<Value>>(i, "sendv").sendv(std::forward<Value>(value));
}
template <std::size_t i, class Value>
void sendv(Value&& value) {
  ttg::sendv(i, std::forward<Value>(value));
}
template <class AnyValue, class Value>
void sendv(AnyValue&& value, Out<void, Value>& out) {
  out.sendv(std::forward<AnyValue>(value));
}

// --- nothing but the message ---

template <std::size_t i, class... Terminals>
void send(std::tuple<Terminals...>& outs) {
  detail::output_at<i>(outs).send();
}
inline void send(std::size_t i) { detail::output<void, void>(i, "send").send(); }
template <std::size_t i>
void send() {
  ttg::send(i);
}
inline void send(Out<void, void>& out) { out.send(); }

// --- many keys ---

template <std::size_t i, std::size_t... more, class Keys, class Value, class... Terminals>
void broadcast(const Keys& keys, Value&& value, std::tuple<Terminals...>& outs) {
  if constexpr (sizeof...(more) == 0 && !meta::is_tuple_v<Keys>) {
    detail::output_at<i>(outs).broadcast(keys, std::forward<Value>(value));
  } else {
    const auto terminals = std::tie(detail::output_at<i>(outs), detail::output_at<more>(outs)...);
    detail::broadcast_to_many(terminals, keys, std::forward<Value>(value));
  }
}
template <class Keys, class Value>
  requires(meta::is_iterable_v<const Keys>)
void broadcast(std::size_t i, const Keys& keys, Value&& value) {
  detail::output<detail::KeyIn<Keys>, detail::SentTypeOf<Value>>(i, "broadcast")
      .broadcast(keys, std::forward<Value>(value));
}
template <std::size_t i, std::size_t... more, class Keys, class Value>
  requires(!detail::is_outputs_v<Value>)
void broadcast(const Keys& keys, Value&& value) {
  if constexpr (sizeof...(more) == 0 && !meta::is_tuple_v<Keys>) {
    ttg::broadcast(i, keys, std::forward<Value>(value));
  } else {
    detail::broadcast_free<detail::SentTypeOf<Value>, i, more...>(keys, std::forward<Value>(value));
  }
}
template <std::size_t i, std::size_t... more, class Keys, class... Terminals>
void broadcastk(const Keys& keys, std::tuple<Terminals...>& outs) {
  if constexpr (sizeof...(more) == 0 && !meta::is_tuple_v<Keys>) {
    detail::output_at<i>(outs).broadcast(keys);
  } else {
    detail::broadcastk_to_many(std::tie(detail::output_at<i>(outs), detail::output_at<more>(outs)...), keys);
  }
}
template <class Keys>
void broadcastk(std::size_t i, const Keys& keys) {
  detail::output<detail::KeyIn<Keys>, void>(i, "broadcastk").broadcast(keys);
}
template <std::size_t i, std::size_t... more, class Keys>
void broadcastk(const Keys& keys) {
  if constexpr (sizeof...(more) == 0 && !meta::is_tuple_v<Keys>) ttg::broadcastk(i, keys);
  else detail::broadcast_free<void, i, more...>(keys, Void{});
}

// --- streams ---

template <std::size_t i, class Key, class... Terminals>
  requires(!detail::is_outputs_v<Key>)
void set_size(const Key& key, std::size_t size, std::tuple<Terminals...>& outs) {
  detail::output_at<i>(outs).set_size(key, size);
}
template <std::size_t i, class... Terminals>
void set_size(std::size_t size, std::tuple<Terminals...>& outs) {
  detail::output_at<i>(outs).set_size(size);
}
template <class Key>
void set_size(std::size_t i, const Key& key, std::size_t size) {
  detail::for_inputs_of<Key>(i, "set_size", [&](auto set_size, auto) { set_size(key, size); });
}
template <std::size_t i, class Key>
  requires(!std::is_void_v<Key>)
void set_size(const Key& key, std::size_t size) {
  ttg::set_size(i, key, size);
}
inline void set_size(std::size_t i, std::size_t size) {
  detail::for_inputs_of<void>(i, "set_size", [&](auto set_size, auto) { set_size(Void{}, size); });
}
template <std::size_t i>
void set_size(std::size_t size) {
  ttg::set_size(i, size);
}
template <class AnyKey, class Key, class Value>
void set_size(const AnyKey& key, std::size_t size, Out<Key, Value>& out) {
  out.set_size(key, size);
}
template <class Value>
void set_size(std::size_t size, Out<void, Value>& out) {
  out.set_size(size);
}

template <std::size_t i, class Key, class... Terminals>
void finalize(const Key& key, std::tuple<Terminals...>& outs) {
  detail::output_at<i>(outs).finalize(key);
}
template <std::size_t i, class... Terminals>
void finalize(std::tuple<Terminals...>& outs) {
  detail::output_at<i>(outs).finalize();
}
template <class Key>
void finalize(std::size_t i, const Key& key) {
  detail::for_inputs_of<Key>(i, "finalize", [&](auto, auto finalize) { finalize(key); });
}
template <std::size_t i, class Key>
  requires(!detail::is_outputs_v<Key>)
void finalize(const Key& key) {
  ttg::finalize(i, key);
}
inline void finalize(std::size_t i) {
  detail::for_inputs_of<void>(i, "finalize", [&](auto, auto finalize) { finalize(Void{}); });
}
template <std::size_t i>
void finalize() {
  ttg::finalize(i);
}
template <class AnyKey, class Key, class Value>
void finalize(const AnyKey& key, Out<Key, Value>& out) {
  out.finalize(key);
}
template <class Value>
void finalize(Out<void, Value>& out) {
  out.finalize();
}

// --- connecting ---

inline void connect(TerminalBase* out, TerminalBase* in) { out->connect(in); }
template <class K, class V, class W>
void connect(Out<K, V>* out, In<K, W>* in) {
  out->connect(in);
}
inline void connect(std::size_t o, std::size_t i, TTBase* producer, TTBase* consumer) {
  connect(producer->out(o), consumer->in(i));
}
template <std::size_t o, std::size_t i, class Producer, class Consumer>
void connect(Producer&& producer, Consumer&& consumer) {
  connect(static_cast<TerminalBase*>((*producer).template out<o>()),
          static_cast<TerminalBase*>((*consumer).template in<i>()));
}

}  // namespace ttg

#endif
