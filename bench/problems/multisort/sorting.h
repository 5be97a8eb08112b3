// What all versions of multisort share: the numbers, the parameters, the cut of two runs, the check.
#pragma once

#include <algorithm>
#include <vector>

#include "../../harness/problem.h"

enum { n_parameter, base_parameter, grain_parameter };

static const Parameter parameters[] = {
    {"n", "numbers", {1 << 16, 1 << 21, 1 << 24, 1 << 26}, 0, 1 << 30},
    {"base", "so many are sorted, or merged, without further cuts", {256, 256, 256, 256}, 4, 1 << 30},
    {"grain", "no tasks for so many or fewer, where a cut-off is asked for", {8192, 65536, 65536, 65536}, 0, 1 << 30},
    {},
};

using Number = uint32_t;

// Written by prepare(); constant then.
static ptrdiff_t base, grain;
static uint64_t sum_before;

static std::vector<Number> numbers, scratch;

// Sorted numbers.
struct Sorted {
  const Number *first, *last;

  ptrdiff_t size() const { return last - first; }
};

// Two pairs of runs: no number of the left pair is greater than one of the right pair. `a` is the longer run.
struct Cut {
  Sorted left_a, left_b, right_a, right_b;

  Cut(Sorted a, Sorted b) {
    const Number* const middle = a.first + a.size() / 2;
    const Number* const other = std::lower_bound(b.first, b.last, *middle);
    left_a = {a.first, middle};
    left_b = {b.first, other};
    right_a = {middle, a.last};
    right_b = {other, b.last};
  }
  ptrdiff_t left_size() const { return left_a.size() + left_b.size(); }
};

// Without branches that depend on the numbers.
static void merge(Sorted a, Sorted b, Number* out) {
  while (a.first != a.last && b.first != b.last) {
    const Number next_a = *a.first, next_b = *b.first;
    const bool b_next = next_b < next_a;
    *out++ = b_next ? next_b : next_a;
    a.first += !b_next;
    b.first += b_next;
  }
  std::copy(b.first, b.last, std::copy(a.first, a.last, out));
}

// The serial program, which takes two thirds of std::sort's time, and what tasks do where they are cut off.
static void multisort(Number* from, Number* other, ptrdiff_t n) {
  if (n <= base) return std::sort(from, from + n);
  const ptrdiff_t quarter = n / 4, half = 2 * quarter;
  for (int i = 0; i < 3; ++i) multisort(from + i * quarter, other + i * quarter, quarter);
  multisort(from + 3 * quarter, other + 3 * quarter, n - 3 * quarter);
  merge({from, from + quarter}, {from + quarter, from + half}, other);
  merge({from + half, from + half + quarter}, {from + half + quarter, from + n}, other + half);
  merge({other, other + half}, {other + half, other + n}, from);
}

// Does not depend on the order of the numbers.
static uint64_t sum_of_hashes() {
  uint64_t sum = 0;
  for (uint64_t number : numbers) sum += next_random(&number);
  return sum;
}

static void reset(const Run*) {
  uint64_t state = 1;
  for (Number& number : numbers) number = static_cast<Number>(next_random(&state) >> 32);
}

static void prepare(const Run* run) {
  base = static_cast<ptrdiff_t>(parameter(run, base_parameter));
  grain = static_cast<ptrdiff_t>(parameter(run, grain_parameter));
  numbers.resize(static_cast<size_t>(parameter(run, n_parameter)));
  scratch.resize(numbers.size());
  reset(run);
  sum_before = sum_of_hashes();
}

static double check(const Run*) {
  const bool in_order = std::is_sorted(numbers.begin(), numbers.end()), all_there = sum_of_hashes() == sum_before;
  if (in_order && all_there) return static_cast<double>(numbers.size());
  fprintf(stderr, "multisort: %s\n", in_order ? "the numbers are not those that were there before" : "not in order");
  return -1;
}
