// flags: -fopenmp
// Recorded task graphs by xomp_taskgraph() and xomp::TaskGraph, of the tasks that today's compilers make.
#include <omp.h>
#include <xomp/taskgraph.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

#include "../check.h"

namespace {

// A stencil of tasks on rows, so often that orders go wrong if they are not kept.
struct Stencil {
  static constexpr int kWidth = 16, kSteps = 20;
  long cells[2][kWidth + 2] = {};
  std::atomic<int> tasks{0};
  int regions = 0;

  void make() {
    ++regions;
    for (int t = 0; t < kSteps; ++t) {
      for (int i = 1; i <= kWidth; ++i) {
        long(*from)[kWidth + 2] = &cells[t % 2];
        long(*to)[kWidth + 2] = &cells[(t + 1) % 2];
#pragma omp task firstprivate(from, to, i) depend(in : (*from)[i - 1], (*from)[i], (*from)[i + 1]) depend(out : (*to)[i])
        {
          (*to)[i] = ((*from)[i - 1] + 2 * (*from)[i] + (*from)[i + 1]) % 1000003;
          ++tasks;
        }
      }
    }
  }
  void begin() {
    for (int i = 0; i < kWidth + 2; ++i) cells[0][i] = cells[1][i] = i * i;
    tasks = 0;
  }
  long sum() const {
    long s = 0;
    for (int i = 1; i <= kWidth; ++i) s = (s * 31 + cells[kSteps % 2][i]) % 1000003;
    return s;
  }
};

long sum_of_serial() {
  Stencil serial;
  serial.begin();
  for (int t = 0; t < Stencil::kSteps; ++t)
    for (int i = 1; i <= Stencil::kWidth; ++i) {
      const long* from = serial.cells[t % 2];
      serial.cells[(t + 1) % 2][i] = (from[i - 1] + 2 * from[i] + from[i + 1]) % 1000003;
    }
  return serial.sum();
}

void run(xomp::TaskGraph& graph, Stencil& stencil) {
  static const long expected = sum_of_serial();
  stencil.begin();
  graph.run([&] { stencil.make(); });
  CHECK(stencil.sum() == expected);
  CHECK(stencil.tasks == Stencil::kWidth * Stencil::kSteps);
}

void check_stencil() {
  static Stencil stencil;
  xomp::TaskGraph graph;
  for (int i = 0; i < 4; ++i) run(graph, stencil);  // outside of a region
  CHECK(stencil.regions == 1);
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 200; ++i) run(graph, stencil);
#pragma omp parallel  // any thread may be the one that replays
  for (int i = 0; i < omp_get_num_threads(); ++i) {
    if (i == omp_get_thread_num()) run(graph, stencil);
#pragma omp barrier
  }
  CHECK(stencil.regions == 1);
  graph.forget();
  run(graph, stencil);
  run(graph, stencil);
  CHECK(stencil.regions == 2);
}

// Tasks without dependences, nested tasks, taskwait and taskgroup in the region, undeferred and untied tasks, a taskloop, a final one.
struct Forms {
  std::atomic<int> before{0}, inner{0}, after{0}, grouped{0}, alone{0}, looped{0}, final_inner{0};
  int in_region = 0, errors = 0;

  void make(int repeat) {
    ++in_region;
    make_nested(repeat);
    make_grouped(repeat);
    make_others();
  }
  void make_nested(int repeat) {
    for (int i = 0; i < repeat; ++i) {
#pragma omp task
      {
        ++before;
        for (int k = 0; k < 3; ++k) {
#pragma omp task
          ++inner;
        }
#pragma omp taskwait
      }
    }
#pragma omp taskwait
#pragma omp task firstprivate(repeat)
    {
      if (before != repeat || inner != 3 * repeat) ++errors;
      ++after;
    }
  }
  // The group waits for what its tasks make.
  void make_grouped(int repeat) {
#pragma omp taskgroup
    for (int i = 0; i < repeat; ++i) {
#pragma omp task untied
      {
#pragma omp task
        {
#pragma omp task
          ++grouped;
        }
      }
    }
#pragma omp task if (0) firstprivate(repeat)
    {
      if (grouped != repeat) ++errors;
      ++alone;
    }
#pragma omp task
    if (alone != 1) ++errors;
  }
  void make_others() {
#pragma omp taskloop grainsize(3)
    for (int i = 0; i < 20; ++i) ++looped;
#pragma omp task final(1)
    {
      if (looped != 20) ++errors;
#pragma omp task
      ++final_inner;
    }
  }
  void clear() { before = inner = after = grouped = alone = looped = final_inner = 0; }
  bool right(int repeat) const {
    return before == repeat && inner == 3 * repeat && after == 1 && grouped == repeat && alone == 1 && looped == 20 && final_inner == 1 &&
           errors == 0;
  }
};

