// Proteins and their pairwise alignment, as this folder's programs do it: the best local alignment of two sequences
// with affine gaps (Smith and Waterman 1981, Gotoh 1982), found again in linear space (Myers and Miller 1988) to count
// identical residues. Each program includes it once.
#pragma once

#include <algorithm>
#include <climits>
#include <vector>

#include "../../harness/problem.h"

enum { sequences_parameter, length_parameter };
enum { residues = 20, gap_open = 11, gap_extension = 1 };  // a gap of k costs gap_open + k * gap_extension

static const Parameter parameters[] = {
    {"sequences", "each is aligned with each other", {10, 32, 64, 150}, 2, 1e4},
    {"length",
     "of a sequence in the mean, in residues; from half of it to one and a half",
     {100, 200, 300, 300},
     2,
     1e4},
    {nullptr, nullptr, {0}, 0, 0},
};

// BLOSUM62 (Henikoff and Henikoff 1992), residues in the order ARNDCQEGHILKMFPSTWYV.
static const signed char similarity[residues][residues] = {
    {4, -1, -2, -2, 0, -1, -1, 0, -2, -1, -1, -1, -1, -2, -1, 1, 0, -3, -2, 0},
    {-1, 5, 0, -2, -3, 1, 0, -2, 0, -3, -2, 2, -1, -3, -2, -1, -1, -3, -2, -3},
    {-2, 0, 6, 1, -3, 0, 0, 0, 1, -3, -3, 0, -2, -3, -2, 1, 0, -4, -2, -3},
    {-2, -2, 1, 6, -3, 0, 2, -1, -1, -3, -4, -1, -3, -3, -1, 0, -1, -4, -3, -3},
    {0, -3, -3, -3, 9, -3, -4, -3, -3, -1, -1, -3, -1, -2, -3, -1, -1, -2, -2, -1},
    {-1, 1, 0, 0, -3, 5, 2, -2, 0, -3, -2, 1, 0, -3, -1, 0, -1, -2, -1, -2},
    {-1, 0, 0, 2, -4, 2, 5, -2, 0, -3, -3, 1, -2, -3, -1, 0, -1, -3, -2, -2},
    {0, -2, 0, -1, -3, -2, -2, 6, -2, -4, -4, -2, -3, -3, -2, 0, -2, -2, -3, -3},
    {-2, 0, 1, -1, -3, 0, 0, -2, 8, -3, -3, -1, -2, -1, -2, -1, -2, -2, 2, -3},
    {-1, -3, -3, -3, -1, -3, -3, -4, -3, 4, 2, -3, 1, 0, -3, -2, -1, -3, -1, 3},
    {-1, -2, -3, -4, -1, -2, -3, -4, -3, 2, 4, -2, 2, 0, -3, -2, -1, -2, -1, 1},
    {-1, 2, 0, -1, -3, 1, 1, -2, -1, -3, -2, 5, -1, -3, -1, 0, -1, -3, -2, -2},
    {-1, -1, -2, -3, -1, 0, -2, -3, -2, 1, 2, -1, 5, 0, -2, -1, -1, -1, -1, 1},
    {-2, -3, -3, -3, -2, -3, -3, -3, -1, 0, 0, -3, 0, 6, -4, -2, -2, 1, 3, -1},
    {-1, -2, -2, -1, -3, -1, -1, -2, -2, -3, -3, -1, -2, -4, 7, -1, -1, -4, -3, -2},
    {1, -1, 1, 0, -1, 0, 0, 0, -1, -2, -2, 0, -1, -2, -1, 4, 1, -3, -2, -2},
    {0, -1, 0, -1, -1, -1, -1, -2, -2, -1, -1, -1, -1, -2, -1, 1, 5, -2, -2, 0},
    {-3, -3, -4, -4, -2, -2, -3, -2, -2, -3, -2, -3, -1, 1, -4, -3, -2, 11, 2, -3},
    {-2, -2, -2, -3, -2, -1, -2, -3, 2, -1, -1, -2, -1, 3, -3, -2, -2, 2, 7, -1},
    {0, -3, -3, -3, -1, -2, -2, -3, -3, 3, 1, -2, 1, -1, -2, -2, 0, -3, -1, 4},
};

