// Whole task programs of the kind people have: a tree search, n queens, a simulation of villages with hospitals. No cut-offs.
#include "../../demo/tree.h"
#include "micro.h"

#include <stdlib.h>

// --- Unbalanced tree search: a task a node.

static long uts_tasks(const Tree *tree, TreeNode node) {
  int children = tree_children(tree, &node);
  long *found = __builtin_alloca(sizeof(long) * (size_t)(children + 1));
  for (int i = 0; i < children; ++i) {
#pragma omp task firstprivate(node, i, found)
    found[i] = uts_tasks(tree, tree_child(&node, i));
  }
#pragma omp taskwait
  long nodes = 1;
  for (int i = 0; i < children; ++i) nodes += found[i];
  return nodes;
}

static long uts_calls(const Tree *tree, TreeNode node) {
  long nodes = 1;
  for (int i = 0, children = tree_children(tree, &node); i < children; ++i) nodes += uts_calls(tree, tree_child(&node, i));
  return nodes;
}

static long uts(const Setting *s, long repetitions) {
  const Tree *tree = &known_trees[s->size == 1 ? 1 : 0];
  long nodes = 0;
  for (long r = 0; r < repetitions; ++r) {
#pragma omp parallel
#pragma omp single
    nodes += uts_tasks(tree, tree_root(tree));
  }
  return nodes == repetitions * tree->nodes ? nodes : -1;
}

static long uts_serial(const Setting *s, long repetitions) {
  const Tree *tree = &known_trees[s->size == 1 ? 1 : 0];
  long nodes = 0;
  for (long r = 0; r < repetitions; ++r) nodes += uts_calls(tree, tree_root(tree));
  return nodes == repetitions * tree->nodes ? nodes : -1;
}

// --- n queens: a task a square that can be tried; each task has its own copy of the board.

enum { most_queens = 16 };
static const long queens_solutions[most_queens + 1] = {1,   1,   0,    0,     2,     10,     4,       40,      92,
                                                       352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512};
typedef struct Board {
  signed char column[most_queens];
} Board;

static bool fits(const Board *board, int row, int column) {
  for (int r = 0; r < row; ++r) {
    int apart = board->column[r] - column;
    if (apart == 0 || apart == row - r || apart == r - row) return false;
  }
  return true;
}

static long queens_tasks(Board board, int row, int n) {
  if (row == n) return 1;
  long found[most_queens] = {0};
  for (int column = 0; column < n; ++column) {
    if (!fits(&board, row, column)) continue;
#pragma omp task shared(found) firstprivate(board, row, column, n)
    {
      board.column[row] = (signed char)column;
      found[column] = queens_tasks(board, row + 1, n);
    }
  }
#pragma omp taskwait
  long sum = 0;
  for (int column = 0; column < n; ++column) sum += found[column];
  return sum;
}

// Also counts in *calls how many tasks the parallel search makes.
static long queens_calls(Board board, int row, int n, long *calls) {
  if (row == n) return 1;
  long sum = 0;
  for (int column = 0; column < n; ++column) {
    if (!fits(&board, row, column)) continue;
    board.column[row] = (signed char)column;
    *calls += 1;
    sum += queens_calls(board, row + 1, n, calls);
  }
  return sum;
}

// The number of tasks, learnt by the serial run that goes before every parallel one.
static long queens_task_count;

static long nqueens_serial(const Setting *s, long repetitions) {
  int n = s->size < most_queens ? (int)s->size : most_queens;
  Board board = {{0}};
  bool right = true;
  for (long r = 0; r < repetitions; ++r) {
    queens_task_count = 0;
    right = right && queens_calls(board, 0, n, &queens_task_count) == queens_solutions[n];
  }
  return right ? repetitions * queens_task_count : -1;
}

