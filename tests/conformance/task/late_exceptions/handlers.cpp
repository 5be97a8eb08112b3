// Two tasks of one thread wait inside a handler, each of its own exception, and the one that began first goes on first.
#include <omp.h>

#include <stdexcept>
#include <string>

#include "check.h"

namespace {

// Throws and handles an exception. In the handler a child begins on another thread, and the task waits for it. The child ends
// once `until` is set, or at once on the thread `outer`, which may have to set it.
template <class Meanwhile>
void wait_in_handler(const std::string& text, bool all, int outer, int* until, Meanwhile meanwhile) {
  int started = 0;
  try {
    throw std::runtime_error(text);
  } catch (const std::runtime_error&) {
#pragma omp task shared(started)
    {
      store(&started, 1);
      while (all && !load(until) && omp_get_thread_num() != outer) sched_yield();
    }
    while (all && !load(&started)) sched_yield();
    meanwhile();
#pragma omp taskwait
    try {
      throw;
    } catch (const std::runtime_error& again) {
      CHECK(text == again.what());
    }
  }
}

void nest_waits() {
  int outer = -1, inner_handles = 0, outer_goes_on = 0, token = 0;
#pragma omp parallel num_threads(3)
#pragma omp single
  {
    const bool all = omp_get_num_threads() == 3;
    omp_event_handle_t event;
#pragma omp task detach(event) depend(out : token)
    {}
#pragma omp task untied depend(in : token) shared(outer, inner_handles, outer_goes_on)
    wait_in_handler("inner", all, load(&outer), &outer_goes_on, [&] { store(&inner_handles, 1); });
#pragma omp task untied shared(outer, inner_handles, outer_goes_on) firstprivate(event)
    {
      store(&outer, omp_get_thread_num());
      wait_in_handler("outer", all, -1, &inner_handles, [&] { omp_fulfill_event(event); });
      store(&outer_goes_on, 1);
    }
  }
}

}  // namespace

extern "C" int wrong_handlers() {
  for (int round = 0; round < 50; round++) nest_waits();
  return check_result();
}
