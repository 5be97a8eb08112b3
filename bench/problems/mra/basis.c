#include "basis.h"

#include <math.h>
#include <string.h>

double quadrature_points[k];
static double quadrature_weights[k];
static double value_matrix[k][k];           // weight of point q times p_i there: [q][i]
static double filter_matrix[both][both];    // [child coefficient][coefficient]
static double unfilter_matrix[both][both];  // its transpose

// P_0(x) to P_(count-1)(x), for x in [-1, 1], by their recurrence.
static void legendre_polynomials(double x, int count, double* p) {
  p[0] = 1;
  if (count > 1) p[1] = x;
  for (int i = 2; i < count; ++i) p[i] = ((2 * i - 1) * x * p[i - 1] - (i - 1) * p[i - 2]) / i;
}

void scaling_functions(double x, double* values) {
  legendre_polynomials(2 * x - 1, k, values);
  for (int i = 0; i < k; ++i) values[i] *= sqrt(2 * i + 1);
}

// Points are the zeros of P_k, by Newton's method from the usual guess.
static void make_quadrature(void) {
  for (int q = 0; q < k; ++q) {
    double x = cos(acos(-1.0) * (q + 0.75) / (k + 0.5)), p[k + 1], slope = 1;
    for (int step = 0; step < 50; ++step) {
      legendre_polynomials(x, k + 1, p);
      slope = k * (x * p[k] - p[k - 1]) / (x * x - 1);
      x -= p[k] / slope;
    }
    quadrature_points[q] = (1 + x) / 2;
    quadrature_weights[q] = 1 / ((1 - x * x) * slope * slope);
  }
}

static double product(const double* a, const double* b) {
  double sum = 0;
  for (int i = 0; i < both; ++i) sum += a[i] * b[i];
  return sum;
}

// Row i: p_i in the scaling functions of the two halves. The integrands are polynomials of degree below 2k: the
// quadrature is exact.
static void make_two_scale_rows(double rows[][both]) {
  memset(rows, 0, sizeof(double[k][both]));
  for (int half = 0; half < 2; ++half) {
    for (int q = 0; q < k; ++q) {
      double whole[k], part[k];
      scaling_functions((quadrature_points[q] + half) / 2, whole);
      scaling_functions(quadrature_points[q], part);
      for (int i = 0; i < k; ++i)
        for (int j = 0; j < k; ++j) rows[i][half * k + j] += quadrature_weights[q] * whole[i] * part[j] / sqrt(2);
    }
  }
}

// Rows k and following: p_j on the right half less p_j on the left one, made orthogonal to all rows before
// (Gram-Schmidt, repeated because much is cancelled).
static void make_wavelet_rows(double rows[][both]) {
  for (int j = 0; j < k; ++j) {
    double* row = rows[k + j];
    memset(row, 0, both * sizeof(double));
    row[j] = -1;
    row[k + j] = 1;
    for (int pass = 0; pass < 3; ++pass) {
      for (int other = 0; other < k + j; ++other) {
        const double part = product(row, rows[other]);
        for (int i = 0; i < both; ++i) row[i] -= part * rows[other][i];
      }
      const double norm = sqrt(product(row, row));
      for (int i = 0; i < both; ++i) row[i] /= norm;
    }
  }
}

void make_basis(void) {
  make_quadrature();
  for (int q = 0; q < k; ++q) {
    scaling_functions(quadrature_points[q], value_matrix[q]);
    for (int i = 0; i < k; ++i) value_matrix[q][i] *= quadrature_weights[q];
  }
  make_two_scale_rows(unfilter_matrix);
  make_wavelet_rows(unfilter_matrix);
  for (int i = 0; i < both; ++i)
    for (int j = 0; j < both; ++j) filter_matrix[j][i] = unfilter_matrix[i][j];
}

// One dimension of a cube of size^3: to[(b c) i] = sum over a of from[a (b c)] matrix[a][i]. Three of them are back in
// the first order.
static inline void turn(const double* from, const double* matrix, int size, double* to) {
  const int rest = size * size;
  for (int bc = 0; bc < rest; ++bc) {
    double sums[both] = {0};
    for (int a = 0; a < size; ++a)
      for (int i = 0; i < size; ++i) sums[i] += from[a * rest + bc] * matrix[a * size + i];
    for (int i = 0; i < size; ++i) to[bc * size + i] = sums[i];
  }
}

void coefficients_of_values(const double* values, double* coefficients) {
  double once[k3], twice[k3];
  turn(values, value_matrix[0], k, once);
  turn(once, value_matrix[0], k, twice);
  turn(twice, value_matrix[0], k, coefficients);
}

static void turn_both(const double* from, const double* matrix, double* to) {
  double once[both3], twice[both3];
  turn(from, matrix, both, once);
  turn(once, matrix, both, twice);
  turn(twice, matrix, both, to);
}

void filter(const double* children, double* filtered) { turn_both(children, filter_matrix[0], filtered); }

void unfilter(const double* filtered, double* children) { turn_both(filtered, unfilter_matrix[0], children); }
