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

int main(int argc, char** argv) {
  ttg::initialize(argc, argv, argc > 1 ? std::atoi(argv[1]) : -1);
  ttg::diagnose_off();
  ttg::execute();
  for (int round = 0; round < 20; ++round) {
    out_of_a_task();
    out_of_a_reducer();
    second_value();
    streams();
    before_executable();
    incomplete();
  }
  ttg::finalize();
}
