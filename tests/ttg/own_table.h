// What a function may do with its input around a send: each way to take it, to send it and to go on, with each kind of receiver. A
// receiver checks that it has the value as it was at the send. tests/ttg runs it in one process, tests/ranks in several.
#pragma once

#include <ttg.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <vector>

namespace own_table {

enum class Takes { to_read, to_change, by_value };
enum class Sends { lvalue, moved, own_copy };
enum class To { reader, writer, both, stream, readers, writers };
enum class Then { nothing, reads, changes, sends_again, moves_again, assigns };

// Small enough to be moved into a message.
using Small = std::vector<int>;
// Goes on itself when it is moved.
struct Wide {
  std::array<char, 200> more{};
  Small data;
  explicit Wide(Small d = {}) : data(std::move(d)) {}
  template <class Archive>
  void serialize(Archive& ar) {
    ar & data;
  }
};
inline Small& data_of(Small& v) { return v; }
inline const Small& data_of(const Small& v) { return v; }
inline Small& data_of(Wide& v) { return v.data; }
inline const Small& data_of(const Wide& v) { return v.data; }
constexpr std::size_t kElements = 300;
template <class V>
V value_of(int number) {
  return V(Small(kElements, number));
}
template <class V>
bool is_value_of(const V& v, int number) {
  const Small& data = data_of(v);
  if (data.size() != kElements) return false;
  for (const int x : data)
    if (x != number) return false;
  return true;
}
template <class V>
void change(V& v) {
  for (int& x : data_of(v)) x = -77;
}

template <class V>
struct Table {
  struct Case {
    Takes takes;
    Sends sends;
    To to;
    Then then;
    bool goes_to_three() const { return to == To::readers || to == To::writers; }
    bool has_reader() const { return to != To::writer && to != To::writers; }
    bool has_writer() const { return to == To::writer || to == To::both || to == To::writers; }
  };
  using Outs = std::tuple<ttg::Out<int, V>, ttg::Out<int, V>, ttg::Out<int, void>>;
  static constexpr int kKeys = 24;

  // A program may not ask for the others: they look at an object that it has moved away, or change it.
  static bool is_allowed(const Case& c) {
    const bool is_moved = c.sends == Sends::moved;
    if (c.takes == Takes::to_read) return c.then != Then::changes && c.then != Then::assigns;
    if (is_moved && (c.then == Then::reads || c.then == Then::changes)) return false;
    if (is_moved && c.takes == Takes::by_value) return c.then == Then::nothing || c.then == Then::assigns;
    return !(is_moved && c.then == Then::assigns && sizeof(V) > ttg::detail::kMostMovedBytes);
  }

  std::atomic<int> wrong{0}, ran{0}, others{0};

  template <class X>
  void send_first(const Case& c, int k, X& v, Outs& outs) {
    const auto send = [&]<class U>(U&& u) {
      if (c.goes_to_three()) return ttg::broadcast<0>(std::array<int, 3>{4 * k, 4 * k + 1, 4 * k + 2}, std::forward<U>(u), outs);
      ttg::send<0>(4 * k, std::forward<U>(u), outs);
      if (c.to == To::stream) ttg::send<0>(4 * k, value_of<V>(k), outs);
    };
    if (c.sends == Sends::lvalue) return send(v);
    if (c.sends == Sends::moved) return send(std::move(v));
    V mine(v);
    send(mine);
    change(mine);
  }
  // The receiver may begin while the sender goes on.
  void let_others_begin(int k, Outs& outs) {
    const int before = others;
    ttg::sendk<2>(k, outs);
    if (k % 4 != 0) return;
    const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(30);
    while (others == before && std::chrono::steady_clock::now() < end) {
    }
  }
  template <class X>
  void task(const Case& c, int k, X& v, Outs& outs) {
    send_first(c, k, v, outs);
    let_others_begin(k, outs);
    if (c.then == Then::reads && !is_value_of(v, k)) ++wrong;
    if (c.then == Then::sends_again) ttg::send<1>(k, v, outs);
    if (c.then == Then::moves_again) ttg::send<1>(k, std::move(v), outs);
    if constexpr (!std::is_const_v<X>) {
      if (c.then == Then::changes) change(v);
      if (c.then == Then::assigns) {
        v = value_of<V>(-k - 1);
        ttg::send<1>(k, std::move(v), outs);
      }
    }
  }

