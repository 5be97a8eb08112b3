// In and Out: where messages come to a TT and leave it. `Key` and `Value` may be void.
#ifndef XOMP_TTG_TERMINAL_H
#define XOMP_TTG_TERMINAL_H

#include "ttg/base/terminal.h"
#include "ttg/detail/context.h"
#include "ttg/fwd.h"
#include "ttg/ranks/gathering.h"
#include "ttg/util/demangle.h"
#include "ttg/util/meta.h"
#include "ttg/util/text.h"
#include <functional>
#include <iterator>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace ttg {

namespace detail {

template <class K>
using KeyOr = meta::void_to_Void_t<K>;

// Where the values of a pull terminal come from.
template <class K, class V>
struct ContainerWrapper {
  std::function<V(const KeyOr<K>&)> get = nullptr;
  std::function<std::size_t(const KeyOr<K>&)> owner = nullptr;

  ContainerWrapper() = default;
  template <class Container, class Mapper, class Keymap>
    requires requires(Container& c, Mapper& m, const KeyOr<K>& k) { c.at(m(k)); }
  ContainerWrapper(Container& c, Mapper&& mapper, Keymap&& keymap)
      : get([&c, mapper](const KeyOr<K>& key) -> V { return c.at(mapper(key)); }),
        owner([mapper, keymap](const KeyOr<K>& key) { return static_cast<std::size_t>(keymap(mapper(key))); }) {}
  template <class Function, class Mapper, class Keymap>
    requires requires(Function& f, Mapper& m, const KeyOr<K>& k) { f(m(k)); }
  ContainerWrapper(Function&& f, Mapper&& mapper, Keymap&& keymap)
      : get([f, mapper](const KeyOr<K>& key) -> V { return f(mapper(key)); }),
        owner([mapper, keymap](const KeyOr<K>& key) { return static_cast<std::size_t>(keymap(mapper(key))); }) {}
};
template <class K>
struct ContainerWrapper<K, void> {
  bool get = false;
};

// What input terminals of one key type have in common.
template <class K>
class KeyedInput : public TerminalBase {
 public:
  virtual void set_size_of(const KeyOr<K>& key, std::size_t size) = 0;
  virtual void finalize_of(const KeyOr<K>& key) = 0;

 protected:
  using TerminalBase::TerminalBase;
};

// What In<K, V> and In<K, const V> share. The TT that has the terminal fills in the functions.
template <class K, class V>
class InputOf : public KeyedInput<K> {
 public:
  using Key = KeyOr<K>;
  struct Functions {
    void (*deliver)(void* tt, graph::Seat& me, const Key& key, Parcel<V> parcel);
    void (*set_size)(void* tt, const Key& key, std::size_t size);
    void (*finalize)(void* tt, const Key& key);
  };

  void set_functions(void* tt, Functions functions) {
    owner_ = tt;
    functions_ = functions;
  }
  void deliver(graph::Seat& me, const Key& key, Parcel<V> parcel) { functions_.deliver(owner_, me, key, parcel); }

  ContainerWrapper<K, V> container;

  // --- for programs, from a task or from outside ---

  template <class AnyKey, class U>
    requires(!std::is_void_v<V> && !std::is_void_v<K>)
  void send(const AnyKey& key, U&& value) {
    auto& me = graph::self();
    deliver(me, Key(key), parcel_of<V>(me, std::forward<U>(value)));
  }
  template <class AnyKey = Key>
    requires(!std::is_void_v<K>)
  void sendk(const AnyKey& key) {
    if constexpr (std::is_void_v<V>) deliver(graph::self(), Key(key), Void{});
    else static_assert(always_false<AnyKey>, "ttg: sendk() is for terminals without values");
  }
  template <class U = V>
    requires(std::is_void_v<K> && !std::is_void_v<V>)
  void sendv(U&& value) {
    auto& me = graph::self();
    deliver(me, Void{}, parcel_of<V>(me, std::forward<U>(value)));
  }
  void send()
    requires(std::is_void_v<K> && std::is_void_v<V>)
  {
    deliver(graph::self(), Void{}, Void{});
  }
  template <class Range, class U>
    requires(!std::is_void_v<V> && !std::is_void_v<K>)
  void broadcast(const Range& keys, U&& value) {
    auto& me = graph::self();
    const auto count = static_cast<std::size_t>(std::distance(std::begin(keys), std::end(keys)));
    if (count == 0) return;
    Shared<V> shared(me, parcel_of<V>(me, std::forward<U>(value), static_cast<int>(count)), count);
    ranks::Gathering<V> gathering(shared.parcel());
    for (const auto& key : keys) deliver(me, Key(key), shared.next());
    gathering.finish();
  }
  template <class Range>
    requires(std::is_void_v<V> && !std::is_void_v<K>)
  void broadcast(const Range& keys) {
    for (const auto& key : keys) deliver(graph::self(), Key(key), Void{});
  }
  template <class... Args>
  void prepare_send(const Args&...) {}

