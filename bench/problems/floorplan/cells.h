// Floorplanning as this folder's programs do it: cells of given shapes are put on a plane one after the other, each
// beside or below one that it belongs to, so that the rectangle around all becomes as small as possible. Each program
// includes it once.
#pragma once

#include <algorithm>
#include <atomic>
#include <climits>
#include <cstdlib>
#include <mutex>
#include <vector>

#include "../../harness/problem.h"

enum { cells_parameter, seed_parameter, depth_parameter };
enum { most_cells = 24, most_shapes = 2, longest_side = 5 };

static const Parameter parameters[] = {
    {"cells", "how many there are", {11, 13, 15, 16}, 2, most_cells},
    {"seed", "of their shapes and neighbours", {1, 1, 1, 1}, 0, 1e9},
    {"depth", "levels with tasks, where a cut-off is asked for", {5, 5, 5, 5}, 0, most_cells},
    {nullptr, nullptr, {0}, 0, 0},
};

struct Shape {
  int width, height;
};

enum class Side { right, below };

struct Cell {
  std::vector<Shape> shapes;  // that it may have
  int neighbour;              // an earlier cell, whose right or lower edge it must touch
  Side side;
};

struct Rectangle {
  short left, top, right, bottom;  // right and bottom are the first outside

  bool overlaps(const Rectangle& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
};

// The first cells of a plan, and how large a rectangle they fill.
struct Plan {
  int count = 0;
  short width = 0, height = 0;
  Rectangle cells[most_cells];

  int area() const { return width * height; }
  bool has_room(const Rectangle& cell) const {
    bool free = true;
    for (int i = 0; i < count; ++i) free &= !cell.overlaps(cells[i]);
    return free;
  }
  void add(const Rectangle& cell) {
    cells[count++] = cell;
    width = std::max(width, cell.right);
    height = std::max(height, cell.bottom);
  }
};

// Where a cell might be put: on each shape, everywhere along the edges that it must touch.
struct Places {
  enum { most = most_shapes * 2 * longest_side };
  int count = 0;
  Rectangle place[most];

