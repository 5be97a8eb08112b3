// Two templates of tasks and an edge: `greet` says a name for each key that `begin` sends.
#include <ttg.h>

int main(int argc, char** argv) {
  ttg::initialize(argc, argv);
  const std::vector<std::string> names{"Ada", "Barbara", "Grace"};
  ttg::Edge<int, std::string> name("name");
  std::atomic<int> greeted{0};

  auto begin = ttg::make_tt<void>(
      [&](std::tuple<ttg::Out<int, std::string>>& outs) {
        for (int k = 0; k < 3; ++k) ttg::send<0>(k, names[static_cast<std::size_t>(k)], outs);
      },
      ttg::edges(), ttg::edges(name), "begin");
  auto greet = ttg::make_tt(
      [&](const int& k, const std::string& who) {
        ttg::print("hello", who, "from task", k);
        ++greeted;
      },
      ttg::edges(name), ttg::edges(), "greet");

  const bool connected = ttg::make_graph_executable(begin);
  ttg::invoke_once(*begin);
  ttg::execute();
  ttg::fence();
  int all = greeted;
  ttg::ttg_sum(ttg::default_execution_context(), all);
  ttg::finalize();
  return connected && all == 3 ? 0 : 1;
}