  template <class AnyKey>
    requires(!std::is_void_v<K>)
  void set_size(const AnyKey& key, std::size_t size) {
    set_size_of(Key(key), size);
  }
  void set_size(std::size_t size)
    requires(std::is_void_v<K>)
  {
    set_size_of(Void{}, size);
  }
  template <class AnyKey>
    requires(!std::is_void_v<K>)
  void finalize(const AnyKey& key) {
    finalize_of(Key(key));
  }
  void finalize()
    requires(std::is_void_v<K>)
  {
    finalize_of(Void{});
  }
  void set_size_of(const Key& key, std::size_t size) override {
    checked(functions_.set_size != nullptr, "set_size");
    functions_.set_size(owner_, key, size);
  }
  void finalize_of(const Key& key) override {
    checked(functions_.finalize != nullptr, "finalize");
    functions_.finalize(owner_, key);
  }

  void connect(TerminalBase*) override {
    throw std::logic_error("ttg: an input terminal cannot be connected to a consumer");
  }

 protected:
  explicit InputOf(TerminalBase::Type type) : KeyedInput<K>(type, &type_tag<K, V>) {}

 private:
  static void checked(bool has, const char* what) {
    if (!has) fail<std::runtime_error>("ttg: In::", what, " was called, but the terminal is no part of a TT");
  }

  void* owner_ = nullptr;
  Functions functions_{};
};

}  // namespace detail

template <class Key, class Value>
class In : public detail::InputOf<Key, std::remove_const_t<Value>> {
 public:
  typedef Value value_type;
  typedef Key key_type;
  typedef Edge<Key, std::remove_const_t<Value>> edge_type;
  static constexpr bool is_an_input_terminal = true;
  static_assert(std::is_same_v<Key, std::decay_t<Key>>, "ttg: a key type must be neither a reference nor const");
  static_assert(std::is_same_v<std::remove_const_t<Value>, std::decay_t<Value>>,
                "ttg: a value type must not be a reference");

  In()
      : detail::InputOf<Key, std::remove_const_t<Value>>(std::is_const_v<Value> ? TerminalBase::Type::Read
                                                                                : TerminalBase::Type::Consume) {}
};

template <class Key, class Value>
class Out : public TerminalBase {
 public:
  typedef Value value_type;
  typedef Key key_type;
  typedef Edge<Key, Value> edge_type;
  static constexpr bool is_an_output_terminal = true;
  using Input = detail::InputOf<Key, Value>;
  using AnyKeyOf = detail::KeyOr<Key>;
  static_assert(std::is_same_v<Key, std::decay_t<Key>>, "ttg: a key type must be neither a reference nor const");
  static_assert(std::is_same_v<Value, std::decay_t<Value>>, "ttg: a value type must be neither a reference nor const");

  Out() : TerminalBase(Type::Write, &detail::type_tag<Key, Value>) {}

  void connect(TerminalBase* in) override {
    auto* const input = dynamic_cast<Input*>(in);
    if (input == nullptr)
      detail::fail<std::invalid_argument>("ttg: you are trying to connect terminals whose types do not match: Out<",
                                          detail::demangled_type_name<Key>(), ", ",
                                          detail::demangled_type_name<Value>(), "> to another key or value type");
    inputs_.push_back(input);
    this->connect_base(in);
  }
  std::size_t nsuccessors() const { return inputs_.size(); }
  const std::vector<TerminalBase*>& successors() const { return this->get_connections(); }

  // --- messages ---

