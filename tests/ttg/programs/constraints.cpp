// Constraints: by hand, automatic, stopped and started, several of a TT, one of several TTs, void keys.
#include "../check.h"

#include <algorithm>

using Key = ttg::MultiIndex<2>;

// Notes ordinals as tasks start.
struct Notes {
  std::mutex mutex;
  std::vector<int> order;
  void add(int ordinal) {
    const std::lock_guard lock(mutex);
    order.push_back(ordinal);
  }
};
static auto noting(Notes& notes, ttg::Edge<Key, void>& e, const char* name) {
  return ttg::make_tt([&](const Key& key) { notes.add(key[1]); }, ttg::edges(e), ttg::edges(), name);
}
static auto backwards(ttg::Edge<Key, void>& e, int ordinals, int of_each) {
  return ttg::make_tt<void>([=](std::tuple<ttg::Out<Key, void>>& outs) {
    std::vector<Key> keys;
    for (int o = ordinals; o-- > 0;)
      for (int i = 0; i < of_each; ++i) keys.emplace_back(i, o);
    ttg::broadcastk<0>(std::move(keys), outs);
  }, ttg::edges(), ttg::edges(e), "backwards");
}

static void automatic() {
  Notes notes;
  ttg::Edge<Key, void> e("e");
  auto tt = noting(notes, e, "automatic");
  auto send = backwards(e, 10, 10);
  auto constraint = ttg::make_shared_constraint<ttg::SequencedKeysConstraint>([](const Key& k) { return k[1]; }, true);
  static_assert(std::is_same_v<decltype(constraint)::element_type::ordinal_type, int>);
  CHECK(constraint->is_auto());
  constraint->stop();  // so that all are there before the first one goes
  tt->add_constraint(constraint);
  CHECK(ttg::make_graph_executable(send));
  send->invoke();
  ttg::fence();  // names the tasks that wait
  CHECK(notes.order.empty());
  constraint->start();
  ttg::fence();
  CHECK(notes.order.size() == 100 && std::is_sorted(notes.order.begin(), notes.order.end()));
}

// The tenth task of an ordinal releases the next one.
static void by_hand() {
  std::atomic<int> ran{0};
  ttg::Edge<Key, void> e("e");
  auto constraint = std::make_shared<ttg::SequencedKeysConstraint<Key>>();
  auto tt = ttg::make_tt([&](const Key& key) {
    CHECK(key[1] <= ran / 10);
    if (++ran % 10 == 0) constraint->release(static_cast<std::size_t>(ran / 10));
  }, ttg::edges(e), ttg::edges(), "by hand");
  tt->add_constraint(constraint, [](const Key& k) { return static_cast<std::size_t>(k[1]); });
  auto send = backwards(e, 10, 10);
  CHECK(ttg::make_graph_executable(send));
  send->invoke();
  ttg::fence();
  CHECK(ran == 100);
}

// All constraints of a TT must agree; one serves two TTs.
static void several() {
  Notes notes;
  ttg::Edge<Key, void> e("e");
  auto a = noting(notes, e, "a"), b = noting(notes, e, "b");
  auto first = std::make_shared<ttg::SequencedKeysConstraint<Key, int>>(), second = std::make_shared<ttg::SequencedKeysConstraint<Key, int>>();
  first->stop();
  const auto ordinal = [](const Key& k) { return k[1]; };
  a->add_constraint(first, ordinal);
  a->add_constraint(second, ordinal);
  b->add_constraint(first, ordinal);
  first->release(2);  // while it is stopped
  auto send = backwards(e, 5, 4);
  CHECK(ttg::make_graph_executable(send));
  send->invoke();
  ttg::fence();
  CHECK(notes.order.empty());
  first->start();
  ttg::fence();
  CHECK(notes.order.size() == 12);  // those of b up to 2
  second->release(1);
  ttg::fence();
  CHECK(notes.order.size() == 20);
  first->release(9), second->release(9);
  ttg::fence();
  CHECK(notes.order.size() == 40);
}

static void void_key() {
  int ran = 0;
  ttg::Edge<void, int> e("e");
  auto tt = ttg::make_tt([&](const int& v) { ran += v; }, ttg::edges(e), ttg::edges(), "void key");
  auto constraint = std::make_shared<ttg::SequencedKeysConstraint<void, int>>();
  tt->add_constraint(constraint, [] { return 3; });
  tt->make_executable();
  tt->invoke(7);
  ttg::fence();
  CHECK(ran == 0);
  constraint->release(3);
  ttg::fence();
  CHECK(ran == 7);
}

int main(int argc, char** argv) {
  ttg::initialize(argc, argv, argc > 1 ? std::atoi(argv[1]) : -1);
  ttg::diagnose_off();
  ttg::execute();
  for (int round = 0; round < 10; ++round) {
    automatic();
    by_hand();
    several();
    void_key();
  }
  ttg::finalize();
}
