#include "functions.h"

#include <math.h>
#include <stdlib.h>

// clang-format off
const Parameter parameters[] = {
    {"functions", "Gaussians, each with its own tree", {1, 4, 24, 128}, 1, most_functions},
    {"exponent", "of the Gaussians: a in exp(-a r^2)", {30000, 30000, 30000, 30000}, 1, 1e8},
    {"digits", "precision: 10^-digits", {3, 8, 8, 8}, 1, 10},
    {NULL, NULL, {0, 0, 0, 0}, 0, 0},
};
// clang-format on

Function functions[most_functions];
Box* roots[most_functions];

typedef struct Sums {
  double boxes;
  double leaves2, wavelets2;  // squares of norms: of the leaves as projected, and of all wavelet coefficients
  double worst_rebuilt;       // largest difference of a leaf's coefficients after compression and reconstruction
} Sums;

// From 0 to 1.
static double random_part(uint64_t* state) { return (double)(next_random(state) >> 11) * 0x1p-53; }

void prepare(const Run* run) {
  make_basis();
  domain_edge = 12;
  threshold = pow(10, -parameter(run, digits_parameter));
  const double exponent = parameter(run, exponent_parameter);
  uint64_t state = 20220530;
  for (int f = 0; f < function_count(run); ++f) {
    Function* function = &functions[f];
    for (int d = 0; d < 3; ++d) function->centre[d] = domain_edge * (random_part(&state) - 0.5);
    function->exponent = exponent;
    function->amplitude = pow(2 * exponent / acos(-1.0), 0.75);  // norm 1 over all space
  }
}

void reset(const Run* run) {
  for (int f = 0; f < function_count(run); ++f) {
    free_boxes(roots[f]);
    roots[f] = new_root();
  }
}

static void add_leaf(const Box* leaf, Sums* sums) {
  for (int i = 0; i < k3; ++i) {
    const double projected = leaf->projected ? leaf->projected[i] : 0;
    const double difference = leaf->scaling ? fabs(leaf->scaling[i] - projected) : INFINITY;
    sums->leaves2 += projected * projected;
    if (!(difference <= sums->worst_rebuilt)) sums->worst_rebuilt = difference;
  }
}

static void add_boxes(const Box* box, Sums* sums) {
  ++sums->boxes;
  if (!box->children[0]) {
    add_leaf(box, sums);
    return;
  }
  for (int i = 0; box->filtered && i < both3; ++i) sums->wavelets2 += box->filtered[i] * box->filtered[i];
  for (int c = 0; c < children_count; ++c) add_boxes(box->children[c], sums);
}

// The norm of the function over the domain, which may cut it.
static double norm2_of(const Function* function) {
  double product = 1;
  for (int d = 0; d < 3; ++d) {
    const double scale = sqrt(2 * function->exponent), edge = domain_edge / 2, at = function->centre[d];
    product *= (erf(scale * (edge - at)) + erf(scale * (edge + at))) / 2;
  }
  return product;
}

// The largest difference of the tree from the function at a few points near the centre.
static double worst_value(const Function* function, const Box* root) {
  enum { points = 16 };
  uint64_t state = 1;
  double worst = 0;
  for (int i = 0; i < points; ++i) {
    double point[3];
    for (int d = 0; d < 3; ++d) {
      point[d] = function->centre[d] + 3 * (random_part(&state) - 0.5) / sqrt(function->exponent);
      point[d] = fmin(fmax(point[d], -domain_edge / 2), domain_edge / 2 * 0.999999);
    }
    const double difference = fabs(value_in_tree(root, point) - value_of(function, point[0], point[1], point[2]));
    if (!(difference <= worst)) worst = difference;
  }
  return worst;
}

static bool is_right(int f, const Sums* sums) {
  const Box* root = roots[f];
  double root2 = 0;
  for (int i = 0; root->scaling && i < k3; ++i) root2 += root->scaling[i] * root->scaling[i];
  const double exact2 = norm2_of(&functions[f]), value = worst_value(&functions[f], root) / functions[f].amplitude;
  const double lost = fabs(sqrt(sums->leaves2) - sqrt(exact2));
  const double compressed = fabs(root2 + sums->wavelets2 - sums->leaves2), rounding = 1e-11;
  const bool is_precise = value <= 100 * threshold && lost <= threshold;
  if (is_precise && compressed <= rounding && sums->worst_rebuilt <= rounding) return true;
  fprintf(stderr,
          "mra: function %d: errors: values %g of the largest, norm %g, compressed norm %g, rebuilt coefficients %g\n",
          f, value, lost, compressed, sums->worst_rebuilt);
  return false;
}

// Operations: boxes. Each is visited three times.
double check(const Run* run) {
  double boxes = 0;
  for (int f = 0; f < function_count(run); ++f) {
    Sums sums = {0};
    add_boxes(roots[f], &sums);
    if (!is_right(f, &sums)) return -1;
    boxes += sums.boxes;
  }
  return boxes;
}
