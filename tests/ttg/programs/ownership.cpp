// The program checks which sends copy a value, which share it and which pass the object on. At the end no value is left.
#include "../check.h"
#include "../own_table.h"

static void chain_moves() {
  ttg::Edge<int, Counted> in("in"), loop("loop");
  const void* address = nullptr;
  auto next = ttg::make_tt(
      [&](const int& k, Counted&& c, std::tuple<ttg::Out<int, Counted>>& outs) {
        if (k == 0) address = &c;
        CHECK(&c == address);  // the same object all the way
        c.value += 1;
        if (k < 100) ttg::send<0>(k + 1, std::move(c), outs);
        else CHECK(c.value == 101);
      },
      ttg::edges(ttg::fuse(in, loop)), ttg::edges(loop), "next");
  auto begin = ttg::make_tt<void>([](std::tuple<ttg::Out<int, Counted>>& outs) { ttg::send<0>(0, Counted(0), outs); },
                                  ttg::edges(), ttg::edges(in), "begin");
  CHECK(ttg::make_graph_executable(begin));
  Counted::forget();
  begin->invoke();
  ttg::fence();
  CHECK(Counted::copies == 0 && Counted::moves == 1);
}

static void readers_share() {
  ttg::Edge<int, Counted> in("in"), out("out");
  std::atomic<const void*> address{nullptr};
  std::atomic<int> readers{0};
  auto reader = ttg::make_tt(
      [&](const int&, const Counted& c) {
        const void* none = nullptr;
        address.compare_exchange_strong(none, &c);
        CHECK(address == &c && c.value == 7);
        ++readers;
      },
      ttg::edges(out), ttg::edges(), "reader");
  auto spread = ttg::make_tt(
      [](const int&, const Counted& c, std::tuple<ttg::Out<int, Counted>>& outs) {
        std::vector<int> keys(50);
        for (int i = 0; i < 50; ++i) keys[i] = i;
        ttg::broadcast<0>(keys, c, outs);  // its own input: shared
        ttg::send<0>(50, c, outs);
      },
      ttg::edges(in), ttg::edges(out), "spread");
  ttg::make_graph_executable(spread);  // its input is fed by hand
  Counted::forget();
  spread->invoke(0, Counted(7));
  ttg::fence();
  CHECK(readers == 51 && Counted::copies == 0 && Counted::moves == 1);
}

static void writers_copy() {
  ttg::Edge<int, Counted> in("in"), out("out");
  std::atomic<int> writers{0};
  auto writer = ttg::make_tt(
      [&](const int& k, Counted&& c) {
        CHECK(c.value == 7);
        c.value = k;
        ++writers;
      },
      ttg::edges(out), ttg::edges(), "writer");
  auto spread = ttg::make_tt(
      [](const int&, const Counted& c, std::tuple<ttg::Out<int, Counted>>& outs) {
        ttg::broadcast<0>(std::array<int, 10>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, c, outs);
        CHECK(c.value == 7);
      },
      ttg::edges(in), ttg::edges(out), "spread");
  ttg::make_graph_executable(spread);  // its input is fed by hand
  Counted::forget();
  spread->invoke(0, Counted(7));
  ttg::fence();
  CHECK(writers == 10 && Counted::copies <= 10 && Counted::copies >= 9);
}

static void reader_and_writer() {
  ttg::Edge<int, Counted> in("in"), out("out");
  std::atomic<int> seen{0};
  auto reader = ttg::make_tt(
      [&](const int&, const Counted& c) {
        CHECK(c.value == 7);
        ++seen;
      },
      ttg::edges(out), ttg::edges(), "reader");
  auto writer = ttg::make_tt(
      [&](const int&, Counted&& c) {
        CHECK(c.value == 7);
        c.value = 8;
        ++seen;
      },
      ttg::edges(out), ttg::edges(), "writer");
  auto send = ttg::make_tt([](const int& k, const Counted& c) { ttg::send<0>(k, c); }, ttg::edges(in), ttg::edges(out), "send");
  ttg::make_graph_executable(send);  // its input is fed by hand
  for (int i = 0; i < 100; ++i) send->invoke(i, Counted(7));
  ttg::fence();
  CHECK(seen == 200);
}

static void only_movable() {
  using P = std::unique_ptr<int>;
  ttg::Edge<int, P> in("in"), out("out");
  int sum = 0;
  auto last = ttg::make_tt([&](const int&, P&& p) { sum += *p; }, ttg::edges(out), ttg::edges(), "last");
  auto first = ttg::make_tt([](const int& k, P&& p) { ttg::send<0>(k, std::move(p)); }, ttg::edges(in), ttg::edges(out), "first");
  ttg::make_graph_executable(first);  // its input is fed by hand
  first->invoke(1, std::make_unique<int>(5));
  ttg::fence();
  CHECK(sum == 5);
}

