// What goes wrong is said: by exceptions of their types, by fence(), by a sentence.
#include "../check.h"

template <class Error, class F>
static std::string error_of(F&& f) {
  try {
    f();
  } catch (const Error& e) {
    return e.what();
  }
  std::fprintf(stderr, "no exception\n");
  std::exit(1);
}
static bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

static void out_of_a_task() {
  ttg::Edge<int, int> e("e");
  std::atomic<int> ran{0};
  auto tt = ttg::make_tt(
      [&](const int& k, const int&, std::tuple<ttg::Out<int, int>>& outs) {
        ++ran;
        if (k == 50) throw std::runtime_error("fifty");
        ttg::send<0>(k + 1, k, outs);
      },
      ttg::edges(e), ttg::edges(e), "thrower");
  CHECK(ttg::make_graph_executable(tt));
  tt->invoke(0, 0);
  CHECK(error_of<std::runtime_error>([] { ttg::fence(); }) == "fifty");
  CHECK(ran == 51);
  ttg::fence();  // the next one is clean
  tt->invoke(49, 0);
  CHECK(has(error_of<std::runtime_error>([] { ttg::fence(); }), "fifty"));
}

static void out_of_a_reducer() {
  ttg::Edge<int, std::string> e("e");
  auto tt = ttg::make_tt([](const int&, const std::string&) {}, ttg::edges(e), ttg::edges(), "reducing");
  tt->set_input_reducer<0>([](std::string&, const std::string&) { throw std::runtime_error("no sum"); }, 3);
  CHECK(ttg::make_graph_executable(tt) == false);  // nobody sends to it
  for (int i = 0; i < 3; ++i) tt->invoke(1, std::string("x"));
  CHECK(error_of<std::runtime_error>([] { ttg::fence(); }) == "no sum");
}

static void second_value() {
  ttg::Edge<int, int> a("a"), b("b");
  auto tt = ttg::make_tt([](const int&, const int&, const int&) {}, ttg::edges(a, b), ttg::edges(), "two inputs", {"left", "right"});
  tt->make_executable();
  tt->in<0>()->send(7, 1);
  const std::string text = error_of<std::logic_error>([&] { tt->in<0>()->send(7, 2); });
  CHECK(has(text, "two inputs") && has(text, "7") && has(text, "left"));
  tt->in<1>()->send(7, 2);
  ttg::fence();
}

static void streams() {
  ttg::Edge<int, int> a("a");
  auto tt = ttg::make_tt([](const int&, const int&) {}, ttg::edges(a), ttg::edges(), "stream");
  tt->set_input_reducer<0>([](int& x, const int& y) { x += y; });
  tt->make_executable();
  CHECK(has(error_of<std::runtime_error>([&] { tt->finalize_argstream<0>(1); }), "no value"));
  tt->set_argstream_size<0>(1, 3);
  CHECK(has(error_of<std::logic_error>([&] { tt->set_argstream_size<0>(1, 4); }), "two sizes"));
  for (int i = 0; i < 3; ++i) tt->in<0>()->send(1, i);
  ttg::fence();
}

