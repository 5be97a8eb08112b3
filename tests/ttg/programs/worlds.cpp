// The life of a program: worlds and their fences, fences with promises and callbacks, what a world keeps, the environment.
#include "../check.h"

static bool throws_runtime_error(const std::function<void()>& f) {
  try {
    f();
  } catch (const std::runtime_error&) {
    return true;
  }
  return false;
}

struct Kept {
  explicit Kept(bool* f) : gone(f) {}
  ~Kept() { *gone = true; }
  bool* gone;
};

static void fences() {
  ttg::World world = ttg::default_execution_context();
  auto status = std::make_shared<std::promise<void>>();
  auto future = status->get_future().share();
  CHECK(!ttg::has_value(future));
  std::vector<int> order;
  ttg_register_status(world, status);  // found by the World
  ttg::ttg_register_callback(world, [&] {
    CHECK(ttg::has_value(future));  // promises come first
    order.push_back(1);
  });
  ttg_register_callback(world, [&] { order.push_back(2); });
  ttg::Edge<int, void> e("e");
  std::atomic<int> ran{0};
  auto tt = ttg::make_tt([&](const int& k, std::tuple<ttg::Out<int, void>>& outs) {
    ++ran;
    if (k < 100) ttg::sendk<0>(k + 1, outs);
  }, ttg::edges(e), ttg::edges(e), "count");
  CHECK(make_graph_executable(tt));  // found by the TT
  ttg::invoke_once(*tt, 1);
  CHECK(order.empty());
  ttg::fence();
  CHECK(ran == 100 && order == (std::vector<int>{1, 2}));
  ttg::fence();  // both have been called, once
  CHECK(order.size() == 2);
  tt->invoke(51);
  tt->fence();
  CHECK(ran == 150);

  double sum = 2.5;
  ttg::ttg_sum(world, sum);
  CHECK(sum == 2.5);
  std::vector<int> value{1, 2};
  ttg::ttg_broadcast(world, value, 0);
  CHECK(value.size() == 2);
  CHECK(world.size() == 1 && world.rank() == 0 && ttg::size() == 1 && ttg::rank() == 0 && world.impl().context() != nullptr);
}

static void control() {
  ttg::World world = ttg::default_execution_context();
  ttg::Edge<>& edge = ttg::ttg_ctl_edge(world);
  CHECK(&edge == &ttg::ttg_ctl_edge(world));
  std::atomic<int> ran{0};
  auto a = ttg::make_tt([&] { ++ran; }, ttg::edges(edge), ttg::edges(), "a");
  auto b = ttg::make_tt([&] { ++ran; }, ttg::edges(edge), ttg::edges(), "b");
  CHECK(!edge.live());  // nobody produces
  ttg::make_graph_executable(a, b);
  edge.fire();
  ttg::fence();
  CHECK(ran == 2);
}

// A TT of a world that is given.
struct Pass : ttg::TT<int, std::tuple<ttg::Out<int, int>>, Pass, ttg::typelist<int>> {
  using Op = std::function<void(int)>;
  Op at;
  Pass(ttg::Edge<int, int>& in, ttg::Edge<int, int>& out, ttg::World world, Op o)
      : Pass::ttT(ttg::edges(in), ttg::edges(out), "pass", {"in"}, {"out"}, world, [](const int&) { return 0; }), at(o) {}
  void op(const int& key, typename ttT::input_refs_tuple_type&& inputs, std::tuple<ttg::Out<int, int>>& outs) {
    at(key);
    if (key < 50) ttg::send<0>(key + 1, ttT::template get<0>(inputs), outs);
  }
};
static ttg::World another_world() { return ttg::World(std::make_shared<ttg::base::WorldImplBase>()); }

// An edge from one world to another: each fence waits for its world's part.
static void two_worlds() {
  ttg::World second = another_world();
  CHECK(second.is_valid() && !ttg::World().is_valid());
  CHECK(throws_runtime_error([] { (void)ttg::World().rank(); }));
  ttg::Edge<int, int> e("e"), f("f");
  std::atomic<int> ran{0}, in_second{0};
  Pass p(e, f, ttg::default_execution_context(), [&](int) { ++ran; }), q(f, e, second, [&](int) { ++in_second; });
  CHECK(ttg::make_graph_executable(&p));
  p.invoke(0, 1);
  ttg::execute(second);
  while (ran + in_second != 51) {
    ttg::fence(second);
    ttg::fence();
  }
  CHECK(ran == 26 && in_second == 25);
  bool gone = false;
  ttg_register_ptr(second, std::make_shared<Kept>(&gone));
  CHECK(!gone);
  p.release();
  q.release();
  second.impl().destroy();
  CHECK(gone && !second.is_valid());
}