using Sequence = std::vector<unsigned char>;

struct Pair {
  int first, second;
};

struct Alignment {
  int score;      // of the best local alignment
  int identical;  // residues in it that are the same in both; -1: the two ways to compute the score disagree
};

// Written by prepare(), constant afterwards.
static std::vector<Sequence> sequences;
static std::vector<Pair> pairs;
static uint64_t expected;

static std::vector<Alignment> alignments;  // of the last run, in the order of `pairs`

// A piece of a sequence, read forward or backward.
class Piece {
 public:
  Piece(const unsigned char* first, int length, int step = 1) : first_(first), length_(length), step_(step) {}

  int length() const { return length_; }
  unsigned char operator[](int i) const { return first_[i * step_]; }
  Piece from(int begin, int length) const { return {first_ + begin * step_, length, step_}; }
  Piece backward() const { return {first_ + (length_ - 1) * step_, length_, -step_}; }

 private:
  const unsigned char* first_;
  int length_, step_;
};

// Where the best local alignment of two pieces ends, or, of backward ones, begins.
struct Corner {
  int score, first, second;  // the numbers of residues before it
};

// Row by row; a cell knows the best score of an alignment that ends there, and that of one that ends
// with a gap in the second piece.
static Corner best_corner(Piece a, Piece b) {
  struct Cell {
    int best, gap;
  };
  std::vector<Cell> above(static_cast<size_t>(b.length()) + 1, {0, -gap_open});
  Corner corner{0, 0, 0};
  for (int i = 0; i < a.length(); ++i) {
    const signed char* const row = similarity[a[i]];
    int diagonal = 0, left = 0, gap = -gap_open;
    for (int j = 0; j < b.length(); ++j) {
      Cell& cell = above[static_cast<size_t>(j) + 1];
      gap = std::max(gap, left - gap_open) - gap_extension;
      cell.gap = std::max(cell.gap, cell.best - gap_open) - gap_extension;
      left = std::max({0, diagonal + row[b[j]], gap, cell.gap});
      diagonal = cell.best;
      cell.best = left;
      if (left > corner.score) corner = {left, i + 1, j + 1};
    }
  }
  return corner;
}

// An alignment, written down from its beginning to its end.
class Path {
 public:
  void match(unsigned char a, unsigned char b) {
    score_ += similarity[a][b];
    identical_ += a == b;
    open_ = Gap::none;
  }
  void gap_in_second(int length) { gap(Gap::second, length); }
  void gap_in_first(int length) { gap(Gap::first, length); }
  int score() const { return score_; }
  int identical() const { return identical_; }

 private:
  enum class Gap { none, first, second };

  void gap(Gap where, int length) {
    if (length == 0) return;
    score_ -= (open_ == where ? 0 : gap_open) + length * gap_extension;
    open_ = where;
  }

  int score_ = 0, identical_ = 0;
  Gap open_ = Gap::none;
};

// What the best alignments of a piece with each beginning of another cost: as they may end, and those
// that end in a gap in the other.
struct Front {
  std::vector<int> best, gap;

  // `open`: what opening a gap in `b` costs before the first residue; less where one is open already.
  Front(Piece a, Piece b, int open) : best(static_cast<size_t>(b.length()) + 1), gap(best.size()) {
    for (size_t j = 0; j < best.size(); ++j) {
      best[j] = j == 0 ? 0 : -gap_open - static_cast<int>(j) * gap_extension;
      gap[j] = best[j] - gap_open;
    }
    for (int i = 0; i < a.length(); ++i) {
      const signed char* const row = similarity[a[i]];
      int diagonal = best[0], left = -open - (i + 1) * gap_extension, gap_here = left - gap_open;
      best[0] = left;
      for (int j = 0; j < b.length(); ++j) {
        const size_t to = static_cast<size_t>(j) + 1;
        gap_here = std::max(gap_here, left - gap_open) - gap_extension;
        gap[to] = std::max(gap[to], best[to] - gap_open) - gap_extension;
        left = std::max({diagonal + row[b[j]], gap_here, gap[to]});
        diagonal = best[to];
        best[to] = left;
      }
    }
    gap[0] = best[0];
  }
};