// A task takes a value of each stream: there is at least one, unless the stream carries none or is gathered.
static void sizes_of_streams() {
  ttg::Edge<int, std::vector<int>> a("a"), many("many");
  ttg::Edge<int, int> small("small");
  ttg::Edge<int, void> control("control");
  std::atomic<int> ran{0};
  auto tt = ttg::make_tt([&](const int&, const std::vector<int>& v, const int&) { ran += v.size() == 2; },
                         ttg::edges(a, small, control), ttg::edges(), "sizes", {"a", "small", "control"});
  tt->set_input_reducer<0>([](std::vector<int>& x, const std::vector<int>& y) { x.insert(x.end(), y.begin(), y.end()); });
  tt->set_input_reducer<1>([](int& x, const int& y) { x += y; });
  tt->set_input_reducer<2>([] {});
  CHECK(has(error_of<std::logic_error>([&] { tt->set_static_argstream_size<1>(0); }), "stream 1 is given as 0, but must be 1 or more"));
  auto gather = ttg::make_tt([&](const int&, const ttg::Aggregator<std::vector<int>>& all) { ran += all.empty(); },
                             ttg::edges(ttg::make_aggregator(many)), ttg::edges(), "gather");
  tt->make_executable(), gather->make_executable();
  const auto size_of_0 = [&](std::size_t n) {
    return error_of<std::logic_error>([&] { tt->set_argstream_size<0>(1, n); });
  };
  CHECK(has(size_of_0(0), "sizes, key 1") && has(size_of_0(0), "given as 0"));
  CHECK(has(size_of_0(static_cast<std::size_t>(-5)), "given as -5"));
  CHECK(has(error_of<std::logic_error>([&] { tt->in<1>()->set_size(1, 0); }), "1 or more: a task needs a value"));
  CHECK(has(error_of<std::logic_error>([&] { gather->set_argstream_size<0>(1, static_cast<std::size_t>(-1)); }), "0 or more"));
  gather->set_argstream_size<0>(1, 0);  // a task without values
  // The size may come after the values, or the end.
  tt->in<0>()->send(1, std::vector<int>{1}), tt->in<0>()->send(1, std::vector<int>{2});
  CHECK(has(size_of_0(1), "more values than its size"));
  tt->set_argstream_size<0>(1, 2);
  CHECK(has(error_of<std::runtime_error>([&] { tt->finalize_argstream<1>(1); }), "no value"));
  tt->in<1>()->send(1, 5);
  tt->finalize_argstream<1>(1);
  tt->set_argstream_size<2>(1, 0);  // control: nothing to wait for
  ttg::fence();
  CHECK(ran == 2);
}

static void before_executable() {
  ttg::Edge<int, int> a("a");
  auto tt = ttg::make_tt([](const int&, const int&) {}, ttg::edges(a), ttg::edges(), "early");
  CHECK(has(error_of<std::logic_error>([&] { tt->invoke(1, 1); }), "not executable"));
  CHECK(has(error_of<std::runtime_error>([&] { ttg::send<0>(1, 1); }), "outside"));
}

static void incomplete() {
  ttg::Edge<int, std::string> a("a"), b("b");
  auto tt = ttg::make_tt([](const int&, const std::string&, const std::string&) {}, ttg::edges(a, b), ttg::edges(), "waiting");
  tt->make_executable();
  tt->in<0>()->send(5, std::string("half"));
  ttg::fence();  // says so, and returns
}

// A map that throws in the middle of a broadcast, or of a send to several inputs, leaves no object behind.
static void out_of_a_map() {
  ttg::Edge<int, Counted> start("start"), few("few"), more("more");
  std::atomic<int> ran{0};
  auto source = ttg::make_tt(
      [](const int& k, const Counted& c, std::tuple<ttg::Out<int, Counted>, ttg::Out<int, Counted>>& outs) {
        const std::vector<int> keys{7, 8, 9, 10};
        if (k == 0) ttg::broadcast<0>(keys, Counted(), outs);
        if (k == 1) ttg::broadcast<0, 1>(std::make_tuple(keys, keys), c, outs);
        if (k == 2) ttg::send<0>(8, Counted(), outs);
      },
      ttg::edges(start), ttg::edges(few, more), "source");
  const auto throws_at_8 = [](const int& k) { return k == 8 ? throw std::runtime_error("eight") : 0; };
  auto first = ttg::make_tt([&](const int&, const Counted&) { ++ran; }, ttg::edges(few), ttg::edges(), "first");
  auto second = ttg::make_tt([&](const int&, Counted&&) { ++ran; }, ttg::edges(few), ttg::edges(), "second");
  auto third = ttg::make_tt([&](const int&, const Counted&) { ++ran; }, ttg::edges(more), ttg::edges(), "third");
  first->set_priomap(throws_at_8);
  CHECK(ttg::make_graph_executable(source) == false);  // nobody sends to it
  for (int k = 0; k < 3; ++k) {
    ran = 0;
    source->invoke(k, Counted());
    CHECK(error_of<std::runtime_error>([] { ttg::fence(); }) == "eight");
    CHECK(ran <= 1);  // those before the one that throws
    CHECK(Counted::alive == 0);
  }
}

int main(int argc, char** argv) { run_rounds(argc, argv, 20, {out_of_a_task, out_of_a_reducer, second_value, streams, sizes_of_streams, before_executable, incomplete, out_of_a_map}); }