  void add(int left, int top, Shape shape) {
    if (left < 0 || top < 0) return;
    place[count++] = {static_cast<short>(left), static_cast<short>(top), static_cast<short>(left + shape.width),
                      static_cast<short>(top + shape.height)};
  }
};

// Written by prepare(), constant afterwards.
static std::vector<Cell> cells;
static int optimum;

// The best plan of the last run. A better one is written under the lock; a thread that only
// compares reads the area without it.
static std::atomic<int> best_area;
static std::mutex best_lock;
static Plan best_plan;
static long visited;

static Places places_for_next(const Plan& plan) {
  const Cell& cell = cells[static_cast<size_t>(plan.count)];
  const Rectangle neighbour = plan.cells[cell.neighbour];
  Places places;
  for (const Shape shape : cell.shapes) {
    if (cell.side == Side::right) {
      for (int top = neighbour.top - shape.height + 1; top < neighbour.bottom; ++top)
        places.add(neighbour.right, top, shape);
    } else {
      for (int left = neighbour.left - shape.width + 1; left < neighbour.right; ++left)
        places.add(left, neighbour.bottom, shape);
    }
  }
  return places;
}

static void note_whole(const Plan& plan) {
  const std::lock_guard<std::mutex> locked(best_lock);
  if (plan.area() >= best_area.load(std::memory_order_relaxed)) return;
  best_plan = plan;
  best_area.store(plan.area(), std::memory_order_relaxed);
}

// Adds the cell if there is room for it. Returns whether it is worth going on: not if the plan is as
// large as the best, or complete.
static bool extend(Plan& plan, const Rectangle& cell) {
  if (!plan.has_room(cell)) return false;
  plan.add(cell);
  if (plan.area() >= best_area.load(std::memory_order_relaxed)) return false;
  if (static_cast<size_t>(plan.count) < cells.size()) return true;
  note_whole(plan);
  return false;
}

// The first cell lies in the corner, as it is.
static Plan first_plan() {
  Plan plan;
  const Shape shape = cells[0].shapes[0];
  plan.add({0, 0, static_cast<short>(shape.width), static_cast<short>(shape.height)});
  return plan;
}

inline long search_serial(const Plan& plan) {
  const Places places = places_for_next(plan);
  long nodes = places.count;
  for (int i = 0; i < places.count; ++i) {
    Plan next = plan;
    if (extend(next, places.place[i])) nodes += search_serial(next);
  }
  return nodes;
}

// Completes the plan, each cell where it then remains the smallest; false: that is impossible. What the search begins
// with: otherwise a run that happens to try bad places first would visit many times the nodes.
static bool complete_greedily(const Plan& plan) {
  if (static_cast<size_t>(plan.count) == cells.size()) {
    note_whole(plan);
    return true;
  }
  const Places places = places_for_next(plan);
  std::vector<Plan> next;
  for (int i = 0; i < places.count; ++i) {
    if (!plan.has_room(places.place[i])) continue;
    next.push_back(plan);
    next.back().add(places.place[i]);
  }
  std::sort(next.begin(), next.end(), [](const Plan& a, const Plan& b) { return a.area() < b.area(); });
  return std::any_of(next.begin(), next.end(), complete_greedily);
}

static void reset(const Run*) {
  best_area = INT_MAX;
  best_plan = Plan();
  if (complete_greedily(first_plan())) return;
  fputs("floorplan: these cells have no plan: another --seed or --cells\n", stderr);
  exit(2);
}

static void prepare(const Run* run) {
  struct Known {
    int cells, seed, optimum;
  };
  static const Known known[] = {{11, 1, 126}, {13, 1, 150}, {15, 1, 182}, {16, 1, 190}};  // by the serial search
  const int count = static_cast<int>(parameter(run, cells_parameter));
  const int seed = static_cast<int>(parameter(run, seed_parameter));
  uint64_t random = static_cast<uint64_t>(seed);
  for (int i = 0; i < count; ++i) {
    const int width = 1 + static_cast<int>(next_random(&random) % longest_side);
    const int height = 1 + static_cast<int>(next_random(&random) % longest_side);
    Cell cell{{{width, height}},
              std::max(0, i - 1 - static_cast<int>(next_random(&random) % 3)),
              next_random(&random) % 2 ? Side::right : Side::below};
    if (width != height) cell.shapes.push_back({height, width});
    cells.push_back(cell);
  }
  for (const Known& instance : known)
    if (instance.cells == count && instance.seed == seed) optimum = instance.optimum;
  if (optimum != 0) return;
  reset(run);
  search_serial(first_plan());
  optimum = best_area;
}

static bool touches(const Rectangle& cell, const Rectangle& neighbour, Side side) {
  if (side == Side::right)
    return cell.left == neighbour.right && cell.top < neighbour.bottom && neighbour.top < cell.bottom;
  return cell.top == neighbour.bottom && cell.left < neighbour.right && neighbour.left < cell.right;
}

// Whether the best plan keeps all rules.
static bool is_allowed(const Plan& plan) {
  if (static_cast<size_t>(plan.count) != cells.size()) return false;
  for (int i = 0; i < plan.count; ++i) {
    const Rectangle& place = plan.cells[i];
    const Cell& cell = cells[static_cast<size_t>(i)];
    bool right = place.left >= 0 && place.top >= 0 && place.right <= plan.width && place.bottom <= plan.height;
    right = right && std::any_of(cell.shapes.begin(), cell.shapes.end(), [&](Shape shape) {
              return place.right - place.left == shape.width && place.bottom - place.top == shape.height;
            });
    right = right && (i == 0 || touches(place, plan.cells[cell.neighbour], cell.side));
    for (int k = 0; k < i; ++k) right = right && !place.overlaps(plan.cells[k]);
    if (!right) return false;
  }
  return true;
}

// Operations: places that this run tried. How many those are depends on how soon good plans are met: compare rates.
static double check(const Run*) {
  if (best_plan.area() == optimum && is_allowed(best_plan)) return static_cast<double>(visited);
  fprintf(stderr, "floorplan: a plan of area %d%s, not %d\n", best_plan.area(),
          is_allowed(best_plan) ? "" : " that breaks rules", optimum);
  return -1;
}

// The problem as it is solved in one way.
static constexpr Problem floorplan_by(Version version, unsigned cutoffs) {
  return {
      .name = "floorplan",
      .summary = "Cells are put beside and below each other on the smallest rectangle, by branch and bound",
      .operation = "places",
      .parameters = parameters,
      .cutoffs = cutoffs,
      .versions = {version},
      .prepare = prepare,
      .reset = reset,
      .check = check,
  };
}
