// Records with objects that know where they are: each task has copies of its own, wherever it runs, and destroys them once.
// The tree is deep enough for tasks that run where they are created.
#include <omp.h>

#include <cstdint>
#include <thread>

#include "check.h"

static int alive, ran;

template <int kBytes, int kAlignment>
struct alignas(kAlignment) Self {
  Self* self = this;
  char filler[kBytes] = {};
  explicit Self(char mark) {
    add(&alive, 1);
    filler[0] = filler[kBytes - 1] = mark;
  }
  Self(const Self& other) : Self(other.filler[0]) {}
  ~Self() {
    if (self != this) add(&alive, 1000000);
    add(&alive, -1);
  }
  bool is_whole(char mark) const {
    return self == this && reinterpret_cast<std::uintptr_t>(this) % kAlignment == 0 && filler[0] == mark &&
           filler[kBytes - 1] == mark;
  }
};

template <class Object>
static void grow(int depth) {
  add(&ran, 1);
  if (depth == 0) return;
  for (int i = 0; i < 3; i++) {
    const Object object(static_cast<char>(depth));
    if (i == 0) {
#pragma omp task untied firstprivate(object)
      {
        CHECK(object.is_whole(static_cast<char>(depth)));
        grow<Object>(depth - 1);
      }
    } else if (i == 1) {
#pragma omp task firstprivate(object) if (depth % 2 == 0)
      {
        grow<Object>(depth - 1);
        CHECK(object.is_whole(static_cast<char>(depth)));
      }
    } else {
#pragma omp task firstprivate(object) final(depth == 2)
      {
        grow<Object>(depth - 1);
        CHECK(object.is_whole(static_cast<char>(depth)));
      }
    }
  }
#pragma omp taskwait
}

template <class Object>
static void check_tree() {
  constexpr int kDepth = 8, kNodes = 9841;  // (3 to the 9 - 1) / 2
  ran = 0;
#pragma omp parallel
#pragma omp single
  grow<Object>(kDepth);
  CHECK_EQUAL(ran, kNodes);
  CHECK_EQUAL(alive, 0);
}

// Where a group is cancelled, tasks with such records are not lost with their objects.
static void check_cancelled() {
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup
  for (int i = 0; i < 200; i++) {
    const Self<24, 8> object(1);
#pragma omp task firstprivate(object)
    {
      CHECK(object.is_whole(1));
#pragma omp cancel taskgroup if (i == 20)
    }
  }
  CHECK_EQUAL(alive, 0);
}

// The first that the runtime hears of a thread may be such a task.
static void check_new_thread() {
  std::thread([] {
    const Self<24, 8> object(2);
#pragma omp task firstprivate(object)
    CHECK(object.is_whole(2));
  }).join();
  CHECK_EQUAL(alive, 0);
}

int main() {
  check_new_thread();
  check_tree<Self<1, 8>>();
  check_tree<Self<24, 64>>();
  check_tree<Self<100, 128>>();
  check_tree<Self<1000, 16>>();
  check_tree<Self<5000, 16>>();
  check_cancelled();
  return check_result();
}