// A single residue: it matches one of the others, or none.
static void align_one(unsigned char residue, Piece b, int open_before, int open_behind, Path& path) {
  const auto gap = [](int length) { return length == 0 ? 0 : gap_open + length * gap_extension; };
  const int none = -1;
  int at = none, best = -std::min(open_before, open_behind) - gap_extension - gap(b.length());
  for (int j = 0; j < b.length(); ++j) {
    const int score = similarity[residue][b[j]] - gap(j) - gap(b.length() - j - 1);
    if (score > best) best = score, at = j;
  }
  if (at != none) {
    path.gap_in_first(at);
    path.match(residue, b[at]);
    path.gap_in_first(b.length() - at - 1);
  } else {
    if (open_before <= open_behind) path.gap_in_second(1);
    path.gap_in_first(b.length());
    if (open_before > open_behind) path.gap_in_second(1);
  }
}

// Where the best alignment of two halves with `b` cuts it, and whether it has a gap there.
struct Cut {
  int at;
  bool in_gap;
};

static Cut best_cut(const Front& before, const Front& behind, int length) {
  Cut cut{0, false};
  for (int j = 0, score = INT_MIN; j <= length; ++j) {
    const size_t from = static_cast<size_t>(j), to = static_cast<size_t>(length - j);
    const int joined = before.best[from] + behind.best[to];
    const int bridged = before.gap[from] + behind.gap[to] + gap_open;  // a gap over the cut opens once
    if (std::max(joined, bridged) <= score) continue;
    score = std::max(joined, bridged);
    cut = {j, bridged > joined};
  }
  return cut;
}

// Aligns whole pieces: cuts `a` in the middle, finds where the best alignment cuts `b` then, and goes on with both
// halves. open_before and open_behind: what opening a gap in `b` costs at either end; 0 where one is open already.
static void align_whole(Piece a, Piece b, int open_before, int open_behind, Path& path) {
  if (a.length() == 0) return path.gap_in_first(b.length());
  if (b.length() == 0) return path.gap_in_second(a.length());
  if (a.length() == 1) return align_one(a[0], b, open_before, open_behind, path);
  const int half = a.length() / 2, rest = a.length() - half;
  const Cut cut = best_cut(Front(a.from(0, half), b, open_before),
                           Front(a.from(half, rest).backward(), b.backward(), open_behind), b.length());
  const Piece b_before = b.from(0, cut.at), b_behind = b.from(cut.at, b.length() - cut.at);
  if (!cut.in_gap) {
    align_whole(a.from(0, half), b_before, open_before, gap_open, path);
    align_whole(a.from(half, rest), b_behind, gap_open, open_behind, path);
  } else {
    align_whole(a.from(0, half - 1), b_before, open_before, 0, path);
    path.gap_in_second(2);
    align_whole(a.from(half + 1, rest - 1), b_behind, 0, open_behind, path);
  }
}

static Alignment align(Pair pair) {
  const Sequence& first = sequences[static_cast<size_t>(pair.first)];
  const Sequence& second = sequences[static_cast<size_t>(pair.second)];
  const Piece a(first.data(), static_cast<int>(first.size())), b(second.data(), static_cast<int>(second.size()));
  const Corner end = best_corner(a, b);
  const Corner length = best_corner(a.from(0, end.first).backward(), b.from(0, end.second).backward());
  Path path;
  align_whole(a.from(end.first - length.first, length.first), b.from(end.second - length.second, length.second),
              gap_open, gap_open, path);
  return {end.score, path.score() == end.score ? path.identical() : -1};
}