static long nqueens(const Setting *s, long repetitions) {
  int n = s->size < most_queens ? (int)s->size : most_queens;
  Board board = {{0}};
  bool right = true;
  for (long r = 0; r < repetitions; ++r) {
    long found = 0;
#pragma omp parallel
#pragma omp single
    found = queens_tasks(board, 0, n);
    right = right && found == queens_solutions[n];
  }
  return right ? repetitions * queens_task_count : -1;
}

// --- Villages: a tree of them; each step every village first lets those below it do theirs, each in a task, then treats its own
// patients and takes over those that its neighbours below could not treat.

enum { branching = 4, steps = 20 };

typedef struct Village {
  struct Village *below; // branching of them, or NULL
  uint64_t random;
  long waiting;  // patients here
  long referred; // patients for the village above, taken away by it after this step
  long treated;
} Village;

static uint64_t next_random(Village *village) {
  village->random = village->random * 6364136223846793005u + 1442695040888963407u;
  return village->random >> 33;
}

static void treat_patients(Village *village) {
  village->waiting += (long)(next_random(village) % 8);
  for (long i = village->waiting; i > 0; --i) {
    uint64_t outcome = next_random(village) % 16;
    if (outcome < 10) village->treated += 1;
    else if (outcome < 12) village->referred += 1;
    if (outcome < 12) village->waiting -= 1;
  }
  for (int i = 0; village->below && i < branching; ++i) {
    village->waiting += village->below[i].referred;
    village->below[i].referred = 0;
  }
}

static void step_tasks(Village *village) {
  for (int i = 0; village->below && i < branching; ++i) {
    Village *below = &village->below[i];
#pragma omp task firstprivate(below)
    step_tasks(below);
  }
#pragma omp taskwait
  treat_patients(village);
}

static void step_calls(Village *village) {
  for (int i = 0; village->below && i < branching; ++i) step_calls(&village->below[i]);
  treat_patients(village);
}

static void found_villages(Village *village, long levels, uint64_t seed) {
  *village = (Village){.random = seed * 0x9e3779b97f4a7c15u + 1};
  if (levels <= 1) return;
  village->below = malloc(sizeof(Village) * branching);
  for (int i = 0; i < branching; ++i) found_villages(&village->below[i], levels - 1, seed * branching + (uint64_t)i + 1);
}

static void abandon_villages(Village *village) {
  for (int i = 0; village->below && i < branching; ++i) abandon_villages(&village->below[i]);
  free(village->below);
}

static long total_treated(const Village *village) {
  long sum = village->treated;
  for (int i = 0; village->below && i < branching; ++i) sum += total_treated(&village->below[i]);
  return sum;
}

static long village_count(long levels) { return levels < 1 ? 0 : 1 + branching * village_count(levels - 1); }

// What the serial run found, which goes before every parallel one.
static long villages_treated;

static long villages_serial(const Setting *s, long repetitions) {
  for (long r = 0; r < repetitions; ++r) {
    Village top;
    found_villages(&top, s->size, 1);
    for (int step = 0; step < steps; ++step) step_calls(&top);
    villages_treated = total_treated(&top);
    abandon_villages(&top);
  }
  return repetitions * steps * village_count(s->size);
}

static long villages(const Setting *s, long repetitions) {
  bool right = true;
  for (long r = 0; r < repetitions; ++r) {
    Village top;
    found_villages(&top, s->size, 1);
#pragma omp parallel
#pragma omp single
    for (int step = 0; step < steps; ++step) step_tasks(&top);
    right = right && total_treated(&top) == villages_treated;
    abandon_villages(&top);
  }
  return right ? repetitions * steps * village_count(s->size) : -1;
}

const Program search_programs[] = {
    {"uts", "a node of tree T3, or of T1 with size 1", uts, uts_serial, 3, false},
    {"nqueens", "a task; size queens", nqueens, nqueens_serial, 10, false},
    {"villages", "a task; a village's step, size levels of villages", villages, villages_serial, 7, false},
    {0},
};