// A writer that is put off until the readers are through gets the object itself.
static void writer_waits() {
  ttg::Edge<int, Counted> in("in"), out("out");
  std::atomic<int> seen{0};
  auto writer = ttg::make_tt(
      [&](const int&, Counted&& c) {
        CHECK(c.value == 7);
        c.value = 8;
        ++seen;
      },
      ttg::edges(out), ttg::edges(), "writer");
  writer->set_defer_writer(true);
  auto reader = ttg::make_tt(
      [&](const int&, const Counted& c) {
        CHECK(c.value == 7);
        ++seen;
      },
      ttg::edges(out), ttg::edges(), "reader");
  auto send = ttg::make_tt(
      [](const int& k, const Counted& c) {
        ttg::send<0>(k, c);
        CHECK(c.value == 7);
      },
      ttg::edges(in), ttg::edges(out), "send");
  ttg::make_graph_executable(send);  // its input is fed by hand
  Counted::forget();
  for (int i = 0; i < 100; ++i) send->invoke(i, Counted(7));
  ttg::fence();
  CHECK(seen == 200 && Counted::copies == 0);
}

// The object goes on from a writer to a reader and a writer, several times.
static void writers_wait_in_turn() {
  constexpr int kRounds = 20;
  ttg::Edge<int, Counted> in("in"), to_writer("to writer"), to_reader("to reader");
  std::atomic<int> read{0};
  auto writer = ttg::make_tt(
      [](const int& round, Counted&& c, std::tuple<ttg::Out<int, Counted>, ttg::Out<int, Counted>>& outs) {
        CHECK(c.value == round);
        c.value = round + 1;
        if (round == kRounds) return;
        ttg::broadcast<1, 0>(std::make_tuple(std::array<int, 2>{2 * round, 2 * round + 1}, std::array<int, 1>{round + 1}),
                             std::move(c), outs);
      },
      ttg::edges(ttg::fuse(in, to_writer)), ttg::edges(to_writer, to_reader), "writer");
  writer->set_defer_writer(true);
  auto reader = ttg::make_tt(
      [&](const int& key, const Counted& c) {
        CHECK(c.value == key / 2 + 1);
        ++read;
      },
      ttg::edges(to_reader), ttg::edges(), "reader");
  ttg::make_graph_executable(writer);
  Counted::forget();
  writer->invoke(0, Counted(0));
  ttg::fence();
  CHECK(read == 2 * kRounds && Counted::copies == 0);
}

static void handles() {
  ttg::Edge<int, Counted> in("in");
  ttg::Ptr<Counted> kept;
  auto tt = ttg::make_tt([&](const int&, const Counted& c) { kept = ttg::get_ptr(c); }, ttg::edges(in), ttg::edges(), "keep");
  ttg::make_graph_executable(tt);  // its input is fed by hand
  auto p = ttg::make_ptr<Counted>(3);
  tt->invoke(0, p);
  ttg::fence();
  CHECK(kept.is_valid() && kept->value == 3 && &*kept == &*p);
}

struct Big : ttg::TTValue<Big> {
  std::vector<int> data;
};
// The program's own object goes through the graph.
static void persistent() {
  Big big;
  big.data.resize(10);
  ttg::Edge<int, Big> e("e"), f("f");
  int seen = 0;
  auto tt = ttg::make_tt([&](const int& k, Big&& b) { ttg::send<0>(k, std::move(b)); }, ttg::edges(e), ttg::edges(f), "pass");
  auto last = ttg::make_tt(
      [&](const int&, const Big& b) {
        CHECK(&b == &big);
        ++seen;
      },
      ttg::edges(f), ttg::edges(), "last");
  auto first = ttg::make_tt<void>([&]() { ttg::send<0>(3, ttg::persistent(big)); }, ttg::edges(), ttg::edges(e), "first");
  CHECK(ttg::make_graph_executable(first));
  first->invoke();
  ttg::fence();
  CHECK(seen == 1 && big.data.size() == 10);
}