static void align_serial(const Run*) {
  for (size_t i = 0; i < pairs.size(); ++i) alignments[i] = align(pairs[i]);
}

static unsigned char any_residue(uint64_t* random) {
  return static_cast<unsigned char>(next_random(random) % residues);
}

// A part of the ancestor, of which three residues in ten have changed, one in fifty is lost, and one in fifty has
// others before it.
static Sequence descendant(const Sequence& ancestor, size_t length, uint64_t* random) {
  Sequence sequence;
  for (size_t i = next_random(random) % (ancestor.size() - length + 1); sequence.size() < length;
       i = (i + 1) % ancestor.size()) {
    const uint64_t fate = next_random(random) % 50;
    if (fate == 0) continue;
    for (uint64_t k = fate == 1 ? next_random(random) % 8 : 0; k > 0; --k) sequence.push_back(any_residue(random));
    sequence.push_back(next_random(random) % 10 < 3 ? any_residue(random) : ancestor[i]);
  }
  return sequence;
}

static uint64_t digest() {
  uint64_t sum = 0;
  for (const Alignment& each : alignments) {
    sum ^= static_cast<uint64_t>(each.score) << 32 | static_cast<uint32_t>(each.identical);
    sum = next_random(&sum);
  }
  return sum;
}

// What the serial program ends with for the usual sizes; 0: for another one.
static uint64_t known_digest(const Run* run) {
  static const uint64_t known[size_count] = {0xee4f2953c7dcb31d, 0x2651da0e1035d234, 0x3233587204666ce6,
                                             0xfa50e666148a8ee7};
  for (int p = sequences_parameter; p <= length_parameter; ++p)
    if (parameter(run, p) != parameters[p].value[run->size]) return 0;
  return known[run->size];
}

static void prepare(const Run* run) {
  const size_t mean = static_cast<size_t>(parameter(run, length_parameter));
  uint64_t random = 1;
  Sequence ancestor(2 * mean);
  for (unsigned char& residue : ancestor) residue = any_residue(&random);
  for (int i = 0; i < static_cast<int>(parameter(run, sequences_parameter)); ++i) {
    sequences.push_back(descendant(ancestor, mean / 2 + next_random(&random) % (mean + 1), &random));
    for (int k = 0; k < i; ++k) pairs.push_back({i, k});
  }
  alignments.resize(pairs.size());
  expected = known_digest(run);
  if (expected != 0) return;
  align_serial(run);
  expected = digest();
}

static void reset(const Run*) { std::fill(alignments.begin(), alignments.end(), Alignment{0, 0}); }

// Operations: cells of the matrices of the first pass, that finds the score. The other passes are about twice as many.
static double check(const Run*) {
  double cells = 0;
  for (size_t i = 0; i < pairs.size(); ++i) {
    const Sequence& first = sequences[static_cast<size_t>(pairs[i].first)];
    const Sequence& second = sequences[static_cast<size_t>(pairs[i].second)];
    cells += static_cast<double>(first.size()) * static_cast<double>(second.size());
    if (alignments[i].identical >= 0) continue;
    fprintf(stderr, "alignment: %d and %d: the path has another score than %d\n", pairs[i].first, pairs[i].second,
            alignments[i].score);
    return -1;
  }
  if (digest() == expected) return cells;
  fprintf(stderr, "alignment: digest %llx, not %llx as of the serial program\n",
          static_cast<unsigned long long>(digest()), static_cast<unsigned long long>(expected));
  return -1;
}

// The problem as it is solved in one way.
static constexpr Problem alignment_by(Version version) {
  return {
      .name = "alignment",
      .summary = "Proteins are aligned in pairs (Smith-Waterman, Myers-Miller), a task a pair",
      .operation = "cells",
      .parameters = parameters,
      .versions = {version},
      .prepare = prepare,
      .reset = reset,
      .check = check,
  };
}
