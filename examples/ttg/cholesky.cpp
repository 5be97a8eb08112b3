// A tiled Cholesky factorization: each tile is a value that goes from task to task, and is never copied.
#include <ttg.h>

#include <cmath>

constexpr int kTile = 16, kTiles = 6, kSize = kTile * kTiles;
struct Tile {
  std::array<double, kTile * kTile> x;
  double& at(int i, int j) { return x[static_cast<std::size_t>(i * kTile + j)]; }
  double at(int i, int j) const { return x[static_cast<std::size_t>(i * kTile + j)]; }
};
using Key2 = ttg::MultiIndex<2>;  // row, step
using Key3 = ttg::MultiIndex<3>;  // row, column, step

static double entry(int i, int j) { return i == j ? kSize : 1.0 / (1 + std::abs(i - j)); }

static void factor(Tile& a) {
  for (int k = 0; k < kTile; ++k) {
    for (int p = 0; p < k; ++p) a.at(k, k) -= a.at(k, p) * a.at(k, p);
    a.at(k, k) = std::sqrt(a.at(k, k));
    for (int i = k + 1; i < kTile; ++i) {
      for (int p = 0; p < k; ++p) a.at(i, k) -= a.at(i, p) * a.at(k, p);
      a.at(i, k) /= a.at(k, k);
    }
    for (int j = k + 1; j < kTile; ++j) a.at(k, j) = 0;
  }
}
static void solve(const Tile& l, Tile& b) {
  for (int i = 0; i < kTile; ++i)
    for (int k = 0; k < kTile; ++k) {
      for (int p = 0; p < k; ++p) b.at(i, k) -= b.at(i, p) * l.at(k, p);
      b.at(i, k) /= l.at(k, k);
    }
}
static void subtract(const Tile& a, const Tile& b, Tile& c) {
  for (int i = 0; i < kTile; ++i)
    for (int j = 0; j < kTile; ++j)
      for (int k = 0; k < kTile; ++k) c.at(i, j) -= a.at(i, k) * b.at(j, k);
}

int main(int argc, char** argv) {
  ttg::initialize(argc, argv);
  ttg::Edge<int, Tile> diagonal("diagonal");
  ttg::Edge<Key2, Tile> factored("factored"), column("column");
  ttg::Edge<Key3, Tile> first("first"), second("second"), target("target");
  ttg::Edge<Key2, Tile> done("done");
  std::vector<Tile> l(kTiles * kTiles);

  auto potrf = ttg::make_tt(
      [](const int& k, Tile&& a, std::tuple<ttg::Out<Key2, Tile>, ttg::Out<Key2, Tile>>& outs) {
        factor(a);
        std::vector<Key2> below;
        for (int i = k + 1; i < kTiles; ++i) below.push_back(Key2{i, k});
        ttg::broadcast<0, 1>(std::make_tuple(below, Key2{k, k}), std::move(a), outs);
      },
      ttg::edges(diagonal), ttg::edges(factored, done), "potrf");
  auto trsm = ttg::make_tt(
      [](const Key2& key, const Tile& lkk, Tile&& a,
         std::tuple<ttg::Out<Key3, Tile>, ttg::Out<Key3, Tile>, ttg::Out<Key2, Tile>>& outs) {
        const int i = key[0], k = key[1];
        solve(lkk, a);
        std::vector<Key3> row, col;
        for (int j = k + 1; j <= i; ++j) row.push_back(Key3{i, j, k});
        for (int m = i; m < kTiles; ++m) col.push_back(Key3{m, i, k});
        ttg::broadcast<0, 1, 2>(std::make_tuple(row, col, key), std::move(a), outs);
      },
      ttg::edges(factored, column), ttg::edges(first, second, done), "trsm");
  auto gemm = ttg::make_tt(
      [](const Key3& key, const Tile& a, const Tile& b, Tile&& c,
         std::tuple<ttg::Out<int, Tile>, ttg::Out<Key2, Tile>, ttg::Out<Key3, Tile>>& outs) {
        const int i = key[0], j = key[1], k = key[2];
        subtract(a, b, c);
        if (j > k + 1) ttg::send<2>(Key3{i, j, k + 1}, std::move(c), outs);
        else if (i == j) ttg::send<0>(i, std::move(c), outs);
        else ttg::send<1>(Key2{i, j}, std::move(c), outs);
      },
      ttg::edges(first, second, target), ttg::edges(diagonal, column, target), "gemm");
  auto keep = ttg::make_tt(
      [&](const Key2& key, const Tile& a) { l[static_cast<std::size_t>(key[0] * kTiles + key[1])] = a; }, ttg::edges(done),
      ttg::edges(), "keep");
  keep->set_keymap([](const Key2&) { return 0; });
  gemm->set_priomap([](const Key3& key) { return kTiles - key[1]; });

  ttg::make_graph_executable(potrf);
  ttg::execute();
  for (int i = 0; i < kTiles && ttg::rank() == 0; ++i)
    for (int j = 0; j <= i; ++j) {
      Tile t;
      for (int x = 0; x < kTile; ++x)
        for (int y = 0; y < kTile; ++y) t.at(x, y) = entry(i * kTile + x, j * kTile + y);
      if (i == 0) potrf->in<0>()->send(0, std::move(t));
      else if (j == 0) trsm->in<1>()->send(Key2{i, 0}, std::move(t));
      else gemm->in<2>()->send(Key3{i, j, 0}, std::move(t));
    }
  ttg::fence();

  double worst = 0;  // of L times its transpose against the matrix
  for (int i = 0; i < kSize && ttg::rank() == 0; ++i)
    for (int j = 0; j <= i; ++j) {
      double sum = 0;
      for (int k = 0; k <= j; ++k)
        sum += l[static_cast<std::size_t>(i / kTile * kTiles + k / kTile)].at(i % kTile, k % kTile) *
               l[static_cast<std::size_t>(j / kTile * kTiles + k / kTile)].at(j % kTile, k % kTile);
      worst = std::max(worst, std::abs(sum - entry(i, j)));
    }
  if (ttg::rank() == 0) ttg::print("largest error", worst);
  ttg::finalize();
  return worst < 1e-9 ? 0 : 1;
}
