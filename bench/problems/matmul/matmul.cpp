// Product of two matrices of ints by recursion: two rounds of four quarters.
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
  const Product product = whole_product();
#pragma omp parallel
#pragma omp single
  if (run->untied) not_tied::multiply_tasks(product);
  else tied::multiply_tasks(product);
}

static void run_serial(const Run*) { multiply(whole_product()); }

const Problem problem = {
    .name = "matmul",
    .summary = "product of two matrices of ints, by quarters",
    .operation = "operations",
    .parameters = parameters,
    .has_untied = true,
    .versions = {{"serial", run_serial}, {"tasks", run_tasks}},
    .prepare = prepare,
    .reset = reset,
    .check = check,
};
