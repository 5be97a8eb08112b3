// A wavefront: the best local alignment of two texts, in blocks. A block waits for the last row of the block above, the last
// column of the block to its left, and the corner between them.
#include <ttg.h>

#include <random>

constexpr int kBlock = 32, kBlocks = 12, kLength = kBlock * kBlocks;
using Key = ttg::MultiIndex<2>;
using Border = std::vector<int>;

struct Texts {
  std::string a, b;
  Texts() {
    std::mt19937 random(7);
    for (int i = 0; i < kLength; ++i) a += "ACGT"[random() % 4], b += "ACGT"[random() % 4];
  }
};
static int score(int diagonal, int up, int left, bool same) {
  return std::max({0, diagonal + (same ? 3 : -1), up - 2, left - 2});
}
static int serial(const Texts& t) {
  int best = 0;
  Border row(kLength + 1, 0);
  for (int i = 0; i < kLength; ++i) {
    int diagonal = 0;
    for (int j = 0; j < kLength; ++j) {
      const int up = row[j + 1];
      row[j + 1] = score(diagonal, up, row[j], t.a[i] == t.b[j]);
      diagonal = up;
      best = std::max(best, row[j + 1]);
    }
  }
  return best;
}

int main(int argc, char** argv) {
  ttg::initialize(argc, argv);
  const Texts texts;
  ttg::Edge<Key, Border> top("top"), side("side");
  ttg::Edge<Key, int> corner("corner");
  ttg::Edge<void, int> found("found");
  int best = -1;

  auto block = ttg::make_tt(
      [&](const Key& key, Border&& above, Border&& left, const int& edge,
          std::tuple<ttg::Out<Key, Border>, ttg::Out<Key, Border>, ttg::Out<Key, int>, ttg::Out<void, int>>& outs) {
        const int bi = key[0], bj = key[1];
        int highest = 0, before = edge;
        for (int i = 0; i < kBlock; ++i) {
          int diagonal = before, last = left[i];
          before = left[i];
          for (int j = 0; j < kBlock; ++j) {
            const int up = above[j];
            last = above[j] = score(diagonal, up, last, texts.a[bi * kBlock + i] == texts.b[bj * kBlock + j]);
            diagonal = up;
            highest = std::max(highest, last);
          }
          left[i] = last;
        }
        ttg::sendv<3>(highest, outs);
        if (bi + 1 < kBlocks && bj + 1 < kBlocks) ttg::send<2>(Key{bi + 1, bj + 1}, above[kBlock - 1], outs);
        if (bi + 1 < kBlocks) ttg::send<0>(Key{bi + 1, bj}, std::move(above), outs);
        if (bj + 1 < kBlocks) ttg::send<1>(Key{bi, bj + 1}, std::move(left), outs);
      },
      ttg::edges(top, side, corner), ttg::edges(top, side, corner, found), "block");
  auto end = ttg::make_tt([&](const int& value) { best = value; }, ttg::edges(found), ttg::edges(), "end");
  end->set_input_reducer<0>([](int& a, const int& b) { a = std::max(a, b); }, kBlocks * kBlocks);

  ttg::make_graph_executable(block);
  for (int i = 0; i < kBlocks && ttg::rank() == 0; ++i) {
    block->in<0>()->send(Key{0, i}, Border(kBlock, 0));
    block->in<1>()->send(Key{i, 0}, Border(kBlock, 0));
    block->in<2>()->send(Key{i, 0}, 0);
    if (i != 0) block->in<2>()->send(Key{0, i}, 0);
  }
  ttg::execute();
  ttg::fence();
  ttg::ttg_broadcast(ttg::default_execution_context(), best, 0);
  if (ttg::rank() == 0) ttg::print("best local alignment:", best);
  ttg::finalize();
  return best == serial(texts) ? 0 : 1;
}
