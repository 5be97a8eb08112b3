// The table of entry points, and those that are about the tool itself.
#include <cstring>

#include "abi_ompt/inquiry.h"
#include "core/api/watch.h"
#include "trace/tool.h"

namespace xomp::abi_ompt {

namespace {

// `always` here means: complete in programs that clang compiled. gcc's code does not report some constructs
// (docs/tools.md).
ompt_set_result_t answer_to(int event) {
  switch (event) {
    case ompt_callback_target:
    case ompt_callback_target_data_op:
    case ompt_callback_target_submit:
    case ompt_callback_device_initialize:
    case ompt_callback_device_finalize:
    case ompt_callback_device_load:
    case ompt_callback_device_unload:
    case ompt_callback_target_map:
    case ompt_callback_target_emi:
    case ompt_callback_target_data_op_emi:
    case ompt_callback_target_submit_emi:
    case ompt_callback_target_map_emi: return ompt_set_never;  // the host is the only device
    default: return ompt_set_always;
  }
}

bool is_event(int event) { return event >= ompt_callback_thread_begin && event < trace::kCallbacks; }

ompt_set_result_t set_callback(ompt_callbacks_t event, ompt_callback_t function) {
  if (!is_event(event)) return ompt_set_error;
  const ompt_set_result_t answer = answer_to(event);
  if (answer == ompt_set_always) trace::callbacks.set(event, function);
  return answer;
}

int get_callback(ompt_callbacks_t event, ompt_callback_t* function) {
  const ompt_callback_t known = is_event(event) ? trace::callbacks.get(event) : nullptr;
  if (known == nullptr) return 0;
  *function = known;
  return 1;
}

int get_target_info(std::uint64_t*, ompt_id_t*, ompt_id_t*) { return 0; }
int get_num_devices() { return 1; }  // the host

template <class Function>
ompt_interface_fn_t as_entry(Function function) {
  return reinterpret_cast<ompt_interface_fn_t>(function);
}

struct Entry {
  const char* name;
  ompt_interface_fn_t function;
};

const Entry kEntries[] = {
    {"ompt_set_callback", as_entry(set_callback)},
    {"ompt_get_callback", as_entry(get_callback)},
    {"ompt_get_thread_data", as_entry(get_thread_data)},
    {"ompt_get_state", as_entry(get_state)},
    {"ompt_get_parallel_info", as_entry(get_parallel_info)},
    {"ompt_get_task_info", as_entry(get_task_info)},
    {"ompt_get_task_memory", as_entry(get_task_memory)},
    {"ompt_get_unique_id", as_entry(trace::make_unique_id)},
    {"ompt_get_num_procs", as_entry(get_num_procs)},
    {"ompt_get_num_places", as_entry(get_num_places)},
    {"ompt_get_place_proc_ids", as_entry(get_place_proc_ids)},
    {"ompt_get_place_num", as_entry(get_place_num)},
    {"ompt_get_partition_place_nums", as_entry(get_partition_place_nums)},
    {"ompt_get_proc_id", as_entry(get_proc_id)},
    {"ompt_enumerate_states", as_entry(enumerate_states)},
    {"ompt_enumerate_mutex_impls", as_entry(enumerate_mutex_impls)},
    {"ompt_get_target_info", as_entry(get_target_info)},
    {"ompt_get_num_devices", as_entry(get_num_devices)},
    {"ompt_finalize_tool", as_entry(team::end_tool)},
};

}  // namespace

}  // namespace xomp::abi_ompt

ompt_interface_fn_t xomp::trace::find_entry_point(const char* name) {
  for (const abi_ompt::Entry& entry : abi_ompt::kEntries)
    if (std::strcmp(entry.name, name) == 0) return entry.function;
  return nullptr;
}
