// A token goes round the processes with a large value, and each of them answers the first one: messages in batches, and values that go
// by themselves.
#include <ttg.h>

#include <cstdio>
#include <string>
#include <vector>

int main(int argc, char** argv) {
  constexpr int kRounds = 5;
  ttg::initialize(argc, argv);
  const int last = kRounds * ttg::size();
  ttg::Edge<int, std::vector<double>> next("next");
  ttg::Edge<int, int> said("said");
  auto pass = ttg::make_tt(
      [last](const int& k, std::vector<double>&& values,
             std::tuple<ttg::Out<int, std::vector<double>>, ttg::Out<int, int>>& outs) {
        ttg::send<1>(k, static_cast<int>(values.size()), outs);
        if (k + 1 < last) ttg::send<0>(k + 1, std::move(values), outs);
      },
      ttg::edges(next), ttg::edges(next, said), "pass", {"values"}, {"next", "said"});
  int answers = 0;
  auto hear = ttg::make_tt([&answers](const int&, const int& count, std::tuple<>&) { answers += count == 100'000; },
                           ttg::edges(said), ttg::edges(), "hear", {"said"}, {});
  pass->set_keymap([](const int& k) { return k % ttg::size(); });
  hear->set_keymap([](const int&) { return 0; });
  hear->set_priomap([](const int&) { return 1; });
  ttg::make_graph_executable(pass);
  if (ttg::rank() == 0) pass->invoke(0, std::vector<double>(100'000, 1.0));
  ttg::execute();
  ttg::fence();
  const bool right = ttg::rank() != 0 || answers == last;
  ttg::finalize();
  std::puts(right ? "right" : "wrong");
  return right ? 0 : 1;
}