// A fence neither runs nor waits for tasks of another world, which may wait for what comes after it.
static void fences_of_their_own() {
  ttg::World slow = another_world(), quick = another_world();
  ttg::Edge<int, int> e("e"), f("f");
  std::atomic<bool> may_end{false};
  std::atomic<int> ran{0}, slow_ran{0};
  Pass waits(e, e, slow, [&](int) {
    while (!may_end) std::this_thread::yield();
    ++slow_ran;
  });
  Pass counts(f, f, quick, [&](int) { ++ran; });
  CHECK(ttg::make_graph_executable(&waits) && ttg::make_graph_executable(&counts));
  bool told = false, told_quick = false;
  ttg_register_callback(slow, [&] { told = true; });
  ttg_register_callback(quick, [&] { told_quick = true; });
  constexpr int kFences = 20;
  for (int i = 0; i < kFences; ++i) {
    waits.invoke(50 - i % 3, 1);
    counts.invoke(0, 1);
    ttg::fence(quick);
    CHECK(ran == 51 * (i + 1) && slow_ran == 0);
  }
  ttg::fence();  // the default world has none
  CHECK(told_quick && !told && slow_ran == 0);
  may_end = true;
  ttg::fence(slow);
  CHECK(told && slow_ran == 7 + 2 * 7 + 3 * 6 && ran == 51 * kFences);
}

// An exception is its world's: the other one goes on.
static void exceptions_of_their_own() {
  ttg::World broken = another_world(), sound = another_world();
  ttg::Edge<int, int> e("e"), f("f");
  std::atomic<int> ran{0};
  Pass throws(e, e, broken, [&](int key) {
    if (key == 10) throw std::runtime_error("tenth");
  });
  Pass counts(f, f, sound, [&](int) { ++ran; });
  ttg::make_graph_executable(&throws), ttg::make_graph_executable(&counts);
  throws.invoke(0, 1);
  counts.invoke(0, 1);
  ttg::fence(sound);
  CHECK(ran == 51);
  CHECK(throws_runtime_error([&] { ttg::fence(broken); }));
  ttg::fence(broken);  // it has been thrown
}

// More than the engine tells apart: the rest share a fence.
static void many_worlds() {
  std::vector<ttg::World> worlds;
  std::vector<std::unique_ptr<Pass>> tts;
  std::vector<ttg::Edge<int, int>> edges(100);
  std::atomic<int> ran{0};
  for (ttg::Edge<int, int>& e : edges) {
    worlds.push_back(another_world());
    tts.push_back(std::make_unique<Pass>(e, e, worlds.back(), [&](int) { ++ran; }));
    ttg::make_graph_executable(tts.back().get());
    tts.back()->invoke(0, 1);
  }
  for (ttg::World& w : worlds) ttg::fence(w);
  CHECK(ran == 5100);
}

int main(int argc, char** argv) {
  CHECK(!ttg::initialized() && throws_runtime_error([] { ttg::get_default_world(); }));
  CHECK(throws_runtime_error([] { ttg::finalize(); }));
  const std::string threads = std::getenv("TTG_NUM_THREADS") != nullptr ? std::getenv("TTG_NUM_THREADS") : "2";
  for (const char* wrong : {"two", "0", "-3", "2x"}) {
    setenv("TTG_NUM_THREADS", wrong, 1);
    CHECK(throws_runtime_error([&] { ttg::initialize(argc, argv); }));
    CHECK(!ttg::initialized());
  }
  setenv("TTG_NUM_THREADS", threads.c_str(), 1);
  setenv("TTG_PARSEC_SOMETHING", "1", 1);  // is said to mean nothing
  ttg::initialize(1, argv, -1, nullptr);
  CHECK(ttg::initialized() && !ttg::finalized());
  CHECK(throws_runtime_error([&] { ttg::initialize(argc, argv); }));
  ttg::diagnose_off();
  for (int i = 0; i < 5; ++i) fences();  // runs what was invoked without execute()
  ttg::execute();
  ttg::execute();
  for (int i = 0; i < 5; ++i) {
    fences();
    two_worlds();
    fences_of_their_own();
    exceptions_of_their_own();
    many_worlds();
  }
  control();
  ttg::World world = ttg::default_execution_context();
  world.profile_on();
  CHECK(world.profiling());
  world.profile_off();
  world.dag_on("unused.dot");
  world.dag_off();
  CHECK(!world.dag_profiling());
  bool gone = false;
  auto left_over = ttg::make_tt([](const int&, const int&) {}, ttg::edges(ttg::Edge<int, int>("nobody's")), ttg::edges(), "kept by the world");
  ttg_register_ptr(world, std::move(left_over));
  ttg_register_ptr(world, std::make_unique<Kept>(&gone));
  ttg::finalize();
  CHECK(gone && ttg::finalized() && !ttg::initialized());
  CHECK(throws_runtime_error([&] { ttg::initialize(argc, argv); }));
}
