// Multi-resolution analysis of Gaussians in three dimensions, after the benchmark of the TTG paper (J. Schuchart et
// al., "Pushing the boundaries of small tasks", 2022, section V-E): the tree of each function is made by projection,
// compressed from the leaves to the root and reconstructed from the root to the leaves. A task a box in each of the
// three steps; what a task leaves in its box is read by the task of the parent, after its taskwait, or by those of the
// children.
#include "functions.h"

static void project_serially(const Function* function, Box* box) {
  if (!refine(function, box)) return;
  for (int c = 0; c < children_count; ++c) project_serially(function, box->children[c]);
}

static void compress_serially(Box* box) {
  for (int c = 0; c < children_count && box->children[0]; ++c) compress_serially(box->children[c]);
  compress_box(box);
}

static void reconstruct_serially(Box* box) {
  reconstruct_box(box);
  for (int c = 0; c < children_count && box->children[0]; ++c) reconstruct_serially(box->children[c]);
}

static void run_serial(const Run* run) {
  for (int f = 0; f < function_count(run); ++f) {
    project_serially(&functions[f], roots[f]);
    compress_serially(roots[f]);
    reconstruct_serially(roots[f]);
  }
}

static void project_by_tasks(const Function* function, Box* box) {
  if (!refine(function, box)) return;
  for (int c = 0; c < children_count; ++c) {
#pragma omp task
    project_by_tasks(function, box->children[c]);
  }
#pragma omp taskwait
}

static void compress_by_tasks(Box* box) {
  if (box->children[0]) {
    for (int c = 0; c < children_count; ++c) {
#pragma omp task
      compress_by_tasks(box->children[c]);
    }
#pragma omp taskwait
  }
  compress_box(box);
}

// Nobody waits: nothing comes after a function's last boxes.
static void reconstruct_by_tasks(Box* box) {
  reconstruct_box(box);
  if (!box->children[0]) return;
  for (int c = 0; c < children_count; ++c) {
#pragma omp task
    reconstruct_by_tasks(box->children[c]);
  }
}

static void run_tasks(const Run* run) {
#pragma omp parallel
#pragma omp single
  for (int f = 0; f < function_count(run); ++f) {
#pragma omp task
    {
      project_by_tasks(&functions[f], roots[f]);
      compress_by_tasks(roots[f]);
      reconstruct_by_tasks(roots[f]);
    }
  }
}

const Problem problem = {
    .name = "mra",
    .summary =
        "multi-resolution analysis of 3-D Gaussians in multiwavelets of order 10, a task for each box of the tree",
    .operation = "boxes",
    .parameters = parameters,
    .versions = {{"serial", run_serial}, {"tasks", run_tasks}},
    .prepare = prepare,
    .reset = reset,
    .check = check,
};
