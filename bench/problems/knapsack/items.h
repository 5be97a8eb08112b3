// The 0/1 knapsack problem as this folder's programs solve it by branch and bound: items, bound, serial search, and the
// check by dynamic programming. Each program includes it once.
#pragma once

#include <algorithm>
#include <atomic>
#include <vector>

#include "../../harness/problem.h"

enum { items_parameter, seed_parameter, depth_parameter };

static const Parameter parameters[] = {
    {"items", "how many there are", {60, 60, 70, 70}, 1, 1000},
    {"seed", "of their weights and values", {1, 9, 5, 10}, 0, 1e9},
    {"depth", "levels with tasks, where a cut-off is asked for", {12, 12, 12, 12}, 0, 1000},
    {nullptr, nullptr, {0}, 0, 0},
};

struct Item {
  long weight, value;
};

// Written by prepare(), constant afterwards. The most valuable items of their weight come first.
static std::vector<Item> items;
static long capacity, optimum;

// Of the last run.
static std::atomic<long> best;
static long visited;

// A node of the search: what remains after a decision on each of the first items.
struct Rest {
  long left, value;
  int item;

  // With the next item, or without it.
  Rest after(bool with) const {
    if (!with) return {left, value, item + 1};
    const Item& next = items[static_cast<size_t>(item)];
    return {left - next.weight, value + next.value, item + 1};
  }

  bool feasible() const { return left >= 0; }

  // Notes its value. Whether it is worth going on: if what is left could be filled with the
  // next item, nothing would be better.
  bool promises() const {
    long known = best.load(std::memory_order_relaxed);
    while (known < value && !best.compare_exchange_weak(known, value, std::memory_order_relaxed)) continue;
    if (static_cast<size_t>(item) == items.size()) return false;
    const Item& next = items[static_cast<size_t>(item)];
    return left * next.value > (known - value) * next.weight;
  }
};

static Rest whole_knapsack() { return {capacity, 0, 0}; }

inline long search_serial(Rest rest) {
  if (!rest.promises()) return 1;
  long nodes = 1;
  const Rest with = rest.after(true);
  if (with.feasible()) nodes += search_serial(with);
  return nodes + search_serial(rest.after(false));
}

// The best value for each capacity, an item after the other.
static long optimum_by_table() {
  std::vector<long> value(static_cast<size_t>(capacity) + 1);
  for (const Item& item : items)
    for (long c = capacity; c >= item.weight; --c)
      value[static_cast<size_t>(c)] =
          std::max(value[static_cast<size_t>(c)], value[static_cast<size_t>(c - item.weight)] + item.value);
  return value.back();
}

// Weakly correlated items (Martello and Toth's word): heavy ones are worth more, but not quite. Half of them fit.
static void prepare(const Run* run) {
  enum { heaviest = 1000, spread = 100 };
  uint64_t random = static_cast<uint64_t>(parameter(run, seed_parameter));
  for (int i = 0; i < static_cast<int>(parameter(run, items_parameter)); ++i) {
    const long weight = 1 + static_cast<long>(next_random(&random) % heaviest);
    const long worth = weight - spread + static_cast<long>(next_random(&random) % (2 * spread + 1));
    items.push_back({weight, std::max(worth, 1l)});
    capacity += weight;
  }
  capacity /= 2;
  std::sort(items.begin(), items.end(),
            [](const Item& a, const Item& b) { return a.value * b.weight > b.value * a.weight; });
  optimum = optimum_by_table();
}

// What is found by taking whatever still fits, the best items first. The search begins with it: otherwise a run that
// happens to leave the best items first would visit thousands of times the nodes.
static long greedy_value() {
  Rest rest = whole_knapsack();
  while (static_cast<size_t>(rest.item) < items.size()) {
    const Rest with = rest.after(true);
    rest = with.feasible() ? with : rest.after(false);
  }
  return rest.value;
}

static void reset(const Run*) { best = greedy_value(); }

// Operations: nodes visited by this run. How many those are depends on how soon good solutions are met: compare rates.
static double check(const Run*) {
  if (best == optimum) return static_cast<double>(visited);
  fprintf(stderr, "knapsack: a value of %ld, not %ld\n", best.load(), optimum);
  return -1;
}

// The problem as it is solved in one way.
static constexpr Problem knapsack_by(Version version, unsigned cutoffs) {
  return {
      .name = "knapsack",
      .summary = "0/1 knapsack by branch and bound",
      .operation = "nodes",
      .parameters = parameters,
      .cutoffs = cutoffs,
      .versions = {version},
      .prepare = prepare,
      .reset = reset,
      .check = check,
  };
}
