// The instance: Gaussians at random places, a tree for each, and what a right result is. For all versions.
#pragma once

#include "../../harness/problem.h"
#include "box.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { functions_parameter, exponent_parameter, digits_parameter, most_functions = 4096 };

extern const Parameter parameters[];
extern Function functions[most_functions];
extern Box* roots[most_functions];  // what a run makes; one that only has itself before it

static inline int function_count(const Run* run) { return (int)parameter(run, functions_parameter); }

void prepare(const Run* run);
void reset(const Run* run);
double check(const Run* run);

#ifdef __cplusplus
}
#endif
