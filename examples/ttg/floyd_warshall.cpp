// Shortest paths between all pairs of nodes (Floyd and Warshall), by tiles. In round k the tile (k, k) comes first, then the
// tiles of its row and column, then all others, each of which needs two of those. A tile moves from round to round.
#include <ttg.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <vector>

using Tile = std::vector<int>;         // kSide x kSide distances
using Key = ttg::MultiIndex<3>;        // round, row and column of the tile
constexpr int kSide = 32;
constexpr int kFar = 1 << 28;

// c(i, j) = min(c(i, j), a(i, k) + b(k, j)), k after k; `a` or `b` may be `c` itself.
static void relax(Tile& c, const Tile& a, const Tile& b) {
  for (int k = 0; k < kSide; ++k)
    for (int i = 0; i < kSide; ++i)
      for (int j = 0; j < kSide; ++j)
        c[i * kSide + j] = std::min(c[i * kSide + j], a[i * kSide + k] + b[k * kSide + j]);
}

static std::vector<int> serial(std::vector<int> d, int n) {
  for (int k = 0; k < n; ++k)
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) d[i * n + j] = std::min(d[i * n + j], d[i * n + k] + d[k * n + j]);
  return d;
}

int main(int argc, char** argv) {
  ttg::initialize(argc, argv);
  constexpr int tiles = 8, n = tiles * kSide;
  std::vector<int> distances(n * n), result(n * n);
  for (int i = 0; i < n * n; ++i) distances[i] = i % (n + 1) == 0 ? 0 : std::rand() % 8 == 0 ? 1 + std::rand() % 100 : kFar;

  // A tile on its way to round k, by what it is there; and the tiles of round k that others read.
  ttg::Edge<Key, Tile> diagonal("diagonal"), cross("row or column"), inner("inner");
  ttg::Edge<Key, Tile> pivot("pivot"), left("left"), above("above");
  ttg::Edge<Key, Tile> done("done");
  using Next = std::tuple<ttg::Out<Key, Tile>, ttg::Out<Key, Tile>, ttg::Out<Key, Tile>, ttg::Out<Key, Tile>>;
  // Outputs 0 to 3: the tile's way in the next round.
  const auto send_on = [](int k, int i, int j, Tile&& tile, auto& outs) {
    const Key next(k + 1, i, j);
    if (k + 1 == tiles) ttg::send<3>(next, std::move(tile), outs);
    else if (i == k + 1 && j == k + 1) ttg::send<0>(next, std::move(tile), outs);
    else if (i == k + 1 || j == k + 1) ttg::send<1>(next, std::move(tile), outs);
    else ttg::send<2>(next, std::move(tile), outs);
  };

  auto first = ttg::make_tt(
      [=](const Key& key, Tile&& tile, std::tuple<ttg::Out<Key, Tile>, ttg::Out<Key, Tile>, ttg::Out<Key, Tile>, ttg::Out<Key, Tile>, ttg::Out<Key, Tile>>& outs) {
        const int k = key[0];
        relax(tile, tile, tile);
        std::vector<Key> readers;
        for (int i = 0; i < tiles; ++i)
          if (i != k) readers.insert(readers.end(), {Key(k, i, k), Key(k, k, i)});
        ttg::broadcast<4>(readers, tile, outs);
        send_on(k, k, k, std::move(tile), outs);
      },
      ttg::edges(diagonal), ttg::edges(diagonal, cross, inner, done, pivot), "diagonal");
  auto second = ttg::make_tt(
      [=](const Key& key, Tile&& tile, const Tile& pivot,
          std::tuple<ttg::Out<Key, Tile>, ttg::Out<Key, Tile>, ttg::Out<Key, Tile>, ttg::Out<Key, Tile>, ttg::Out<Key, Tile>, ttg::Out<Key, Tile>>& outs) {
        const int k = key[0], i = key[1], j = key[2];
        std::vector<Key> readers;
        if (i == k) {
          relax(tile, pivot, tile);
          for (int row = 0; row < tiles; ++row)
            if (row != k) readers.emplace_back(k, row, j);
          ttg::broadcast<5>(readers, tile, outs);
        } else {
          relax(tile, tile, pivot);
          for (int column = 0; column < tiles; ++column)
            if (column != k) readers.emplace_back(k, i, column);
          ttg::broadcast<4>(readers, tile, outs);
        }
        send_on(k, i, j, std::move(tile), outs);
      },
      ttg::edges(cross, pivot), ttg::edges(diagonal, cross, inner, done, left, above), "row and column");
  auto third = ttg::make_tt(
      [=](const Key& key, Tile&& tile, const Tile& left, const Tile& above, Next& outs) {
        relax(tile, left, above);
        send_on(key[0], key[1], key[2], std::move(tile), outs);
      },
      ttg::edges(inner, left, above), ttg::edges(diagonal, cross, inner, done), "inner");
  auto last = ttg::make_tt(
      [&](const Key& key, const Tile& tile) {
        for (int i = 0; i < kSide; ++i)
          std::copy_n(&tile[i * kSide], kSide, &result[(key[1] * kSide + i) * n + key[2] * kSide]);
      },
      ttg::edges(done), ttg::edges(), "last");
  auto begin = ttg::make_tt<void>(
      [&](Next& outs) {
        for (int i = 0; i < tiles; ++i)
          for (int j = 0; j < tiles; ++j) {
            Tile tile(kSide * kSide);
            for (int r = 0; r < kSide; ++r) std::copy_n(&distances[(i * kSide + r) * n + j * kSide], kSide, &tile[r * kSide]);
            send_on(-1, i, j, std::move(tile), outs);
          }
      },
      ttg::edges(), ttg::edges(diagonal, cross, inner, done), "begin");
  last->set_keymap([](const Key&) { return 0; });
  ttg::make_graph_executable(begin);
  ttg::invoke_once(*begin);
  ttg::execute();
  ttg::fence();
  const bool right = ttg::rank() != 0 || result == serial(distances, n);
  if (ttg::rank() == 0) std::cout << n << " nodes: " << (right ? "right" : "WRONG") << '\n';
  ttg::finalize();
  return right ? 0 : 1;
}
