// Tasks that wait for inputs, in great numbers and with bad keys: hashes that are all alike, comparisons and copies that throw, tables that
// grow while others look, several worlds, a child of fork(). The tests run it with each table and each way to count tasks.
#include "../check.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <random>
#include <thread>

struct Alike {
  int n;
  bool operator==(const Alike&) const = default;
  std::size_t hash() const { return 42; }
};
// The key with number 13 makes trouble, where `trouble` says so.
enum class Trouble { none, equality, hash, copy };
static std::atomic<Trouble> trouble{Trouble::none};
struct Bad {
  int n;
  explicit Bad(int number = 0) : n(number) {}
  Bad(const Bad& o) : n(o.n) { throw_if(Trouble::copy); }
  Bad& operator=(const Bad&) = default;
  bool operator==(const Bad& o) const {
    throw_if(Trouble::equality);
    return n == o.n;
  }
  std::size_t hash() const {
    throw_if(Trouble::hash);
    return static_cast<std::size_t>(n % 7);  // many meet
  }
  void throw_if(Trouble t) const {
    if (n == 13 && trouble == t) throw std::runtime_error("a bad key");
  }
};

template <class Key>
struct Pair : ttg::TT<Key, std::tuple<>, Pair<Key>, ttg::typelist<const int, const int>> {
  using Base = ttg::TT<Key, std::tuple<>, Pair<Key>, ttg::typelist<const int, const int>>;
  std::atomic<int> ran{0};
  Pair(ttg::Edge<Key, int> a, ttg::Edge<Key, int> b, ttg::World world) : Base(ttg::edges(a, b), ttg::edges(), "pair", {"a", "b"}, {}, world) {}
  void op(const Key& key, const std::tuple<const int&, const int&>& in, std::tuple<>&) {
    ran += std::get<0>(in) == key.n && std::get<1>(in) == 2 * key.n;
  }
};
// Sends the first or the second inputs of some keys, in an order of its own.
template <class Key>
struct Send : ttg::TT<int, std::tuple<ttg::Out<Key, int>, ttg::Out<Key, int>>, Send<Key>, ttg::typelist<void>> {
  using Outs = std::tuple<ttg::Out<Key, int>, ttg::Out<Key, int>>;
  using Base = ttg::TT<int, Outs, Send<Key>, ttg::typelist<void>>;
  std::vector<int> order[2];
  int step;
  Send(ttg::Edge<int, void> go, ttg::Edge<Key, int> a, ttg::Edge<Key, int> b, int keys, int senders, ttg::World world)
      : Base(ttg::edges(go), ttg::edges(a, b), "send", {"go"}, {"a", "b"}, world), step(senders) {
    for (unsigned i = 0; i < 2; ++i) {
      order[i].resize(static_cast<std::size_t>(keys));
      std::iota(order[i].begin(), order[i].end(), 0);
      std::shuffle(order[i].begin(), order[i].end(), std::mt19937(i + 1));
    }
  }
  void op(const int& which, Outs& outs) {
    for (std::size_t i = static_cast<std::size_t>(which / 2); i < order[0].size(); i += static_cast<std::size_t>(step)) {
      const int n = order[which % 2][i];
      if (which % 2 == 0) ttg::send<0>(Key{n}, n, outs);
      else ttg::send<1>(Key{n}, 2 * n, outs);
    }
  }
};
// Both inputs of all keys are sent by so many tasks each, and some by a thread outside.
template <class Key>
static void meet(int keys, int senders, bool from_outside, ttg::World world = ttg::default_execution_context()) {
  constexpr int kOutside = 500;
  ttg::Edge<int, void> go("go");
  ttg::Edge<Key, int> a("a"), b("b");
  Send<Key> send(go, a, b, keys, senders, world);
  Pair<Key> pair(a, b, world);
  CHECK(ttg::make_graph_executable(&send, &pair));
  for (int i = 0; i < 2 * senders; ++i) send.invoke(i);
  std::thread outside([&] {
    for (int n = keys; from_outside && n < keys + kOutside; ++n) pair.template in<0>()->send(Key{n}, n);
    for (int n = keys; from_outside && n < keys + kOutside; ++n) pair.template in<1>()->send(Key{n}, 2 * n);
  });
  outside.join();
  ttg::fence(world);
  CHECK(pair.ran == keys + (from_outside ? kOutside : 0));
}
struct Plain {
  int n;
  bool operator==(const Plain&) const = default;
};

