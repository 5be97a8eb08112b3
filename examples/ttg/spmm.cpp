// C = A B for sparse matrices of blocks. Each block of A goes to the products of its row, each block of B to those of its
// column. The products of one block of C are a stream, whose length depends on the block: a reducer adds them up.
#include <ttg.h>

#include <cstdlib>
#include <iostream>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

constexpr int kSide = 16;
struct Block {
  std::vector<double> x = std::vector<double>(kSide * kSide);
  template <class Archive>
  void serialize(Archive& ar) {  // to go to another process
    ar & x;
  }
};
using Key2 = ttg::MultiIndex<2>;  // row, column
using Key3 = ttg::MultiIndex<3>;  // row, column, and the number of A's column that is B's row
using Matrix = std::map<std::pair<int, int>, Block>;

static void add_product(Block& c, const Block& a, const Block& b) {
  for (int i = 0; i < kSide; ++i)
    for (int k = 0; k < kSide; ++k)
      for (int j = 0; j < kSide; ++j) c.x[i * kSide + j] += a.x[i * kSide + k] * b.x[k * kSide + j];
}
static Matrix some_matrix(int n, int percent) {
  Matrix m;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (std::rand() % 100 < percent)
        for (double& x : m[{i, j}].x) x = std::rand() % 10;  // whole numbers: any order of the sums gives the same
  return m;
}

int main(int argc, char** argv) {
  ttg::initialize(argc, argv);
  constexpr int n = 24;
  const Matrix a = some_matrix(n, 20), b = some_matrix(n, 20);
  Matrix expected, c;
  std::map<std::pair<int, int>, int> products;  // of each block of C
  for (const auto& [ik, x] : a)
    for (int j = 0; j < n; ++j)
      if (const auto y = b.find({ik.second, j}); y != b.end()) {
        add_product(expected[{ik.first, j}], x, y->second);
        ++products[{ik.first, j}];
      }

  ttg::Edge<Key3, Block> left("A"), right("B");
  ttg::Edge<Key2, Block> product("product");
  auto read = ttg::make_tt<void>(
      [&](std::tuple<ttg::Out<Key3, Block>, ttg::Out<Key3, Block>>& outs) {
        for (const auto& [ik, block] : a) {
          std::vector<Key3> keys;
          for (int j = 0; j < n; ++j)
            if (b.count({ik.second, j}) != 0) keys.emplace_back(ik.first, j, ik.second);
          ttg::broadcast<0>(keys, block, outs);
        }
        for (const auto& [kj, block] : b) {
          std::vector<Key3> keys;
          for (int i = 0; i < n; ++i)
            if (a.count({i, kj.first}) != 0) keys.emplace_back(i, kj.second, kj.first);
          ttg::broadcast<1>(keys, block, outs);
        }
      },
      ttg::edges(), ttg::edges(left, right), "read");
  auto multiply = ttg::make_tt(
      [](const Key3& key, const Block& x, const Block& y, std::tuple<ttg::Out<Key2, Block>>& outs) {
        Block p;
        add_product(p, x, y);
        ttg::send<0>(Key2(key[0], key[1]), std::move(p), outs);
      },
      ttg::edges(left, right), ttg::edges(product), "multiply");
  std::mutex mutex;
  auto write = ttg::make_tt(
      [&](const Key2& key, Block&& sum) {
        const std::lock_guard lock(mutex);
        c[{key[0], key[1]}] = std::move(sum);
      },
      ttg::edges(product), ttg::edges(), "write");
  write->set_input_reducer<0>([](Block& sum, const Block& p) {
    for (int i = 0; i < kSide * kSide; ++i) sum.x[i] += p.x[i];
  });
  write->set_keymap([](const Key2&) { return 0; });
  ttg::make_graph_executable(read);
  if (ttg::rank() == 0)
    for (const auto& [ij, count] : products) write->set_argstream_size<0>(Key2(ij.first, ij.second), count);
  ttg::invoke_once(*read);
  ttg::execute();
  ttg::fence();

  bool is_right = ttg::rank() != 0 || c.size() == expected.size();
  if (ttg::rank() == 0) {
    for (const auto& [ij, block] : expected) is_right = is_right && c[ij].x == block.x;
    std::cout << a.size() << " x " << b.size() << " blocks give " << c.size() << ": " << (is_right ? "right" : "WRONG") << '\n';
  }
  ttg::finalize();
  return is_right ? 0 : 1;
}
