// A TTG program that hangs: a task does not end, so what it would send does not come, and the fence waits. It says "ready" as hang.c does.
#include <cstdio>
#include <ttg.h>
#include <unistd.h>

static volatile bool go_on;

[[gnu::noinline]] static void wait_here() {
  std::puts("ready");
  std::fflush(stdout);
  while (!go_on) usleep(1000);
}

int main(int argc, char** argv) {
  ttg::initialize(argc, argv, 2);
  ttg::Edge<int, double> left("left"), right("right");
  auto quick = ttg::make_tt([](const int& key, std::tuple<ttg::Out<int, double>>& outs) { ttg::send<0>(key, 1.0, outs); },
                            ttg::edges(ttg::Edge<int, void>("start")), ttg::edges(left), "quick");
  auto stuck = ttg::make_tt(
      [](const int& key, std::tuple<ttg::Out<int, double>>& outs) {
        wait_here();  // in a task
        ttg::send<0>(key, 2.0, outs);
      },
      ttg::edges(ttg::Edge<int, void>("start")), ttg::edges(right), "stuck");
  auto sum = ttg::make_tt([](const int&, const double& a, const double& b, std::tuple<>&) { std::printf("%g\n", a + b); },
                          ttg::edges(left, right), ttg::edges(), "sum", {"left", "right"});
  auto connected = ttg::make_graph_executable(quick.get());
  connected &= ttg::make_graph_executable(stuck.get());
  if (connected) {
    for (int key = 7; key < 9; ++key) quick->invoke(key);
    stuck->invoke(7);
  }
  ttg::fence();  // for what does not come
  ttg::finalize();
}