Forms forms;
void make_forms(void*) { forms.make(10); }
void run_forms(void** graph) {
  forms.clear();
  xomp_taskgraph(graph, make_forms, nullptr);
  CHECK(forms.right(10));
}

void check_forms() {
  void* graph = nullptr;
  run_forms(&graph);
  run_forms(&graph);
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 100; ++i) run_forms(&graph);
  CHECK(forms.in_region == 1);
#pragma omp parallel
#pragma omp single
#pragma omp task final(1)
  run_forms(&graph);
  xomp_forget_taskgraph(&graph);
  CHECK(graph == nullptr);
#pragma omp parallel
#pragma omp single
#pragma omp task
  for (int i = 0; i < 3; ++i) run_forms(&graph);  // recorded in a task that is no implicit one
  CHECK(forms.in_region == 2);
  xomp_forget_taskgraph(&graph);
}

// Each replay works on the data as it was recorded, also where tasks change it. A region whose tasks have objects runs each time.
void make_strings(std::atomic<int>& sum, std::vector<std::string>& seen) {
  for (int i = 0; i < 8; ++i) {
    int value = i;
    std::string text(static_cast<std::size_t>(40 + i), 'a');
#pragma omp task firstprivate(value, text, i) shared(sum, seen)
    {
      sum += value;
      value = 1000;
      text += 'b';
      seen[static_cast<std::size_t>(i)] = text;
    }
  }
}
// Runs the region 20 times, as one graph, and says how often its code ran. `check` is called after each run.
template <class Region, class Check>
int run_20_times(std::atomic<int>& sum, const Region& region, const Check& check) {
  std::atomic<int> regions{0};
  xomp::TaskGraph graph;
#pragma omp parallel
#pragma omp single
  for (int run = 0; run < 20; ++run) {
    sum = 0;
    graph.run([&] {
      ++regions;
      region();
    });
    CHECK(sum == 28);
    check();
  }
  return regions;
}
void check_objects() {
  std::atomic<int> sum{0};
  std::vector<std::string> seen(8);
  const auto check = [&] {
    for (std::size_t i = 0; i < 8; ++i) CHECK(seen[i] == std::string(40 + i, 'a') + 'b');
  };
  CHECK(run_20_times(sum, [&] { make_strings(sum, seen); }, check) == 20);
}

void make_numbers(std::atomic<int>& sum) {
  for (int i = 0; i < 8; ++i) {
    int value = i;
#pragma omp task firstprivate(value) shared(sum)
    {
      sum += value;
      value = 1000;
    }
  }
}
void check_data() {
  std::atomic<int> sum{0};
  CHECK(run_20_times(sum, [&] { make_numbers(sum); }, [] {}) == 1);
}

// mutexinoutset: one of a set at a time; inoutset and in: all at once, between those before and after.
int total, other;  // gcc takes no members in a depend clause
struct Sets {
  std::atomic<int> inside{0}, errors{0}, readers{0};

  void make_members() {
#pragma omp task depend(out : total, other)
    total = 1;
    for (int i = 0; i < 20; ++i) {
#pragma omp task depend(mutexinoutset : total)
      {
        if (++inside != 1) ++errors;
        ++total;
        --inside;
      }
    }
  }
  void make_readers() {
    for (int i = 0; i < 20; ++i) {
#pragma omp task depend(in : total)
      {
        if (total != 21) ++errors;
        ++readers;
      }
    }
  }
  void make_end() {
#pragma omp task depend(inout : total)
    {
      if (readers != 20) ++errors;
      total = 100;
    }
#pragma omp taskwait depend(in : total)
#pragma omp task
    {
      if (total != 100) ++errors;
      other = 1;
    }
  }
};
void check_sets() {
  Sets sets;
  xomp::TaskGraph graph;
#pragma omp parallel
#pragma omp single
  for (int run = 0; run < 50; ++run) {
    total = other = sets.readers = 0;
    graph.run([&] {
      sets.make_members();
      sets.make_readers();
      sets.make_end();
    });
    CHECK(total == 100);
    CHECK(other == 1);
    CHECK(sets.errors == 0);
  }
}

