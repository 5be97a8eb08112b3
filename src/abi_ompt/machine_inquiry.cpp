// Processors and places; the names of states and of kinds of locks.
#include "abi_ompt/inquiry.h"
#include "core/api/machine.h"
#include "core/api/region.h"
#include "platform/thread.h"

namespace xomp::abi_ompt {

namespace {

// A name of the table, and where the next one stands.
struct Named {
  int value;
  const char* name;
};

constexpr Named kStates[] = {
    {ompt_state_undefined, "ompt_state_undefined"},
    {ompt_state_work_serial, "ompt_state_work_serial"},
    {ompt_state_work_parallel, "ompt_state_work_parallel"},
    {ompt_state_work_reduction, "ompt_state_work_reduction"},
    {ompt_state_wait_barrier_implicit_parallel, "ompt_state_wait_barrier_implicit_parallel"},
    {ompt_state_wait_barrier_implicit_workshare, "ompt_state_wait_barrier_implicit_workshare"},
    {ompt_state_wait_barrier_explicit, "ompt_state_wait_barrier_explicit"},
    {ompt_state_wait_barrier_implementation, "ompt_state_wait_barrier_implementation"},
    {ompt_state_wait_barrier_teams, "ompt_state_wait_barrier_teams"},
    {ompt_state_wait_taskwait, "ompt_state_wait_taskwait"},
    {ompt_state_wait_taskgroup, "ompt_state_wait_taskgroup"},
    {ompt_state_wait_lock, "ompt_state_wait_lock"},
    {ompt_state_wait_critical, "ompt_state_wait_critical"},
    {ompt_state_wait_atomic, "ompt_state_wait_atomic"},
    {ompt_state_wait_ordered, "ompt_state_wait_ordered"},
    {ompt_state_idle, "ompt_state_idle"},
    {ompt_state_overhead, "ompt_state_overhead"},
};
// How locks are made; the numbers are those that mutex_acquire passes.
constexpr Named kMutexes[] = {{0, "xomp_mutex_impl_none"}, {1, "xomp_mutex_impl_spin_then_futex"}};

template <std::size_t kCount>
int enumerate(const Named (&table)[kCount], int current, int* next, const char** name) {
  for (std::size_t i = 0; i + 1 < kCount; ++i) {
    if (table[i].value != current) continue;
    *next = table[i + 1].value;
    *name = table[i + 1].name;
    return 1;
  }
  return 0;
}

bool is_known() { return sched::own_worker != nullptr && sched::own_worker->seen.begun; }

}  // namespace

int enumerate_states(int current, int* next, const char** name) { return enumerate(kStates, current, next, name); }
int enumerate_mutex_impls(int current, int* next, const char** name) {
  return enumerate(kMutexes, current, next, name);
}

int get_num_procs() { return api::usable_processors(); }
int get_num_places() { return api::place_count(); }

int get_place_proc_ids(int place, int room, int* ids) {
  if (place < 0 || place >= api::place_count()) return 0;
  const int count = api::place_at(place).count;
  if (count > room) return count;
  for (const int processor : api::place_at(place)) *ids++ = processor;
  return count;
}

int get_place_num() { return is_known() ? api::current_location().place : -1; }

int get_partition_place_nums(int room, int* places) {
  if (!is_known()) return 0;
  const api::Partition partition = api::current_location().partition;
  if (partition.count > room) return partition.count;
  for (int i = 0; i < partition.count; ++i) places[i] = partition.first + i;
  return partition.count;
}

int get_proc_id() { return is_known() ? platform::current_processor() : -1; }

}  // namespace xomp::abi_ompt
