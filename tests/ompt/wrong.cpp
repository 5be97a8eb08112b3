// Plays sequences of events to the checker: right ones, of which it must say nothing, and wrong ones, each of which it must
// find. Ends with 0 if it does. Argument: the checker's library.
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <future>
#include <thread>

#include "omp-tools.h"

namespace {

ompt_callback_t callbacks[64];
thread_local ompt_data_t* own_word;
thread_local ompt_data_t* executed;  // what ompt_get_task_info says; nullptr: nothing

ompt_set_result_t set_callback(ompt_callbacks_t event, ompt_callback_t function) {
  callbacks[event] = function;
  return ompt_set_always;
}
ompt_data_t* get_thread_data() { return own_word; }
int get_task_info(int, int*, ompt_data_t** word, ompt_frame_t**, ompt_data_t**, int*) {
  *word = executed;
  return executed != nullptr ? 2 : 0;
}
ompt_interface_fn_t lookup(const char* name) {
  if (std::strcmp(name, "ompt_set_callback") == 0) return reinterpret_cast<ompt_interface_fn_t>(set_callback);
  if (std::strcmp(name, "ompt_get_thread_data") == 0) return reinterpret_cast<ompt_interface_fn_t>(get_thread_data);
  if (std::strcmp(name, "ompt_get_task_info") == 0) return reinterpret_cast<ompt_interface_fn_t>(get_task_info);
  return nullptr;
}

template <class Function, class... Arguments>
void send(ompt_callbacks_t event, Arguments... arguments) {
  reinterpret_cast<Function>(callbacks[event])(arguments...);
}

// One thread's life with a region of one thread and a task. `wrong` is the number of the step that goes wrong; 0: none.
struct Play {
  int wrong;
  ompt_data_t thread{}, region0{}, task0{}, region{}, implicit{}, task{}, other{};
  ompt_frame_t frame{};

  bool goes_wrong(int step) const { return wrong == step; }

  void schedule(ompt_data_t* prior, ompt_task_status_t status, ompt_data_t* next) {
    send<ompt_callback_task_schedule_t>(ompt_callback_task_schedule, prior, status, next);
  }
  void sync(ompt_callbacks_t event, ompt_scope_endpoint_t endpoint, ompt_sync_region_t kind, ompt_data_t* of) {
    send<ompt_callback_sync_region_t>(event, kind, endpoint, &region, of, nullptr);
  }

  void begin() {
    own_word = &thread;
    frame.enter_frame.ptr = this;
    send<ompt_callback_thread_begin_t>(ompt_callback_thread_begin, ompt_thread_initial, &thread);
    if (goes_wrong(1)) send<ompt_callback_thread_begin_t>(ompt_callback_thread_begin, ompt_thread_initial, &other);
    send<ompt_callback_implicit_task_t>(ompt_callback_implicit_task, ompt_scope_begin, &region0, &task0, 1u, 1u,
                                        int{ompt_task_initial});
    if (goes_wrong(2)) frame.enter_frame.ptr = nullptr;
    if (goes_wrong(3)) region.value = 7;
    send<ompt_callback_parallel_begin_t>(ompt_callback_parallel_begin, &task0, &frame, &region, 1u,
                                         goes_wrong(4) ? 0 : static_cast<int>(0x80000002u), nullptr);
    send<ompt_callback_implicit_task_t>(ompt_callback_implicit_task, ompt_scope_begin, &region, &implicit, 1u,
                                        goes_wrong(23) ? 1u : 0u, int{ompt_task_implicit});
    if (goes_wrong(24)) executed = &other;
  }

  void run_task() {
    send<ompt_callback_task_create_t>(ompt_callback_task_create, goes_wrong(5) ? &task0 : &implicit, &frame, &task,
                                      int{ompt_task_explicit}, 1, nullptr);
    ompt_dependence_t list{};
    if (!goes_wrong(6)) send<ompt_callback_dependences_t>(ompt_callback_dependences, &task, &list, 1);
    sync(ompt_callback_sync_region, ompt_scope_begin, ompt_sync_region_taskwait, &implicit);
    if (!goes_wrong(7))
      sync(ompt_callback_sync_region_wait, ompt_scope_begin,
           goes_wrong(8) ? ompt_sync_region_taskgroup : ompt_sync_region_taskwait, &implicit);
    if (!goes_wrong(9)) schedule(&implicit, ompt_task_switch, &task);
    if (goes_wrong(10)) task.value ^= 8;
    if (goes_wrong(11)) send<ompt_callback_cancel_t>(ompt_callback_cancel, &task, 0x48, nullptr);
    if (!goes_wrong(12)) schedule(&task, ompt_task_complete, &implicit);
    if (goes_wrong(10)) task.value ^= 8;
    if (goes_wrong(13)) schedule(&task, ompt_task_complete, &implicit);
    if (goes_wrong(14)) schedule(&task, ompt_task_late_fulfill, nullptr);
    if (!goes_wrong(15)) sync(ompt_callback_sync_region_wait, ompt_scope_end, ompt_sync_region_taskwait, &implicit);
    sync(ompt_callback_sync_region, ompt_scope_end, ompt_sync_region_taskwait, &implicit);
  }

