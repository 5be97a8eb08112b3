/* Task graphs: a region whose OpenMP tasks are recorded at its first run, and replayed from then on. For C and C++; link with -lxomp.
 * docs/taskgraph.md says what holds.
 *
 *   static void* graph;
 *   void step(void* grid) {                     // any code that makes tasks
 *     #pragma omp task depend(...) firstprivate(...)
 *     ...
 *   }
 *   for (int i = 0; i < steps; ++i) xomp_taskgraph(&graph, step, grid);
 *
 * A replay does not call the region. It runs the tasks that the region made, in the order that their depend clauses, taskwaits and taskgroups
 * asked for, each on a copy of the data as it was when the task was recorded. So what a task shares must still be at its address. */
#ifndef XOMP_TASKGRAPH_H
#define XOMP_TASKGRAPH_H

#ifdef __cplusplus
extern "C" {
#endif

/* Runs the region and records its tasks, or replays them, and waits for all of them. `*graph` is NULL before the first call, and the library's
 * from then on. Any thread may call it, in a parallel region or outside of one, also several threads at once. */
void xomp_taskgraph(void** graph, void (*region)(void*), void* argument);

/* Forgets what was recorded, so that the next call records anew. `*graph` is NULL afterwards. */
void xomp_forget_taskgraph(void** graph);

#ifdef __cplusplus
}

#include <exception>
#include <type_traits>
#include <utility>

namespace xomp {

/* A recorded graph as an object. `run(f)` is xomp_taskgraph() with a function object. An exception of `f` comes out of run(), after the tasks
 * have ended, and what was recorded is forgotten. */
class TaskGraph {
 public:
  TaskGraph() = default;
  ~TaskGraph() { forget(); }
  TaskGraph(const TaskGraph&) = delete;
  TaskGraph& operator=(const TaskGraph&) = delete;

  template <class F>
  void run(F&& f) {
    Region<std::remove_reference_t<F>> region{&f, nullptr};
    xomp_taskgraph(&graph_, &Region<std::remove_reference_t<F>>::call, &region);
    if (region.thrown == nullptr) return;
    forget();
    std::rethrow_exception(region.thrown);
  }
  void forget() { xomp_forget_taskgraph(&graph_); }

 private:
  template <class F>
  struct Region {
    F* function;
    std::exception_ptr thrown;
    static void call(void* argument) {
      auto& self = *static_cast<Region*>(argument);
#if defined(__cpp_exceptions)
      try {
        (*self.function)();
      } catch (...) {
        self.thrown = std::current_exception();
      }
#else
      (*self.function)();
#endif
    }
  };

  void* graph_ = nullptr;
};

}  // namespace xomp
#endif

#endif /* XOMP_TASKGRAPH_H */
