// Constraints: by hand, automatic, stopped and started, several of a TT, one of several TTs, void keys, classes of the
// program's own.
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

// At most `most` tasks at a time; the others wait for one of them to end.
struct AtMost : ttg::ConstraintBase<Key> {
  explicit AtMost(int n) : most(n) {}
  bool check(const Key& key, ttg::TTBase* tt) {
    const auto guard = lock_guard();
    if (running == most) {
      waiting.emplace_back(key, tt);
      return false;
    }
    ++running;
    return true;
  }
  void complete(const Key&, ttg::TTBase*) {
    std::pair<Key, ttg::TTBase*> next;
    {
      const auto guard = lock_guard();
      if (waiting.empty()) {
        --running;
        return;
      }
      next = waiting.back();
      waiting.pop_back();
    }
    notify_listener(ttg::span<Key>(&next.first, 1), next.second);
  }
  const int most;
  int running = 0;
  std::vector<std::pair<Key, ttg::TTBase*>> waiting;
};
// A window of ordinals, in a class that derives from the library's, and with a mapper of the TT's.
struct Evens : ttg::SequencedKeysConstraint<Key, int> {
  bool check(const Key& key, int ordinal, ttg::TTBase* tt) {
    return ordinal % 2 == 0 ? SequencedKeysConstraint::check(key, ordinal, tt) : (++odd, true);
  }
  std::atomic<int> odd{0};
};
struct Gate : ttg::ConstraintBase<void> {
  bool check(ttg::TTBase* tt) {
    waits = tt;
    return is_open;
  }
  void complete(ttg::TTBase*) { ++completed; }
  ttg::TTBase* waits = nullptr;
  bool is_open = false;
  int completed = 0;
};

static void of_the_programs_own() {
  Notes notes;
  ttg::Edge<Key, void> e("e");
  std::atomic<int> now{0}, most{0};
  const auto body = [&](const Key& key) {
    const int n = ++now;
    for (int seen = most; seen < n && !most.compare_exchange_weak(seen, n);) {
    }
    notes.add(key[1]);
    --now;
  };
  auto a = ttg::make_tt(body, ttg::edges(e), ttg::edges(), "a"), b = ttg::make_tt(body, ttg::edges(e), ttg::edges(), "b");
  const auto two = ttg::make_shared_constraint<AtMost>(2);
  a->add_constraint(two), b->add_constraint(two);
  auto send = backwards(e, 20, 10);
  CHECK(ttg::make_graph_executable(send));
  send->invoke();
  ttg::fence();
  CHECK(notes.order.size() == 400 && most <= 2 && two->running == 0 && two->waiting.empty());

  ttg::Edge<Key, void> f("f");
  notes.order.clear();
  auto c = noting(notes, f, "c");
  const auto evens = std::make_shared<Evens>();
  evens->stop();
  c->add_constraint(evens, [](const Key& k) { return k[1]; });
  auto send_f = backwards(f, 10, 3);
  CHECK(ttg::make_graph_executable(send_f));
  send_f->invoke();
  ttg::fence();
  CHECK(notes.order.size() == 15 && evens->odd == 15);
  evens->start();
  evens->release(4);
  ttg::fence();
  CHECK(notes.order.size() == 24);
  evens->release(8);
  ttg::fence();
  CHECK(notes.order.size() == 30);

  int ran = 0;
  ttg::Edge<void, int> g("g");
  auto d = ttg::make_tt([&](const int& v) { ran += v; }, ttg::edges(g), ttg::edges(), "d");
  const auto gate = std::make_shared<Gate>();
  d->add_constraint(gate);
  d->make_executable();
  d->invoke(7);
  ttg::fence();
  CHECK(ran == 0);
  gate->notify_listener(gate->waits);
  ttg::fence();
  CHECK(ran == 7 && gate->completed == 1);
}

int main(int argc, char** argv) { run_rounds(argc, argv, 10, {automatic, by_hand, several, void_key, of_the_programs_own}); }
