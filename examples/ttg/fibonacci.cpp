// fib(n) as a tree of tasks: a node asks for two smaller ones, whose results come back along the tree. Keys are paths.
#include <ttg.h>

// A node of the tree: the bits of the way to it, behind a leading 1, and the number that it computes.
struct Node {
  std::uint64_t path = 1;
  int n = 0;
  friend bool operator==(const Node& a, const Node& b) { return a.path == b.path; }
  std::size_t hash() const { return path; }
  friend std::ostream& operator<<(std::ostream& os, const Node& k) { return os << k.path << ":" << k.n; }
};

int main(int argc, char** argv) {
  ttg::initialize(argc, argv);
  constexpr int n = 20;
  ttg::Edge<Node, void> ask("ask");
  ttg::Edge<std::uint64_t, long> left("left"), right("right");
  ttg::Edge<void, long> answer("answer");
  long result = 0;

  const auto reply = [](std::uint64_t path, long value, auto& l, auto& r, auto& top) {
    if (path == 1) top.sendv(value);
    else if (path % 2 == 0) l.send(path / 2, value);
    else r.send(path / 2, value);
  };
  auto down = ttg::make_tt(
      [&](const Node& k, std::tuple<ttg::Out<Node, void>, ttg::Out<std::uint64_t, long>, ttg::Out<std::uint64_t, long>,
                                    ttg::Out<void, long>>& outs) {
        auto& [again, l, r, top] = outs;
        if (k.n < 2) return reply(k.path, k.n, l, r, top);
        again.sendk(Node{2 * k.path, k.n - 1});
        again.sendk(Node{2 * k.path + 1, k.n - 2});
      },
      ttg::edges(ask), ttg::edges(ask, left, right, answer), "down");
  auto up = ttg::make_tt(
      [&](const std::uint64_t& path, const long& a, const long& b,
          std::tuple<ttg::Out<std::uint64_t, long>, ttg::Out<std::uint64_t, long>, ttg::Out<void, long>>& outs) {
        auto& [l, r, top] = outs;
        reply(path, a + b, l, r, top);
      },
      ttg::edges(left, right), ttg::edges(left, right, answer), "up");
  auto end = ttg::make_tt([&](const long& value) { result = value; }, ttg::edges(answer), ttg::edges(), "end");

  ttg::make_graph_executable(down);
  ttg::invoke_once(*down, Node{1, n});
  ttg::execute();
  ttg::fence();
  ttg::ttg_broadcast(ttg::default_execution_context(), result, 0);
  if (ttg::rank() == 0) ttg::print("fib", n, "=", result);
  ttg::finalize();
  return result == 6765 ? 0 : 1;
}
