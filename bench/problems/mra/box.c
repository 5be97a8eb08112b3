#include "box.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../harness/problem.h"

double domain_edge, threshold;

static void* allocate(size_t size) {
  void* memory = malloc(size);
  if (memory) return memory;
  fprintf(stderr, "%s: no memory for %zu bytes\n", problem.name, size);
  exit(1);
}

static double* new_coefficients(void) { return allocate(k3 * sizeof(double)); }

static Box* new_box(int level, int x, int y, int z) {
  Box* box = allocate(sizeof(Box));
  *box = (Box){.level = level, .at = {x, y, z}};
  return box;
}

Box* new_root(void) { return new_box(0, 0, 0, 0); }

void free_boxes(Box* box) {
  if (!box) return;
  for (int c = 0; c < children_count; ++c) free_boxes(box->children[c]);
  free(box->projected);
  free(box->filtered);
  free(box->scaling);
  free(box);
}

// Child c is the upper half in dimension d if bit d of c is set.
static void make_children(Box* box) {
  for (int c = 0; c < children_count; ++c)
    box->children[c] =
        new_box(box->level + 1, 2 * box->at[0] + (c & 1), 2 * box->at[1] + (c >> 1 & 1), 2 * box->at[2] + (c >> 2 & 1));
}

static double edge_of(int level) { return ldexp(domain_edge, -level); }

// Where interval `at` of that level begins.
static double begin_of(int level, int at) { return edge_of(level) * at - domain_edge / 2; }

double value_of(const Function* function, double x, double y, double z) {
  const double dx = x - function->centre[0], dy = y - function->centre[1], dz = z - function->centre[2];
  return function->amplitude * exp(-function->exponent * (dx * dx + dy * dy + dz * dz));
}

// Whether all coefficients of the box are too small to matter: bounded by the function's largest value in it.
static bool is_negligible(const Function* function, const Box* box) {
  const double edge = edge_of(box->level);
  double distance2 = 0;
  for (int d = 0; d < 3; ++d) {
    const double begin = begin_of(box->level, box->at[d]);
    const double below = begin - function->centre[d], above = function->centre[d] - (begin + edge);
    const double distance = below > 0 ? below : above > 0 ? above : 0;
    distance2 += distance * distance;
  }
  return function->amplitude * exp(-function->exponent * distance2) * pow(edge, 1.5) < threshold / 10;
}

// Whether the quadrature points lie so far apart that they can miss the Gaussian: exp(-16) of it at half such an edge.
static bool is_too_coarse(const Function* function, const Box* box) {
  const double most_widths = 8;
  return edge_of(box->level) * sqrt(function->exponent) > most_widths;
}

static void project(const Function* function, int level, const int* at, double* coefficients) {
  const double edge = edge_of(level);
  const double x = begin_of(level, at[0]), y = begin_of(level, at[1]), z = begin_of(level, at[2]);
  double values[k3];
  for (int a = 0; a < k; ++a)
    for (int b = 0; b < k; ++b)
      for (int c = 0; c < k; ++c)
        values[(a * k + b) * k + c] = value_of(function, x + edge * quadrature_points[a],
                                               y + edge * quadrature_points[b], z + edge * quadrature_points[c]);
  coefficients_of_values(values, coefficients);
  const double scale = pow(edge, 1.5);
  for (int i = 0; i < k3; ++i) coefficients[i] *= scale;
}

// The part of a cube of (2k)^3 that belongs to child c: copied there, or from there.
static double* child_row(double* cube, int c, int i, int j) {
  return cube + (((c & 1) * k + i) * both + (c >> 1 & 1) * k + j) * both + (c >> 2 & 1) * k;
}

static void put_child(double* cube, int c, const double* coefficients) {
  for (int i = 0; i < k; ++i)
    for (int j = 0; j < k; ++j) memcpy(child_row(cube, c, i, j), coefficients + (i * k + j) * k, k * sizeof(double));
}

static void take_child(double* cube, int c, double* coefficients) {
  for (int i = 0; i < k; ++i)
    for (int j = 0; j < k; ++j) memcpy(coefficients + (i * k + j) * k, child_row(cube, c, i, j), k * sizeof(double));
}

static double norm2(const double* numbers, int count) {
  double sum = 0;
  for (int i = 0; i < count; ++i) sum += numbers[i] * numbers[i];
  return sum;
}

static void clear_child(double* cube, int c) {
  for (int i = 0; i < k; ++i)
    for (int j = 0; j < k; ++j) memset(child_row(cube, c, i, j), 0, k * sizeof(double));
}

bool refine(const Function* function, Box* box) {
  if (is_negligible(function, box)) return false;
  if (!is_too_coarse(function, box)) {
    double children[both3], filtered[both3], coefficients[k3];
    for (int c = 0; c < children_count; ++c) {
      const int at[3] = {2 * box->at[0] + (c & 1), 2 * box->at[1] + (c >> 1 & 1), 2 * box->at[2] + (c >> 2 & 1)};
      project(function, box->level + 1, at, coefficients);
      put_child(children, c, coefficients);
    }
    filter(children, filtered);
    double* projected = new_coefficients();
    take_child(filtered, 0, projected);
    clear_child(filtered, 0);
    if (norm2(filtered, both3) < threshold * threshold || box->level == most_level) {
      box->projected = projected;
      return false;
    }
    free(projected);
  }
  make_children(box);
  return true;
}

static void free_scaling(Box* box) {
  free(box->scaling);
  box->scaling = NULL;
}

void compress_box(Box* box) {
  box->scaling = new_coefficients();
  if (!box->children[0]) {
    if (box->projected)
      memcpy(box->scaling, box->projected, k3 * sizeof(double));
    else
      memset(box->scaling, 0, k3 * sizeof(double));
    return;
  }
  double children[both3];
  for (int c = 0; c < children_count; ++c) {
    put_child(children, c, box->children[c]->scaling);
    free_scaling(box->children[c]);
  }
  box->filtered = allocate(both3 * sizeof(double));
  filter(children, box->filtered);
  take_child(box->filtered, 0, box->scaling);
  clear_child(box->filtered, 0);
}

void reconstruct_box(Box* box) {
  if (!box->children[0]) return;
  put_child(box->filtered, 0, box->scaling);
  double children[both3];
  unfilter(box->filtered, children);
  clear_child(box->filtered, 0);
  if (box->level > 0) free_scaling(box);
  for (int c = 0; c < children_count; ++c) {
    box->children[c]->scaling = new_coefficients();
    take_child(children, c, box->children[c]->scaling);
  }
}

static const Box* leaf_at(const Box* root, const double* point) {
  const Box* box = root;
  while (box->children[0]) {
    int c = 0;
    for (int d = 0; d < 3; ++d) c |= (point[d] >= begin_of(box->level + 1, 2 * box->at[d] + 1)) << d;
    box = box->children[c];
  }
  return box;
}

double value_in_tree(const Box* root, const double* point) {
  const Box* leaf = leaf_at(root, point);
  if (!leaf->projected) return 0;
  double p[3][k], sum = 0;
  for (int d = 0; d < 3; ++d)
    scaling_functions((point[d] - begin_of(leaf->level, leaf->at[d])) / edge_of(leaf->level), p[d]);
  for (int a = 0; a < k; ++a)
    for (int b = 0; b < k; ++b)
      for (int c = 0; c < k; ++c) sum += leaf->projected[(a * k + b) * k + c] * p[0][a] * p[1][b] * p[2][c];
  return sum / pow(edge_of(leaf->level), 1.5);
}
