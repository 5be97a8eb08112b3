// The output terminals of the running task, by number; and one value for several of them.
#ifndef XOMP_TTG_TT_OUTPUTS_H
#define XOMP_TTG_TT_OUTPUTS_H

#include "ttg/terminal.h"
#include "ttg/util/text.h"
#include <array>
#include <iterator>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

namespace ttg::detail {

[[gnu::cold, noreturn]] inline void throw_wrong_terminal(const char* what, std::size_t i) {
  if (context == nullptr)
    fail<std::runtime_error>("ttg::", what, " without an output terminal was called outside of a task");
  fail<std::runtime_error>("ttg::", what, ": the running task has no output ", i, " with this key type and value type");
}
// Returns output `i` of those that a function was given.
template <std::size_t i, class... Terminals>
auto& output_at(std::tuple<Terminals...>& outs) {
  static_assert(i < sizeof...(Terminals),
                "ttg: the number of an output is too large for these outputs: they begin with 0");
  return std::get<i>(outs);
}
// Returns output `i` of the running task.
template <class K, class V>
Out<K, V>* try_output(std::size_t i) {
  if (context == nullptr || i >= context->outputs->size()) return nullptr;
  TerminalBase* const t = (*context->outputs)[i];
  return t->type_tag() == &type_tag<K, V> ? static_cast<Out<K, V>*>(t) : nullptr;
}
template <class K, class V>
Out<K, V>& output(std::size_t i, const char* what) {
  Out<K, V>* const out = try_output<K, V>(i);
  if (out == nullptr) [[unlikely]]
    throw_wrong_terminal(what, i);
  return *out;
}

template <class T>
inline constexpr bool is_outputs_v = meta::is_output_terminal_tuple_v<std::decay_t<T>>;

template <class Range>
using KeyIn = std::decay_t<decltype(*std::begin(std::declval<const Range&>()))>;

template <class Keys>
struct KeyOfKeys {
  using type = Keys;
};
template <class Keys>
  requires meta::is_iterable_v<const Keys>
struct KeyOfKeys<Keys> {
  using type = KeyIn<Keys>;
};

// Calls visit(set_size, finalize) for each input terminal that output `i` of the running task leads to.
template <class K, class Visit>
void for_inputs_of(std::size_t i, const char* what, Visit&& visit) {
  if (context == nullptr || i >= context->outputs->size()) throw_wrong_terminal(what, i);
  for (TerminalBase* consumer : (*context->outputs)[i]->get_connections()) {
    auto* const in = dynamic_cast<KeyedInput<K>*>(consumer);
    if (in == nullptr) throw_wrong_terminal(what, i);
    visit([in](const KeyOr<K>& key, std::size_t size) { in->set_size_of(key, size); },
          [in](const KeyOr<K>& key) { in->finalize_of(key); });
  }
}

// The n-th element, or the same keys for all terminals.
template <std::size_t n, class Keys>
const auto& keys_for(const Keys& keys) {
  if constexpr (meta::is_tuple_v<Keys>) return std::get<n>(keys);
  else return keys;
}

template <class Value, class Terminals, class Keys, class U, std::size_t... n>
void broadcast_value(const Terminals& terminals, const Keys& keys, U&& value, std::index_sequence<n...>) {
  const std::size_t takers = (std::get<n>(terminals).takers(keys_for<n>(keys)) + ...);
  if (takers == 0) return;
  auto& me = graph::self();
  if constexpr (std::is_void_v<Value>) {
    Shared<void> shared(me, Void{}, takers);
    (std::get<n>(terminals).deliver_all(me, keys_for<n>(keys), shared), ...);
  } else {
    Shared<Value> shared(me, parcel_of<Value>(me, std::forward<U>(value), static_cast<int>(takers)), takers);
    ranks::Gathering<Value> gathering(shared.parcel());
    (std::get<n>(terminals).deliver_all(me, keys_for<n>(keys), shared), ...);
    gathering.finish();
  }
}
// One value, made once, for several terminals.
template <class Terminals, class Keys, class U>
void broadcast_to_many(const Terminals& terminals, const Keys& keys, U&& value) {
  using Value = typename std::decay_t<std::tuple_element_t<0, Terminals>>::value_type;
  broadcast_value<Value>(terminals, keys, std::forward<U>(value),
                         std::make_index_sequence<std::tuple_size_v<Terminals>>{});
}
template <class Terminals, class Keys>
void broadcastk_to_many(const Terminals& terminals, const Keys& keys) {
  broadcast_value<void>(terminals, keys, Void{}, std::make_index_sequence<std::tuple_size_v<Terminals>>{});
}

template <class Value, class Keys, class U, std::size_t... i, std::size_t... n>
void broadcast_free_to(const Keys& keys, U&& value, std::index_sequence<i...>, std::index_sequence<n...>) {
  const auto terminals =
      std::tie(output<typename KeyOfKeys<std::decay_t<decltype(keys_for<n>(keys))>>::type, Value>(i, "broadcast")...);
  broadcast_value<Value>(terminals, keys, std::forward<U>(value), std::index_sequence<n...>{});
}
// As broadcast_to_many(), for outputs of the running task.
template <class Value, std::size_t... i, class Keys, class U>
void broadcast_free(const Keys& keys, U&& value) {
  broadcast_free_to<Value>(keys, std::forward<U>(value), std::index_sequence<i...>{},
                           std::make_index_sequence<sizeof...(i)>{});
}

}  // namespace ttg::detail

#endif
