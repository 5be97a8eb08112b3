// A program that loads its OpenMP runtime and asks it one thing: what starting the runtime costs.
#include <omp.h>

int main(void) { return omp_get_max_threads() > 0 ? 0 : 1; }
