// Programs of tiles that have owners: a stencil and a Cholesky factorisation. Their bodies only take time.
#include "models/cluster/programs/programs.h"

#include <cmath>

namespace xomp::cluster {

Outcome run_stencil(const Parameters& p) {
  using Key = ttg::MultiIndex<3>;  // step, row, column
  using To = ttg::Out<Key, Block>;
  std::atomic<long> ran{0};
  const Grid grid(ttg::size());
  const int size = static_cast<int>(p.size), rows = grid.rows * size, columns = grid.columns * size;
  ttg::Edge<Key, Block> own("own"), above("above"), below("below"), left("left"), right("right");
  const auto send_on = [=, bytes = static_cast<std::size_t>(p.bytes)](int step, int row, int column, Block&& tile,
                                                                      auto& outs) {
    ttg::send<1>(Key{step, (row + 1) % rows, column}, Block(bytes), outs);
    ttg::send<2>(Key{step, (row + rows - 1) % rows, column}, Block(bytes), outs);
    ttg::send<3>(Key{step, row, (column + 1) % columns}, Block(bytes), outs);
    ttg::send<4>(Key{step, row, (column + columns - 1) % columns}, Block(bytes), outs);
    ttg::send<0>(Key{step, row, column}, std::move(tile), outs);
  };
  const auto begin = ttg::make_tt<Key>(
      [send_on](const Key& k, std::tuple<To, To, To, To, To>& outs) { send_on(0, k[1], k[2], Block(), outs); },
      ttg::edges(), ttg::edges(own, above, below, left, right), "begin");
  auto step = ttg::make_tt(
      [&ran, &p, send_on](const Key& k, Block&& tile, const Block&, const Block&, const Block&, const Block&,
                          std::tuple<To, To, To, To, To>& outs) {
        work(p.grain_ns);
        ++ran;
        if (k[0] + 1 < p.steps) send_on(k[0] + 1, k[1], k[2], std::move(tile), outs);
      },
      ttg::edges(own, above, below, left, right), ttg::edges(own, above, below, left, right), "step");
  const auto owner = [grid, size](const Key& k) { return grid.rank_of(k[1] / size, k[2] / size); };
  begin->set_keymap(owner);
  step->set_keymap(owner);
  ttg::make_graph_executable(begin);
  Outcome outcome = measured([&] {
    const int row = ttg::rank() / grid.columns * size, column = ttg::rank() % grid.columns * size;
    for (int i = 0; i < size; ++i)
      for (int j = 0; j < size; ++j) begin->invoke(Key{0, row + i, column + j});
    ttg::execute();
  });
  const double tasks = static_cast<double>(rows) * columns * static_cast<double>(p.steps);
  verify(outcome, "stencil", ran, tasks);
  outcome.work_ns = tasks * p.grain_ns;
  return outcome;
}

namespace {

// Shares of the time of a multiplication, by the number of operations.
constexpr double kSolve = 1.0 / 2, kFactor = 1.0 / 6, kSymmetric = 1.0 / 2;

double cholesky_work(double n, double grain) {
  const double products = n * (n - 1) * (n - 2) / 6, pairs = n * (n - 1) / 2;
  return grain * (products + kSymmetric * pairs + kSolve * pairs + kFactor * n);
}

// The right-looking factorisation of the lower triangle, n by n tiles.
class Cholesky {
  using Key2 = ttg::MultiIndex<2>;  // row, step
  using Key3 = ttg::MultiIndex<3>;  // row, column, step

 public:
  Cholesky(int tiles, double grain_ns) : n_(tiles), grain_(grain_ns) {}

