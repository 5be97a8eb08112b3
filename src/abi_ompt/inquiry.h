// The entry points that a tool gets by name: about the thread and its tasks, about the machine, about the tool itself. All
// but set_callback, finalize_tool and get_place_proc_ids may be called from a signal handler that interrupts the runtime
// anywhere. So they read what the calling thread has written itself, take no lock and allocate nothing.
#pragma once

#include <cstddef>

#include "omp-tools.h"

namespace xomp::abi_ompt {

ompt_data_t* get_thread_data();
int get_state(ompt_wait_id_t* wait_id);
int get_parallel_info(int ancestor_level, ompt_data_t** parallel_data, int* team_size);
int get_task_info(int ancestor_level, int* flags, ompt_data_t** task_data, ompt_frame_t** task_frame,
                  ompt_data_t** parallel_data, int* thread_num);
int get_task_memory(void** address, std::size_t* size, int block);

int get_num_procs();
int get_num_places();
int get_place_proc_ids(int place, int room, int* ids);
int get_place_num();
int get_partition_place_nums(int room, int* places);
int get_proc_id();

int enumerate_states(int current, int* next, const char** name);
int enumerate_mutex_impls(int current, int* next, const char** name);

}  // namespace xomp::abi_ompt
