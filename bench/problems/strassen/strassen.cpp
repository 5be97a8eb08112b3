// Strassen's product of matrices: a task for each of the seven products of a step.
#include "product.h"

#define UNTIED
namespace tied {
#include "tasks.h"
}
#undef UNTIED
#define UNTIED untied
namespace not_tied {
#include "tasks.h"
}

static void run_tasks(const Run* run) {
  const Product product = whole_product(run);
  const int depth = static_cast<int>(parameter(run, depth_parameter));
#pragma omp parallel
#pragma omp single
  if (run->untied) not_tied::multiply_cut_off(run->cutoff, product, depth);
  else tied::multiply_cut_off(run->cutoff, product, depth);
}

static void run_serial(const Run* run) { multiply(whole_product(run)); }

const Problem problem = {
    .name = "strassen",
    .summary = "product of two matrices in double precision by Strassen's algorithm",
    .operation = "flops",
    .parameters = parameters,
    .cutoffs = cutoff_if | cutoff_final | cutoff_manual,
    .has_untied = true,
    .versions = {{"serial", run_serial}, {"tasks", run_tasks}},
    .prepare = prepare,
    .reset = reset,
    .check = check,
};
