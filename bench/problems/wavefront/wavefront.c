// The wavefront by OpenMP tasks with dependences.
#include "wavefront.h"

static void run_tasks(const Run *run) {
  (void)run;
#pragma omp parallel
#pragma omp single
  for (long i = 0; i < side; ++i) {
    for (long j = 0; j < side; ++j) {
      const int *up = i > 0 ? &cells[(i - 1) * side + j] : &cells[i * side + j];
      const int *left = j > 0 ? &cells[i * side + j - 1] : up;
#pragma omp task depend(in : *up, *left) depend(out : cells[i * side + j])
      visit(i, j);
    }
  }
}
static void run_serial(const Run *run) {
  (void)run;
  for (long i = 0; i < side; ++i)
    for (long j = 0; j < side; ++j) visit(i, j);
}

const Problem problem = {
    .name = "wavefront",
    .summary = "cells that wait for their left and upper neighbours",
    .operation = "tasks",
    .parameters = parameters,
    .versions = {{"serial", run_serial}, {"tasks", run_tasks}},
    .prepare = prepare_wavefront,
    .reset = reset_wavefront,
    .check = check_wavefront,
};