  template <class AnyKey, class U>
    requires(!std::is_void_v<Value> && !std::is_void_v<Key>)
  void send(const AnyKey& key, U&& value) {
    send_to(static_cast<const AnyKeyOf&>(key_of(key)), std::forward<U>(value));
  }
  template <class AnyKey>
    requires(!std::is_void_v<Key> && std::is_void_v<Value>)
  void sendk(const AnyKey& key) {
    auto& me = xomp::graph::self();
    for (Input* in : inputs_) in->deliver(me, key_of(key), Void{});
  }
  template <class U>
    requires(std::is_void_v<Key> && !std::is_void_v<Value>)
  void sendv(U&& value) {
    send_to(Void{}, std::forward<U>(value));
  }
  void send()
    requires(std::is_void_v<Key> && std::is_void_v<Value>)
  {
    auto& me = xomp::graph::self();
    for (Input* in : inputs_) in->deliver(me, Void{}, Void{});
  }

  template <class Range, class U>
    requires(!std::is_void_v<Value> && !std::is_void_v<Key>)
  void broadcast(const Range& keys, U&& value) {
    const std::size_t count = count_of(keys) * inputs_.size();
    if (count == 0) return;
    auto& me = xomp::graph::self();
    detail::Shared<Value> shared(me, detail::parcel_of<Value>(me, std::forward<U>(value), static_cast<int>(count)),
                                 count);
    deliver_all(me, keys, shared);
  }
  template <class Range>
    requires(std::is_void_v<Value> && !std::is_void_v<Key>)
  void broadcast(const Range& keys) {
    auto& me = xomp::graph::self();
    detail::Shared<Value> shared(me, Void{}, takers(keys));
    deliver_all(me, keys, shared);
  }
  template <class Range>
  void broadcastk(const Range& keys) {
    broadcast(keys);
  }

  template <class AnyKey>
  void set_size(const AnyKey& key, std::size_t size) {
    for (Input* in : inputs_) in->set_size(key_of(key), size);
  }
  void set_size(std::size_t size) {
    for (Input* in : inputs_) in->set_size(size);
  }
  template <class AnyKey>
  void finalize(const AnyKey& key) {
    for (Input* in : inputs_) in->finalize(key_of(key));
  }
  void finalize() {
    for (Input* in : inputs_) in->finalize();
  }
  template <class... Args>
  void prepare_send(const Args&...) {}

  // --- the library's own ---
  template <class Range>
  std::size_t takers(const Range& keys) const {
    return count_of(keys) * inputs_.size();
  }
  template <class Range>
  void deliver_all(xomp::graph::Seat& me, const Range& keys, detail::Shared<Value>& shared) {
    ranks::Gathering<Value> gathering(shared.parcel());
    if constexpr (std::is_convertible_v<const Range&, const AnyKeyOf&> && !meta::is_iterable_v<const Range>) {
      for (Input* in : inputs_) in->deliver(me, keys, shared.next());
    } else {
      for (Input* in : inputs_)
        for (const auto& key : keys) in->deliver(me, key_of(key), shared.next());
    }
    gathering.finish();
  }

 private:
  template <class AnyKey>
  static decltype(auto) key_of(const AnyKey& key) {
    if constexpr (std::is_same_v<AnyKey, AnyKeyOf>) return static_cast<const AnyKeyOf&>(key);
    else return static_cast<AnyKeyOf>(key);
  }
  template <class Range>
  static std::size_t count_of(const Range& keys) {
    if constexpr (std::is_convertible_v<const Range&, const AnyKeyOf&> && !meta::is_iterable_v<const Range>) return 1;
    else return static_cast<std::size_t>(std::distance(std::begin(keys), std::end(keys)));
  }
  template <class U>
  void send_to(const AnyKeyOf& key, U&& value) {
    auto& me = xomp::graph::self();
    const std::size_t n = inputs_.size();
    if (n == 1) [[likely]]
      return inputs_[0]->deliver(me, key, detail::parcel_of<Value>(me, std::forward<U>(value)));
    if (n == 0) return;
    detail::Shared<Value> shared(me, detail::parcel_of<Value>(me, std::forward<U>(value), static_cast<int>(n)), n);
    ranks::Gathering<Value> gathering(shared.parcel());
    for (Input* in : inputs_) in->deliver(me, key, shared.next());
    gathering.finish();
  }

  std::vector<Input*> inputs_;
};

}  // namespace ttg

#endif
