// Sums in two ways: along a binary tree, and by a stream whose terminal adds what comes, in any order.
#include <ttg.h>

int main(int argc, char** argv) {
  ttg::initialize(argc, argv);
  constexpr int n = 100;
  long by_tree = 0, by_stream = 0;

  ttg::Edge<int, long> leaves("leaves");
  ttg::Edge<void, long> stream("stream");
  ttg::Edge<int, long> root("root");
  auto numbers = ttg::make_tt<int>(
      [](const int& k, std::tuple<ttg::Out<int, long>, ttg::Out<void, long>>& outs) {
        ttg::send<0>(k, static_cast<long>(k), outs);
        ttg::sendv<1>(static_cast<long>(k), outs);
      },
      ttg::edges(), ttg::edges(leaves, stream), "numbers");
  ttg::BinaryTreeReduce<long, std::plus<long>, int> tree(leaves, root, 0, 0, std::plus<long>{}, ttg::default_execution_context(), n);
  auto tree_end = ttg::make_tt([&](const int&, const long& sum) { by_tree = sum; }, ttg::edges(root), ttg::edges(), "tree's sum");
  auto stream_end = ttg::make_tt([&](const long& sum) { by_stream = sum; }, ttg::edges(stream), ttg::edges(), "stream's sum");
  stream_end->set_input_reducer<0>([](long& a, const long& b) { a += b; }, n);

  ttg::make_graph_executable(numbers);
  for (int k = 0; k < n; ++k) ttg::invoke_once(*numbers, k);
  ttg::execute();
  ttg::fence();
  ttg::ttg_broadcast(ttg::default_execution_context(), by_tree, 0);
  ttg::ttg_broadcast(ttg::default_execution_context(), by_stream, 0);
  if (ttg::rank() == 0) ttg::print("tree", by_tree, "stream", by_stream);
  ttg::finalize();
  return by_tree == n * (n - 1) / 2 && by_stream == by_tree ? 0 : 1;
}