// All threads of a team replay one graph at once. Each run is complete for the thread that waits for it.
std::atomic<int> pairs;
void make_pairs(void*) {
  [[maybe_unused]] static int a, b;
  for (int i = 0; i < 50; ++i) {
#pragma omp task depend(inout : a)
    ++pairs;
#pragma omp task depend(in : a) depend(inout : b)
    ++pairs;
  }
}
void check_at_once() {
  static void* graph;
  xomp_taskgraph(&graph, make_pairs, nullptr);
  CHECK(pairs == 100);
#pragma omp parallel
  for (int i = 0; i < 30; ++i) {
    const int before = pairs;
    xomp_taskgraph(&graph, make_pairs, nullptr);
    CHECK(pairs - before >= 100);
  }
  CHECK(pairs == 100 + 30 * 100 * omp_get_max_threads());
#pragma omp parallel  // one forgets while others run
  for (int i = 0; i < 30; ++i) {
    if (omp_get_thread_num() == 0 && i % 5 == 0) xomp_forget_taskgraph(&graph);
    xomp_taskgraph(&graph, make_pairs, nullptr);
  }
  CHECK(pairs == 100 + 2 * 30 * 100 * omp_get_max_threads());
  xomp_forget_taskgraph(&graph);
}

// A graph in a task of a graph, and a large and wide one.
void make_many(int many, std::atomic<int>& count) {
  for (int i = 0; i < many; ++i) {
#pragma omp task shared(count)
    ++count;
  }
}
void check_large() {
  constexpr int kMany = 5000;
  std::atomic<int> count{0};
  xomp::TaskGraph wide;
#pragma omp parallel
#pragma omp single
  for (int run = 0; run < 5; ++run) {
    count = 0;
    wide.run([&] { make_many(kMany, count); });
    CHECK(count == kMany);
  }
}
void check_nested() {
  xomp::TaskGraph outer, inner;
  std::atomic<int> count{0};
#pragma omp parallel
#pragma omp single
  for (int run = 0; run < 10; ++run)
    outer.run([&] {
#pragma omp task shared(count, inner)
      inner.run([&] { make_many(10, count); });
    });
  CHECK(count == 100);
}

#ifndef NO_EXCEPTIONS
// Returns whether the exception came out.
bool run_and_throw(xomp::TaskGraph& graph, std::atomic<int>& count, bool throws) {
  try {
    graph.run([&] {
      make_many(5, count);
      if (throws) throw std::runtime_error("no");
    });
  } catch (const std::runtime_error&) {
    return true;
  }
  return false;
}
void check_exceptions() {
  xomp::TaskGraph graph;
  std::atomic<int> count{0};
  CHECK(run_and_throw(graph, count, true));
  CHECK(count == 5);
  CHECK(!run_and_throw(graph, count, false));
  CHECK(!run_and_throw(graph, count, true));  // replayed: the region is not called
  CHECK(count == 15);
}
#endif

// The tasks of a cancelled replay are dropped, and the next replay runs all again.
std::atomic<int> cancelled_runs, wish;
void make_cancelled(void*) {
  [[maybe_unused]] static int a;
  for (int i = 0; i < 20; ++i) {
#pragma omp task depend(inout : a) firstprivate(i)
    {
      ++cancelled_runs;
      if (i == wish) {
#pragma omp cancel taskgroup
      }
    }
  }
}
void check_cancel() {
  if (!omp_get_cancellation()) return;
  static void* graph;
#pragma omp parallel
#pragma omp single
  for (int run = 0; run < 10; ++run) {
    cancelled_runs = 0;
    wish = run % 2 == 0 ? -1 : 4;
    xomp_taskgraph(&graph, make_cancelled, nullptr);
    CHECK(cancelled_runs == (run % 2 == 0 ? 20 : 5));
  }
  xomp_forget_taskgraph(&graph);
}

}  // namespace

int main() {
  check_stencil();
  check_forms();
  check_data();
  check_objects();
  check_sets();
  check_at_once();
  check_large();
  check_nested();
#ifndef NO_EXCEPTIONS
  check_exceptions();
#endif
  check_cancel();
}
