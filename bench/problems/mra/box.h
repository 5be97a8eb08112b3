// The octree of one function: a box is a cube of the domain with its coefficients. The operations on a single box are
// here; a version decides which threads visit boxes, and in which order. A visit writes the box and its children's
// `scaling`. So a version that visits children in parallel must have ended the visit of their parent first, on the way
// down; on the way up it must end the children's visits before their parent's begins.
#pragma once

#include <stdbool.h>

#include "basis.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { children_count = 8, most_level = 28 };

// A Gaussian, amplitude exp(-exponent |x - centre|^2).
typedef struct Function {
  double centre[3];
  double exponent, amplitude;
} Function;

typedef struct Box {
  int level, at[3];                      // one of 2^level in each dimension
  struct Box* children[children_count];  // all or none
  double* projected;                     // a leaf's scaling coefficients (k^3) as projected; NULL: all are zero
  double* filtered;  // after compression: wavelet coefficients in a cube of (2k)^3, zero where scaling ones were
  double* scaling;   // on their way: up, until the parent takes them; down, until given to the children
} Box;

extern double domain_edge;  // the domain is the cube from -domain_edge / 2 to domain_edge / 2
extern double threshold;    // a box whose wavelet coefficients have a smaller norm is a leaf

Box* new_root(void);
void free_boxes(Box* box);

// Projection. True: the box is not precise enough (or too coarse to tell). Its children
// have been made and must be visited.
bool refine(const Function* function, Box* box);

// Compression, after the children's: their scaling coefficients become this box's, and its wavelet
// coefficients. To be called for leaves, too.
void compress_box(Box* box);

// Reconstruction, before the children's: this box's coefficients become the children's scaling coefficients.
void reconstruct_box(Box* box);

double value_of(const Function* function, double x, double y, double z);
double value_in_tree(const Box* root, const double* point);

#ifdef __cplusplus
}
#endif
