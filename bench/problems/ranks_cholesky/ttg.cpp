// By ttg.h: a template task for each kind of tile kernel. A tile of L goes to each process that reads it, in one message for all its tasks
// there. When all tasks of its own process have read it, it is moved to where the result is.
#include "../with_ttg_ranks.h"

#include <ttg/serialization/std/vector.h>
#include <ttg/util/multiindex.h>

#include <tuple>
#include <utility>
#include <vector>

#include "cholesky.h"

namespace {

using Key2 = ttg::MultiIndex<2>;  // row and column of a tile
using Key3 = ttg::MultiIndex<3>;  // and the column whose update it gets
using ToDiagonal = ttg::Out<int, Tile>;
using ToColumn = ttg::Out<Key2, Tile>;
using ToUpdate = ttg::Out<Key3, Tile>;
using ToResult = ttg::Out<Key2, Tile>;

ttg::Edge<int, Tile> diagonal;
ttg::Edge<Key2, Tile> factored, below, result;
ttg::Edge<Key3, Tile> first, second, target;
ttg::Edge<Key2, void> begin;

// The tile's next task, after the updates of `k` columns.
template <class Outs>
void send_on(int i, int j, int k, Tile&& tile, Outs& outs) {
  if (k < j) ttg::send<2>(Key3{i, j, k}, std::move(tile), outs);
  else if (i == j) ttg::send<0>(i, std::move(tile), outs);
  else ttg::send<1>(Key2{i, j}, std::move(tile), outs);
}
using TileOuts = std::tuple<ToDiagonal, ToColumn, ToUpdate>;

void load_op(const Key2& key, TileOuts& outs) { send_on(key[0], key[1], 0, input_tile(key[0], key[1]), outs); }
void factor_op(const int& k, Tile&& a, std::tuple<ToColumn, ToResult>& outs) {
  factor(a);
  std::vector<Key2> keys;
  for (int i = k + 1; i < tiles; ++i) keys.push_back(Key2{i, k});
  ttg::broadcast<0, 1>(std::make_tuple(std::move(keys), std::vector<Key2>{Key2{k, k}}), std::move(a), outs);
}
void solve_op(const Key2& key, const Tile& l, Tile&& a, std::tuple<ToUpdate, ToUpdate, ToResult>& outs) {
  const int i = key[0], k = key[1];
  solve(l, a);
  std::vector<Key3> row, column;
  for (int j = k + 1; j <= i; ++j) row.push_back(Key3{i, j, k});
  for (int m = i; m < tiles; ++m) column.push_back(Key3{m, i, k});
  ttg::broadcast<0, 1, 2>(std::make_tuple(std::move(row), std::move(column), std::vector<Key2>{key}), std::move(a),
                          outs);
}
void update_op(const Key3& key, const Tile& a, const Tile& b, Tile&& c, TileOuts& outs) {
  subtract(a, b, c);
  send_on(key[0], key[1], key[2] + 1, std::move(c), outs);
}
void keep_op(const Key2& key, Tile&& a, std::tuple<>&) { factor_at(key[0], key[1]) = std::move(a); }
int owner_of_tile(const Key2& key) { return owner_of(key[0], key[1]); }

void (*load_own_tiles)();

void prepare(const Run* run) {
  begin_ttg(run);
  prepare_factors(run);
  static auto* const load =
      new auto(ttg::make_tt(&load_op, ttg::edges(begin), ttg::edges(diagonal, below, target), "load"));
  static auto* const potrf =
      new auto(ttg::make_tt(&factor_op, ttg::edges(diagonal), ttg::edges(factored, result), "factor"));
  static auto* const trsm =
      new auto(ttg::make_tt(&solve_op, ttg::edges(factored, below), ttg::edges(first, second, result), "solve"));
  static auto* const gemm = new auto(
      ttg::make_tt(&update_op, ttg::edges(first, second, target), ttg::edges(diagonal, below, target), "update"));
  static auto* const keep = new auto(ttg::make_tt(&keep_op, ttg::edges(result), ttg::edges(), "keep"));
  (*keep)->set_defer_writer(true);
  (*load)->set_keymap(owner_of_tile);
  (*keep)->set_keymap(owner_of_tile);
  (*potrf)->set_keymap([](const int& k) { return owner_of(k, k); });
  (*trsm)->set_keymap(owner_of_tile);
  (*gemm)->set_keymap([](const Key3& key) { return owner_of(key[0], key[1]); });
  // The nearer to the next column, the sooner; and what others wait for before what they do not.
  (*gemm)->set_priomap([](const Key3& key) { return tiles - key[1]; });
  (*trsm)->set_priomap([](const Key2&) { return tiles + 1; });
  (*potrf)->set_priomap([](const int&) { return tiles + 2; });
  ttg::make_graph_executable(*load);
  load_own_tiles = [] {
    for (int i = 0; i < tiles; ++i)
      for (int j = 0; j <= i; ++j)
        if (owner_of(i, j) == rank_here()) (*load)->invoke(Key2{i, j});
  };
}
void run_ttg(const Run*) {
  ttg::execute();
  load_own_tiles();
  ttg::fence();
}

}  // namespace

const Problem problem = factors_by({ttg_version, run_ttg}, prepare, &ranks_of_ttg);
