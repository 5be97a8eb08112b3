// The recursion by oneTBB's task groups.
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include <cstddef>

#include "functions.h"

namespace {

using oneapi::tbb::task_group;

template <class Visit>
void visit_children(const Box& box, Visit visit) {
  task_group group;
  for (Box* child : box.children) group.run([child, visit] { visit(*child); });
  group.wait();
}

void project(const Function& function, Box& box) {
  if (refine(&function, &box)) visit_children(box, [&function](Box& child) { project(function, child); });
}

void compress(Box& box) {
  if (box.children[0]) visit_children(box, compress);
  compress_box(&box);
}

void reconstruct(task_group& group, Box& box) {
  reconstruct_box(&box);
  if (!box.children[0]) return;
  for (Box* child : box.children) group.run([&group, child] { reconstruct(group, *child); });
}

void run_groups(const Run* run) {
  using oneapi::tbb::global_control;
  global_control control(global_control::max_allowed_parallelism, static_cast<std::size_t>(run->threads));
  oneapi::tbb::task_arena arena(run->threads);
  arena.execute([run] {
    task_group group;
    for (int f = 0; f < function_count(run); ++f) {
      group.run([&group, f] {
        project(functions[f], *roots[f]);
        compress(*roots[f]);
        reconstruct(group, *roots[f]);
      });
    }
    group.wait();
  });
}

}  // namespace

const Problem problem = {
    .name = "mra",
    .summary =
        "multi-resolution analysis of 3-D Gaussians in multiwavelets of order 10, a task for each box of the tree",
    .operation = "boxes",
    .parameters = parameters,
    .versions = {{"tbb", run_groups}},
    .prepare = prepare,
    .reset = reset,
    .check = check,
};