  void lock() {
    if (!goes_wrong(16))
      send<ompt_callback_mutex_acquire_t>(ompt_callback_mutex_acquire, ompt_mutex_lock, 0u, 1u, ompt_wait_id_t{64}, nullptr);
    send<ompt_callback_mutex_t>(ompt_callback_mutex_acquired, ompt_mutex_lock, ompt_wait_id_t{64}, nullptr);
    send<ompt_callback_mutex_t>(ompt_callback_mutex_released, ompt_mutex_lock, ompt_wait_id_t{64}, nullptr);
    if (goes_wrong(17))
      send<ompt_callback_mutex_t>(ompt_callback_mutex_released, ompt_mutex_lock, ompt_wait_id_t{64}, nullptr);
    if (goes_wrong(22)) return;
    const auto acquire = [](ompt_wait_id_t id) {
      send<ompt_callback_mutex_acquire_t>(ompt_callback_mutex_acquire, ompt_mutex_critical, 0u, 1u, id, nullptr);
    };
    if (goes_wrong(25)) acquire(65);
    acquire(66);
    send<ompt_callback_mutex_t>(ompt_callback_mutex_acquired, ompt_mutex_critical, ompt_wait_id_t{66}, nullptr);
    if (goes_wrong(26)) return;
    send<ompt_callback_mutex_t>(ompt_callback_mutex_released, ompt_mutex_critical, ompt_wait_id_t{66}, nullptr);
    if (goes_wrong(27))
      send<ompt_callback_mutex_t>(ompt_callback_mutex_released, ompt_mutex_critical, ompt_wait_id_t{66}, nullptr);
  }

  // A taskgroup's task ends before the group; goes_wrong: after it, or after a taskwait.
  void group() {
    ompt_data_t member{};
    const auto kind = goes_wrong(28) ? ompt_sync_region_taskwait : ompt_sync_region_taskgroup;
    sync(ompt_callback_sync_region, ompt_scope_begin, kind, &implicit);
    send<ompt_callback_task_create_t>(ompt_callback_task_create, &implicit, &frame, &member, int{ompt_task_explicit}, 0,
                                      nullptr);
    const auto run = [&] {
      schedule(&implicit, ompt_task_switch, &member);
      schedule(&member, ompt_task_complete, &implicit);
    };
    sync(ompt_callback_sync_region_wait, ompt_scope_begin, kind, &implicit);
    const bool is_late = goes_wrong(28) || goes_wrong(29);
    if (!is_late) run();
    sync(ompt_callback_sync_region_wait, ompt_scope_end, kind, &implicit);
    if (is_late) run();
    sync(ompt_callback_sync_region, ompt_scope_end, kind, &implicit);
  }

  void work() {
    const auto report = [this](ompt_scope_endpoint_t endpoint) {
      send<ompt_callback_work_t>(ompt_callback_work, ompt_work_loop_dynamic, endpoint, &region, &implicit,
                                 std::uint64_t{8}, nullptr);
    };
    const auto hand_out = [this](std::uint64_t start, std::uint64_t iterations) {
      ompt_dispatch_chunk_t chunk{start, iterations};
      ompt_data_t instance;
      instance.ptr = &chunk;
      send<ompt_callback_dispatch_t>(ompt_callback_dispatch, &region, &implicit, ompt_dispatch_ws_loop_chunk, instance);
    };
    if (goes_wrong(18)) send<ompt_callback_dispatch_t>(ompt_callback_dispatch, &region, &implicit, ompt_dispatch_section, other);
    report(ompt_scope_begin);
    hand_out(0, 4);
    if (!goes_wrong(30)) hand_out(4, goes_wrong(31) ? 5 : 4);
    if (!goes_wrong(19)) report(ompt_scope_end);
  }

