// The area by OpenMP tasks: one of two halves is a task, the other a call.
#include "area.h"

static double tasks(double left, double right) {
  if (is_good(left, right)) return trapezium(left, right);
  const double middle = (left + right) / 2;
  double area;
#pragma omp task shared(area)
  area = tasks(left, middle);
  const double rest = tasks(middle, right);
#pragma omp taskwait
  return area + rest;
}

static void run_serial(const Run *run) {
  long splits = 0;
  result = serial(0, parameter(run, limit_parameter), &splits);
}
static void run_tasks(const Run *run) {
#pragma omp parallel
#pragma omp single
  result = tasks(0, parameter(run, limit_parameter));
}

const Problem problem = {
    .name = "integrate",
    .summary = "the area below a curve, halved until it is good enough",
    .operation = "tasks",
    .parameters = parameters,
    .versions = {{"serial", run_serial}, {"tasks", run_tasks}},
    .prepare = prepare,
    .check = check,
};