  template <class Sender>
  void run(const Case& c, ttg::Edge<int, V> first, ttg::Edge<int, V> again, ttg::Edge<int, void> other, Sender& sender) {
    ttg::Edge<int, V> none("none");
    auto reader = ttg::make_tt([this](const int& key, const V& v) { wrong += !is_value_of(v, key / 4), ++ran; },
                               ttg::edges(c.has_reader() ? first : none), ttg::edges(), "reader");
    auto writer = ttg::make_tt(
        [this](const int& key, V&& v) {
          wrong += !is_value_of(v, key / 4), ++ran;
          change(v);
        },
        ttg::edges(c.has_writer() ? first : none), ttg::edges(), "writer");
    auto second = ttg::make_tt(
        [this, c](const int& k, const V& v) { wrong += !is_value_of(v, c.then == Then::assigns ? -k - 1 : k), ++ran; },
        ttg::edges(again), ttg::edges(), "second");
    auto nothing = ttg::make_tt([this](const int&) { ++others; }, ttg::edges(other), ttg::edges(), "nothing");
    if (c.to == To::stream)
      reader->template set_input_reducer<0>([this](V& a, const V& b) { wrong += data_of(a) != data_of(b); }, 2);
    if (ttg::size() > 1) {
      sender->set_keymap([](const int&) { return 0; });
      const auto anywhere = [](const int& key) { return key % ttg::size(); };
      reader->set_keymap(anywhere), writer->set_keymap(anywhere), second->set_keymap(anywhere);
    }
    ttg::make_graph_executable(sender);
    if (ttg::rank() == 0)
      for (int k = 0; k < kKeys; ++k) sender->invoke(k, value_of<V>(k));
    ttg::fence();
  }
  void run(const Case& c) {
    ttg::Edge<int, V> in("in"), first("first"), again("again");
    ttg::Edge<int, void> other("other");
    const auto with = [&](auto function) {
      auto sender = ttg::make_tt(function, ttg::edges(in), ttg::edges(first, again, other), "sender");
      run(c, first, again, other, sender);
    };
    if (c.takes == Takes::to_read) with([this, c](const int& k, const V& v, Outs& outs) { task(c, k, v, outs); });
    else if (c.takes == Takes::to_change) with([this, c](const int& k, V&& v, Outs& outs) { task(c, k, v, outs); });
    else with([this, c](const int& k, V v, Outs& outs) { task(c, k, v, outs); });
  }
};

// How many cases are wrong. total(count) adds up a count of all processes.
template <class V, class Total>
int wrong_cases(Total&& total) {
  int cases = 0;
  for (int number = 0; number < 3 * 3 * 6 * 6; ++number) {
    Table<V> table;
    const typename Table<V>::Case c{Takes(number % 3), Sends(number / 3 % 3), To(number / 9 % 6), Then(number / 54)};
    if (!table.is_allowed(c)) continue;
    table.run(c);
    const int receivers = c.goes_to_three() ? 3 : c.to == To::both ? 2 : 1;
    const int wanted = table.kKeys * (receivers + (c.then >= Then::sends_again ? 1 : 0));
    const int wrong = total(table.wrong), ran = total(table.ran);
    if (wrong == 0 && ran == wanted) continue;
    ++cases;
    if (ttg::rank() == 0)
      std::fprintf(stderr, "takes %d, sends %d, to %d, then %d: %d wrong, %d of %d tasks ran\n", int(c.takes), int(c.sends),
                   int(c.to), int(c.then), wrong, ran, wanted);
  }
  return cases;
}

}  // namespace own_table
