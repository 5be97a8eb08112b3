// A program with a tool of its own, whose tasks' records have objects: the tool hears of each of them. Ends with 0 if it does.
#include <atomic>
#include <cstdio>

#include "omp-tools.h"

namespace {

std::atomic<int> created, ended, without_place;

struct Object {
  int value;
  explicit Object(int v) : value(v) {}
  Object(const Object& other) : value(other.value) {}
  ~Object() { value = -1; }
};

std::atomic<int> wrong_objects;

void grow(int depth) {
  for (int i = 0; i < 3; ++i) {
    const Object object(depth);
#pragma omp task firstprivate(object) untied
    {
      if (object.value != depth) ++wrong_objects;
      if (depth > 1) grow(depth - 1);
    }
  }
#pragma omp taskwait
}

void on_create(ompt_data_t*, const ompt_frame_t*, ompt_data_t*, int flags, int, const void* call) {
  if ((flags & ompt_task_explicit) == 0) return;
  ++created;
  if (call == nullptr) ++without_place;
}
void on_schedule(ompt_data_t*, ompt_task_status_t status, ompt_data_t*) {
  if (status == ompt_task_complete) ++ended;
}

int initialize(ompt_function_lookup_t lookup, int, ompt_data_t*) {
  const auto set_callback = reinterpret_cast<ompt_set_callback_t>(lookup("ompt_set_callback"));
  set_callback(ompt_callback_task_create, reinterpret_cast<ompt_callback_t>(on_create));
  set_callback(ompt_callback_task_schedule, reinterpret_cast<ompt_callback_t>(on_schedule));
  return 1;
}

}  // namespace

extern "C" ompt_start_tool_result_t* ompt_start_tool(unsigned, const char*) {
  static ompt_start_tool_result_t result{initialize, [](ompt_data_t*) {}, {}};
  return &result;
}

int main() {
  constexpr int kDepth = 6, kTasks = 3 + 9 + 27 + 81 + 243 + 729;
#pragma omp parallel
#pragma omp single
  grow(kDepth);
  const bool is_right = created == kTasks && ended == kTasks && without_place == 0 && wrong_objects == 0;
  if (!is_right)
    std::printf("%d created, %d ended, of %d; %d without a place, %d wrong objects\n", created.load(), ended.load(), kTasks,
                without_place.load(), wrong_objects.load());
  return is_right ? 0 : 1;
}
