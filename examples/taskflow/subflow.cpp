// A task that builds a graph while it runs: a directory tree of random shape is counted, one subflow for each directory.
#include <cstdio>
#include <cstdlib>
#include <random>
#include <taskflow/taskflow.hpp>

struct Directory {
  int files = 0;
  std::vector<Directory> children;
};

static Directory make(std::mt19937& random, int depth) {
  Directory d;
  d.files = static_cast<int>(random() % 10);
  if (depth > 0) d.children.resize(random() % 5);
  for (Directory& child : d.children) child = make(random, depth - 1);
  return d;
}
static long count(const Directory& d) {
  long n = d.files;
  for (const Directory& child : d.children) n += count(child);
  return n;
}
static void visit(tf::Subflow& subflow, const Directory& d, std::atomic<long>& files) {
  files += d.files;
  for (const Directory& child : d.children)
    subflow.emplace([&child, &files](tf::Subflow& inner) { visit(inner, child, files); });
}

int main() {
  std::mt19937 random(3);
  const Directory root = make(random, 8);
  std::atomic<long> files{0};
  tf::Executor executor;
  tf::Taskflow taskflow;
  auto walk = taskflow.emplace([&](tf::Subflow& subflow) { visit(subflow, root, files); });
  auto report = taskflow.emplace([&] { std::printf("%ld files\n", files.load()); });  // after the whole tree
  walk.precede(report);
  executor.run(taskflow).wait();
  return files == count(root) ? EXIT_SUCCESS : EXIT_FAILURE;
}
