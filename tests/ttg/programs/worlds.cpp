// The life of a program: worlds, fences with promises and callbacks, what a world keeps, the environment.
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

// Each has TTs of its own; a fence waits for the tasks of both.
static void two_worlds() {
  ttg::World second(std::make_shared<ttg::base::WorldImplBase>());
  CHECK(second.is_valid() && !ttg::World().is_valid());
  CHECK(throws_runtime_error([] { (void)ttg::World().rank(); }));
  ttg::Edge<int, int> e("e"), f("f");
  std::atomic<int> ran{0}, in_second{0};
  struct Pass : ttg::TT<int, std::tuple<ttg::Out<int, int>>, Pass, ttg::typelist<int>> {
    std::atomic<int>& count;
    Pass(ttg::Edge<int, int>& in, ttg::Edge<int, int>& out, ttg::World world, std::atomic<int>& c)
        : Pass::ttT(ttg::edges(in), ttg::edges(out), "pass", {"in"}, {"out"}, world, [](const int&) { return 0; }), count(c) {}
    void op(const int& key, typename ttT::input_refs_tuple_type&& inputs, std::tuple<ttg::Out<int, int>>& outs) {
      ++count;
      if (key < 50) ttg::send<0>(key + 1, ttT::template get<0>(inputs), outs);
    }
  };
  Pass p(e, f, ttg::default_execution_context(), ran), q(f, e, second, in_second);
  CHECK(ttg::make_graph_executable(&p));
  p.invoke(0, 1);
  ttg::execute(second);
  ttg::fence(second);
  CHECK(ran == 26 && in_second == 25);
  bool gone = false;
  ttg_register_ptr(second, std::make_shared<Kept>(&gone));
  CHECK(!gone);
  p.release();
  q.release();
  second.impl().destroy();
  CHECK(gone && !second.is_valid());
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
