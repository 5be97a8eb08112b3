// Tasks with class objects: firstprivate copies are made when the task is and destroyed when it ends; member functions.
#include <omp.h>

#include <memory>
#include <string>
#include <vector>

#include "check.h"

static int alive;

struct Counted {
  std::string text = std::string(50, 'x');
  Counted() { add(&alive, 1); }
  Counted(const Counted& other) : text(other.text) { add(&alive, 1); }
  ~Counted() { add(&alive, -1); }
};

struct Tree {
  std::vector<std::unique_ptr<Tree>> children;
  int value = 1;
  void grow(int depth) {
    if (!depth) return;
    for (int i = 0; i < 3; i++) {
      children.push_back(std::make_unique<Tree>());
      Tree* child = children.back().get();
#pragma omp task firstprivate(child, depth)
      child->grow(depth - 1);
    }
#pragma omp taskwait
  }
  int sum() const {
    int total = value;
    for (const auto& owner : children) {
      Tree* child = owner.get();
#pragma omp task shared(total)
      {
        int part = child->sum();
#pragma omp atomic
        total += part;
      }
    }
#pragma omp taskwait
    return total;
  }
};

int main() {
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 300; i++) {
      Counted counted;
      counted.text[0] = 'a' + i % 26;
#pragma omp task firstprivate(counted, i)
      {
        CHECK_EQUAL(counted.text[0], 'a' + i % 26);
        CHECK_EQUAL(counted.text.size(), 50);
      }
    }
#pragma omp taskwait
    CHECK_EQUAL(load(&alive), 0);
    Counted looped;
#pragma omp taskloop firstprivate(looped) num_tasks(10)
    for (int i = 0; i < 100; i++) CHECK_EQUAL(looped.text.size(), 50);
    CHECK_EQUAL(load(&alive), 1);
    Tree tree;
    tree.grow(6);
    CHECK_EQUAL(tree.sum(), 1093);
  }
  CHECK_EQUAL(alive, 0);
  return check_result();
}