  auto make_potrf() {
    auto potrf = ttg::make_tt(
        [this](const int& k, Block&& a, std::tuple<ttg::Out<Key2, Block>>& outs) {
          count(kFactor);
          std::vector<Key2> below;
          for (int i = k + 1; i < n_; ++i) below.push_back(Key2{i, k});
          ttg::broadcast<0>(below, std::move(a), outs);
        },
        ttg::edges(diagonal_), ttg::edges(factored_), "potrf");
    potrf->set_keymap([this](const int& k) { return grid_.rank_of(k, k); });
    potrf->set_priomap([this](const int& k) { return 3 * (n_ - k) + 2; });
    return potrf;
  }
  auto make_trsm() {
    using Out = ttg::Out<Key3, Block>;
    auto trsm = ttg::make_tt(
        [this](const Key2& key, const Block&, Block&& a, std::tuple<Out, Out>& outs) {
          const int i = key[0], k = key[1];
          count(kSolve);
          std::vector<Key3> in_row, in_column;
          for (int j = k + 1; j <= i; ++j) in_row.push_back(Key3{i, j, k});
          for (int m = i; m < n_; ++m) in_column.push_back(Key3{m, i, k});
          ttg::broadcast<0, 1>(std::make_tuple(in_row, in_column), std::move(a), outs);
        },
        ttg::edges(factored_, column_), ttg::edges(first_, second_), "trsm");
    trsm->set_keymap([this](const Key2& k) { return grid_.rank_of(k[0], k[1]); });
    trsm->set_priomap([this](const Key2& k) { return 3 * (n_ - k[1]) + 1; });
    return trsm;
  }
  auto make_gemm() {
    using Outs = std::tuple<ttg::Out<int, Block>, ttg::Out<Key2, Block>, ttg::Out<Key3, Block>>;
    auto gemm = ttg::make_tt(
        [this](const Key3& key, const Block&, const Block&, Block&& c, Outs& outs) {
          const int i = key[0], j = key[1], k = key[2];
          count(i == j ? kSymmetric : 1);
          if (j > k + 1) ttg::send<2>(Key3{i, j, k + 1}, std::move(c), outs);
          else if (i == j) ttg::send<0>(i, std::move(c), outs);
          else ttg::send<1>(Key2{i, j}, std::move(c), outs);
        },
        ttg::edges(first_, second_, target_), ttg::edges(diagonal_, column_, target_), "gemm");
    gemm->set_keymap([this](const Key3& k) { return grid_.rank_of(k[0], k[1]); });
    gemm->set_priomap([this](const Key3& k) { return 3 * (n_ - k[1]); });
    return gemm;
  }

  Outcome run(std::size_t bytes) {
    const auto potrf = make_potrf();
    const auto trsm = make_trsm();
    const auto gemm = make_gemm();
    ttg::make_graph_executable(potrf);
    Outcome outcome = measured([&] {
      for (int i = 0; i < n_; ++i)
        for (int j = 0; j <= i; ++j) {
          if (grid_.rank_of(i, j) != ttg::rank()) continue;
          if (i == 0) potrf->template in<0>()->send(0, Block(bytes));
          else if (j == 0) trsm->template in<1>()->send(Key2{i, 0}, Block(bytes));
          else gemm->template in<2>()->send(Key3{i, j, 0}, Block(bytes));
        }
      ttg::execute();
    });
    const double m = n_;
    verify(outcome, "cholesky", ran_, m + m * (m - 1) / 2 + (m * (m - 1) * (m - 2) / 6 + m * (m - 1) / 2));
    outcome.work_ns = cholesky_work(m, grain_);
    return outcome;
  }

 private:
  // A task of this share of a multiplication.
  void count(double share) {
    work(share * grain_);
    ++ran_;
  }

  std::atomic<long> ran_{0};
  const Grid grid_{ttg::size()};
  const int n_;
  const double grain_;  // of a multiplication, ns
  ttg::Edge<int, Block> diagonal_{"diagonal"};
  ttg::Edge<Key2, Block> factored_{"factored"}, column_{"column"};
  ttg::Edge<Key3, Block> first_{"first"}, second_{"second"}, target_{"target"};
};

}  // namespace

Outcome run_cholesky(const Parameters& p) {
  Cholesky cholesky(static_cast<int>(std::lround(static_cast<double>(p.size) * std::sqrt(ttg::size()))), p.grain_ns);
  return cholesky.run(static_cast<std::size_t>(p.bytes));
}

}  // namespace xomp::cluster