static void many() { meet<Plain>(30000, 2, true); }
// Feeds both edges, so that nothing is said of them; it is never called.
template <class Key>
static auto feeder(ttg::Edge<Key, int>& a, ttg::Edge<Key, int>& b) {
  using Outs = std::tuple<ttg::Out<Key, int>, ttg::Out<Key, int>>;
  return ttg::make_tt<void>([](Outs&) {}, ttg::edges(), ttg::edges(a, b), "feeder");
}

static void few() { meet<Plain>(100, 2, false); }
static void alike() { meet<Alike>(600, 2, true); }

// Sends an input to a key, and says whether that throws.
template <std::size_t i, class TT>
static int send_throws(TT& tt, int n) {
  try {
    tt->template in<i>()->send(Bad(n), n);
  } catch (const std::runtime_error&) {
    return 1;
  }
  return 0;
}
// The table is used on after an exception, as if nothing had been sent.
static void exceptions() {
  for (const Trouble t : {Trouble::none, Trouble::equality, Trouble::hash, Trouble::copy}) {
    ttg::Edge<Bad, int> a("a"), b("b");
    std::atomic<int> ran{0};
    auto pair = ttg::make_tt([&](const Bad&, const int&, const int&) { ++ran; }, ttg::edges(a, b), ttg::edges(), "pair");
    auto feeds = feeder(a, b);
    CHECK(ttg::make_graph_executable(feeds));
    int thrown = 0;
    for (int n = 0; n < 20; ++n) thrown += send_throws<0>(pair, n);
    trouble = t;
    for (int n = 0; n < 20; ++n) thrown += send_throws<1>(pair, n);
    trouble = Trouble::none;
    CHECK((thrown != 0) == (t != Trouble::none));
    for (int n = 100; n < 120; ++n) thrown += send_throws<0>(pair, n) + send_throws<1>(pair, n);
    ttg::fence();
    CHECK(ran == 40 - thrown);
  }
}

// Tasks that throw, in a world whose tables are full.
static void failing_tasks() {
  ttg::Edge<Plain, int> a("a"), b("b");
  auto pair = ttg::make_tt(
      [&](const Plain& key, const int&, const int&) {
        if (key.n == 700) throw std::runtime_error("a task");
      },
      ttg::edges(a, b), ttg::edges(), "pair");
  auto feeds = feeder(a, b);
  CHECK(ttg::make_graph_executable(feeds));
  for (int n = 0; n < 3000; ++n) pair->in<0>()->send(Plain{n}, n);
  for (int n = 500; n < 1000; ++n) pair->in<1>()->send(Plain{n}, n);
  bool caught = false;
  try {
    ttg::fence();
  } catch (const std::runtime_error&) {
    caught = true;
  }
  CHECK(caught);
  ttg::fence();
}

static void worlds() {
  std::vector<ttg::World> all;
  for (int i = 0; i < 3; ++i) all.emplace_back(std::make_shared<ttg::base::WorldImplBase>());
  std::vector<std::thread> threads;
  for (ttg::World& w : all) threads.emplace_back([&w] { meet<Plain>(3000, 2, false, w); });
  for (std::thread& t : threads) t.join();
  for (ttg::World& w : all) w.impl().destroy();
}

// The child has a graph of its own, while its parent's is at work.
static void forks() {
  std::atomic<bool> done{false};
  std::thread busy([&] {
    while (!done) meet<Plain>(2000, 2, false);
  });
  for (int i = 0; i < 3; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      ttg::World own(std::make_shared<ttg::base::WorldImplBase>());
      meet<Plain>(3000, 2, true, own);
      _exit(0);
    }
    int status = -1;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  done = true;
  busy.join();
}

int main(int argc, char** argv) { run_rounds(argc, argv, 2, {few, many, alike, exceptions, failing_tasks, worlds, forks}); }