  void end() {
    if (!goes_wrong(20))
      send<ompt_callback_implicit_task_t>(ompt_callback_implicit_task, ompt_scope_end, nullptr, &implicit, 1u, 0u,
                                          int{ompt_task_implicit});
    send<ompt_callback_parallel_end_t>(ompt_callback_parallel_end, &region, &task0, static_cast<int>(0x80000002u), nullptr);
    if (goes_wrong(21)) return play_late();
    send<ompt_callback_implicit_task_t>(ompt_callback_implicit_task, ompt_scope_end, nullptr, &task0, 0u, 1u,
                                        int{ompt_task_initial});
    send<ompt_callback_thread_end_t>(ompt_callback_thread_end, &thread);
    if (goes_wrong(22)) lock();
  }
  // A thread comes to a region that has ended.
  void play_late() {
    send<ompt_callback_implicit_task_t>(ompt_callback_implicit_task, ompt_scope_begin, &region, &other, 1u, 1u,
                                        int{ompt_task_implicit});
  }
};

// A region of two threads with a barrier. `wrong`: the second one goes on before the first has come.
void play_barrier(bool wrong) {
  Play first{0}, second{0};
  ompt_data_t* const region = &first.region;
  const auto implicit = [region](Play& of, ompt_scope_endpoint_t endpoint, unsigned number) {
    send<ompt_callback_implicit_task_t>(ompt_callback_implicit_task, endpoint, endpoint == ompt_scope_begin ? region : nullptr,
                                        &of.implicit, 2u, number, int{ompt_task_implicit});
  };
  const auto barrier = [region](Play& of, ompt_scope_endpoint_t endpoint) {
    const auto report = [&](ompt_callbacks_t event) {
      send<ompt_callback_sync_region_t>(event, ompt_sync_region_barrier_explicit, endpoint, region, &of.implicit, nullptr);
    };
    const bool begins = endpoint == ompt_scope_begin;
    report(begins ? ompt_callback_sync_region : ompt_callback_sync_region_wait);
    report(begins ? ompt_callback_sync_region_wait : ompt_callback_sync_region);
  };
  std::promise<void> second_waits, first_has_come;
  own_word = &first.thread;
  first.frame.enter_frame.ptr = &first;
  send<ompt_callback_thread_begin_t>(ompt_callback_thread_begin, ompt_thread_initial, &first.thread);
  send<ompt_callback_implicit_task_t>(ompt_callback_implicit_task, ompt_scope_begin, &first.region0, &first.task0, 1u, 1u,
                                      int{ompt_task_initial});
  send<ompt_callback_parallel_begin_t>(ompt_callback_parallel_begin, &first.task0, &first.frame, region, 2u,
                                       static_cast<int>(0x80000002u), nullptr);
  implicit(first, ompt_scope_begin, 0);
  std::thread other([&] {
    own_word = &second.thread;
    send<ompt_callback_thread_begin_t>(ompt_callback_thread_begin, ompt_thread_worker, &second.thread);
    implicit(second, ompt_scope_begin, 1);
    barrier(second, ompt_scope_begin);
    if (wrong) barrier(second, ompt_scope_end);
    second_waits.set_value();
    first_has_come.get_future().wait();
    if (!wrong) barrier(second, ompt_scope_end);
    implicit(second, ompt_scope_end, 1);
    send<ompt_callback_thread_end_t>(ompt_callback_thread_end, &second.thread);
  });
  second_waits.get_future().wait();
  barrier(first, ompt_scope_begin);
  first_has_come.set_value();
  barrier(first, ompt_scope_end);
  other.join();
  implicit(first, ompt_scope_end, 0);
  send<ompt_callback_parallel_end_t>(ompt_callback_parallel_end, region, &first.task0, static_cast<int>(0x80000002u), nullptr);
  send<ompt_callback_implicit_task_t>(ompt_callback_implicit_task, ompt_scope_end, nullptr, &first.task0, 0u, 1u,
                                      int{ompt_task_initial});
  send<ompt_callback_thread_end_t>(ompt_callback_thread_end, &first.thread);
}

constexpr int kWrongSteps = 32;

void play(int wrong) {
  // A thread of its own: the checker knows threads by themselves.
  std::thread([wrong] { play_barrier(wrong == 32); }).join();
  std::thread([wrong] {
    Play one{wrong};
    one.begin();
    one.run_task();
    one.lock();
    one.group();
    one.work();
    one.end();
  }).join();
}

}  // namespace

int main(int, char** arguments) {
  setenv("OMPT_CHECKER_PLAYED", "1", 1);
  void* const library = dlopen(arguments[1], RTLD_NOW);
  if (library == nullptr) return std::fprintf(stderr, "%s\n", dlerror()), 2;
  const auto start = reinterpret_cast<ompt_start_tool_result_t* (*)(unsigned, const char*)>(dlsym(library, "ompt_start_tool"));
  const auto violations = reinterpret_cast<long (*)()>(dlsym(library, "ompt_checker_violations"));
  ompt_data_t data{};
  start(202111, "play")->initialize(lookup, 0, &data);
  int failed = 0;
  for (int wrong = 0; wrong <= kWrongSteps; ++wrong) {
    const long before = violations();
    play(wrong);
    const long found = violations() - before;
    if ((found != 0) == (wrong != 0)) continue;
    std::fprintf(stderr, "sequence %d: %ld violations found\n", wrong, found);
    failed = 1;
  }
  return failed;
}
