// The multiwavelet basis of order 10 on [0, 1] and the transforms of its coefficients in three
// dimensions. Made once, then only read.
//
// Scaling functions are Legendre polynomials, p_i(x) = sqrt(2 i + 1) P_i(2 x - 1) for i < k; those of level n are
// 2^(n/2) p_i(2^n x - l), one set for each of the 2^n intervals. A polynomial on an interval is one on each half, too:
// coefficients of an interval are a linear map of those of its halves (the two-scale relation). What that map loses,
// the halves' space less the interval's, is spanned by the k wavelets. Together they are an orthogonal matrix of 2k
// rows, the filter; its transpose is the way back.
//
// B. Alpert, "A class of bases in L2 for the sparse representation of integral operators", SIAM J. Math. Anal. 24
// (1993); B. Alpert, G. Beylkin, D. Gines, L. Vozovoi, "Adaptive solution of partial differential equations in
// multiwavelet bases", J. Comput. Phys. 182 (2002). His wavelets have more vanishing moments than orthogonality needs;
// ours span the same space without.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

enum { k = 10, k3 = k * k * k, both = 2 * k, both3 = both * both * both };

extern double quadrature_points[k];  // Gauss-Legendre on [0, 1]

void make_basis(void);

// p_0(x) to p_(k-1)(x), for x in [0, 1].
void scaling_functions(double x, double* values);

// A box's coefficients from the values at its quadrature points (both k^3), up to the scale that its size gives.
void coefficients_of_values(const double* values, double* coefficients);

// The coefficients of eight children, side by side in a cube of (2k)^3, to scaling coefficients (the corner of k^3 at
// the origin) and wavelet coefficients (the rest); and back.
void filter(const double* children, double* filtered);
void unfilter(const double* filtered, double* children);

#ifdef __cplusplus
}
#endif
