// Worksharing constructs on the whole engine: RING-1, HANDOUT-1, SINGLE-1, ORDERED-1, ORDERED-2, DOACROSS-1, BATCH-1
// (core/worksharing/PROTOCOL.md).
#include "models/program.h"

namespace xomp::models {
namespace {

// More loops without a barrier than the ring has records: threads are loops ahead of one another.
struct Ring {
  Marks done;
  void run() {
#pragma omp parallel num_threads(2)
    for (int loop = 0; loop < 5; ++loop) {
#pragma omp for schedule(dynamic, 1) nowait
      for (int i = 0; i < 2; ++i) done.set(2 * loop + i);
    }
    done.all(10, "each iteration once");
  }
};
const RegisteredProgram<Ring> ring("ring", "a record belongs to one loop at a time", kProgram);

struct Schedules {
  Marks done;
  void run() {
#pragma omp parallel num_threads(2)
    {
#pragma omp for schedule(guided, 1) nowait
      for (int i = 0; i < 4; ++i) done.set(i);
#pragma omp for schedule(nonmonotonic : dynamic, 1)
      for (int i = 4; i < 8; ++i) done.set(i);
#pragma omp sections
      {
#pragma omp section
        done.set(8);
#pragma omp section
        done.set(9);
      }
#pragma omp single
      done.set(10);
    }
    done.all(11, "each iteration, section and single once");
  }
};
const RegisteredProgram<Schedules> schedules("schedules", "each iteration, section and single once", kProgram);

// Chunks are reserved in batches. A thread that has none takes some back from one that is late. This uses the entries
// that clang's code calls, because gcc's never ask for such a loop.
extern "C" {
std::int32_t __kmpc_global_thread_num(void*);
void __kmpc_dispatch_init_8(void*, std::int32_t, std::int32_t, std::int64_t, std::int64_t, std::int64_t, std::int64_t);
std::int32_t __kmpc_dispatch_next_8(void*, std::int32_t, std::int32_t*, std::int64_t*, std::int64_t*, std::int64_t*);
}
struct Batches {
  static constexpr int kIterations = 5;
  Marks done;
  void part() {
    constexpr std::int32_t kNonmonotonicDynamic = 35 | 1 << 30;
    const std::int32_t me = __kmpc_global_thread_num(nullptr);
    __kmpc_dispatch_init_8(nullptr, me, kNonmonotonicDynamic, 0, kIterations - 1, 1, 1);
    std::int32_t last;
    std::int64_t from, to, step;
    while (__kmpc_dispatch_next_8(nullptr, me, &last, &from, &to, &step) != 0)
      for (; from <= to; ++from) done.set(static_cast<int>(from));
  }
  void run() {
#pragma omp parallel num_threads(2)
    part();
    done.all(kIterations, "each iteration once");
  }
};
const RegisteredProgram<Batches> batches("batches", "BATCH-1: a chunk of a batch is started once",
                                         {.departures = 1, .departures_long = 3, .random = 1000, .most_steps = 40000});

// The regions of an ordered loop come one after the other, so a plain variable is enough to see a fault.
struct Ordered {
  int ticket = 0;
  void run() {
#pragma omp parallel for num_threads(2) schedule(dynamic, 1) ordered
    for (int i = 0; i < 4; ++i) {
#pragma omp ordered
      {
        require(ticket == i, "in the order of the iterations");
        ticket = i + 1;
      }
    }
    require(ticket == 4, "all had their ticket");
  }
};
const RegisteredProgram<Ordered> ordered("ordered", "ordered regions in their order, every ticket comes", kProgram);

struct Doacross {
  int values[5] = {1};
  void run() {
#pragma omp parallel for num_threads(2) schedule(static, 1) ordered(1)
    for (int i = 1; i < 5; ++i) {
#pragma omp ordered depend(sink : i - 1)
      values[i] = values[i - 1] + 1;
#pragma omp ordered depend(source)
    }
    require(values[4] == 5, "each iteration after the one that it depends on");
  }
};
const RegisteredProgram<Doacross> doacross("doacross", "sinks wait for their sources", kProgram);

// The chunks come from a shared cursor, so a slot goes from thread to thread.
struct SharedDoacross {
  int values[5] = {1};
  void run() {
#pragma omp parallel for num_threads(2) schedule(dynamic, 1) ordered(1)
    for (int i = 1; i < 5; ++i) {
#pragma omp ordered depend(sink : i - 1)
      values[i] = values[i - 1] + 1;
#pragma omp ordered depend(source)
    }
    require(values[4] == 5, "each iteration after the one that it depends on");
  }
};
const RegisteredProgram<SharedDoacross> shared_doacross("shared-doacross", "the same with chunks from a shared cursor",
                                                        kProgram);

struct Copies {
  int sum = 0;
  void run() {
#pragma omp parallel num_threads(2) reduction(+ : sum)
    {
      int given = 0;
#pragma omp single copyprivate(given)
      given = 3;
      sum += given;
    }
    require(sum == 6, "all get what one has made");
  }
};
const RegisteredProgram<Copies> copies("copyprivate", "all get the value that one thread has made", kProgram);

}  // namespace
}  // namespace xomp::models