// A first member has the address of the input, and is another value.
struct Pair {
  std::vector<int> a, b;
};
static void members() {
  ttg::Edge<int, Pair> in("in");
  ttg::Edge<int, std::vector<int>> first("first"), second("second");
  ttg::Edge<int, void> other("other");
  std::atomic<int> seen{0};
  auto split = ttg::make_tt(
      [](const int& k, Pair&& p) {
        ttg::send<0>(k, std::move(p.a));
        ttg::sendk<2>(k);
        CHECK(p.a.empty());
        ttg::send<1>(k, p.b);
        bool has_thrown = false;
        try {
          ttg::get_ptr(p.b), ttg::get_ptr(p.a);
        } catch (const std::runtime_error&) {
          has_thrown = true;
        }
        CHECK(has_thrown);  // a member is no input
      },
      ttg::edges(in), ttg::edges(first, second, other), "split");
  const auto look = [&](const int& k, const std::vector<int>& v) {
    CHECK(v.size() == 200 && v[199] == k);
    ++seen;
  };
  auto take_first = ttg::make_tt(look, ttg::edges(first), ttg::edges(), "take first");
  auto take_second = ttg::make_tt(look, ttg::edges(second), ttg::edges(), "take second");
  auto nothing = ttg::make_tt([](const int&) {}, ttg::edges(other), ttg::edges(), "nothing");
  ttg::make_graph_executable(split);
  for (int k = 0; k < 50; ++k) split->invoke(k, Pair{std::vector<int>(200, k), std::vector<int>(200, k)});
  ttg::fence();
  CHECK(seen == 100);
}

// What a task has sent by std::move before it throws is let go of.
static void throws_after_a_move() {
  for (const bool is_large : {false, true}) {
    ttg::Edge<int, std::shared_ptr<Counted>> in("in"), out("out");
    ttg::Edge<int, Counted> large_in("large in"), large_out("large out");
    auto first = ttg::make_tt(
        [](const int& k, std::shared_ptr<Counted>&& p) {
          ttg::send<0>(k, std::move(p));
          throw std::runtime_error("after the move");
        },
        ttg::edges(in), ttg::edges(out), "first");
    auto last = ttg::make_tt([](const int&, std::shared_ptr<Counted>&& p) { p->value = 1; }, ttg::edges(out), ttg::edges(), "last");
    auto large_first = ttg::make_tt(
        [](const int& k, Counted&& c) {
          ttg::broadcast<0>(std::array<int, 2>{k, k + 100}, std::move(c));
          throw std::runtime_error("after the move");
        },
        ttg::edges(large_in), ttg::edges(large_out), "large first");
    auto large_last = ttg::make_tt([](const int&, Counted&& c) { c.value = 1; }, ttg::edges(large_out), ttg::edges(), "large last");
    ttg::make_graph_executable(first), ttg::make_graph_executable(large_first);
    bool has_thrown = false;
    try {
      for (int k = 0; k < 20; ++k) {
        if (is_large) large_first->invoke(k, Counted(7));
        else first->invoke(k, std::make_shared<Counted>(7));
      }
      ttg::fence();
    } catch (const std::runtime_error& e) {
      has_thrown = e.what() == std::string("after the move");
    }
    CHECK(has_thrown);
  }
  CHECK(Counted::alive == 0);
}

// A function that may change what it sends as an lvalue gives a copy; where there is none it is told so.
static void an_lvalue_that_cannot_be_copied() {
  using P = std::unique_ptr<int>;
  ttg::Edge<int, P> in("in"), out("out");
  auto first = ttg::make_tt([](const int& k, P&& p) { ttg::send<0>(k, p); }, ttg::edges(in), ttg::edges(out), "first");
  auto last = ttg::make_tt([](const int&, const P&) { CHECK(false); }, ttg::edges(out), ttg::edges(), "last");
  ttg::make_graph_executable(first);
  first->invoke(1, std::make_unique<int>(5));
  bool has_thrown = false;
  try {
    ttg::fence();
  } catch (const std::logic_error& e) {
    has_thrown = std::string(e.what()).find("cannot be copied: send it with std::move") != std::string::npos;
  }
  CHECK(has_thrown);
}

int main(int argc, char** argv) {
  ttg::initialize(argc, argv, argc > 1 ? std::atoi(argv[1]) : -1);
  ttg::diagnose_off();
  ttg::execute();
  for (int round = 0; round < 20; ++round) {
    chain_moves();
    readers_share();
    writers_copy();
    reader_and_writer();
    only_movable();
    writer_waits();
    writers_wait_in_turn();
    members();
    throws_after_a_move();
    an_lvalue_that_cannot_be_copied();
    handles();
    persistent();
    CHECK(Counted::alive == 0);
  }
  const auto total = [](const std::atomic<int>& count) { return count.load(); };
  CHECK(own_table::wrong_cases<own_table::Small>(total) == 0);
  CHECK(own_table::wrong_cases<own_table::Wide>(total) == 0);
  ttg::finalize();
}
