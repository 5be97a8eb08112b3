// The area with a library's fork and join, after the library's header: one of two halves is a task, the other a call.
#pragma once

#include "area.h"

static double forks(double left, double right) {
  if (is_good(left, right)) return trapezium(left, right);
  const double middle = (left + right) / 2;
  double area;
  Group group;
  group.spawn([&area, left, middle] { area = forks(left, middle); });
  const double rest = forks(middle, right);
  group.sync();
  return area + rest;
}

static void run_forks(const Run* run) {
  const double limit = parameter(run, limit_parameter);
  with_threads(run->threads, [=] { result = forks(0, limit); });
}

const Problem problem = {
    .name = "integrate",
    .summary = "the area below a curve, halved until it is good enough",
    .operation = "tasks",
    .parameters = parameters,
    .versions = {{library_name, run_forks}},
    .prepare = prepare,
    .reset = nullptr,
    .check = check,
};
