// sched_getaffinity by its system call: glibc's function does not return the length of the kernel's mask.
#include "topology/processors.h"

#include <cerrno>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "platform/atomic.h"
#include "platform/clock.h"
#include "platform/mask_at_load.h"
#include "platform/shared_object.h"
#include "topology/cgroup_quota.h"
#include "topology/machine_builder.h"

namespace xomp::topology {

namespace {

constexpr std::uint64_t kBetweenQuotas_ns = 256'000'000;

// Written by count_processors() while one thread runs. Later the quota may change, and what follows from it: numbers on which
// nothing else depends.
struct {
  bool are_counted = false;
  int mask_error = 0;
  int masked = 1;
  atomic<int> usable{1};
  atomic<double> quota{kNoQuota};
  atomic<std::uint64_t> next_quota_ns{0};  // when it is to be read again; the thread that moves it on reads
  ProcessorSet mask;
} processors;

int rounded_up(double value) {
  const auto whole = static_cast<int>(value);
  return whole < value ? whole + 1 : whole;
}

int usable_of(int masked) {
  const double quota = processors.quota.load(relaxed);
  return quota != kNoQuota && quota < masked ? rounded_up(quota) : masked;
}

void count_usable() { processors.usable.store(usable_of(processors.masked), relaxed); }

// Returns 0, or an errno. errno itself is kept. `thread`: its id; 0 is the calling one.
int error_of_mask(pid_t thread, ProcessorSet& mask) {
  const int saved = errno;
  mask = {};
  const int error = syscall(SYS_sched_getaffinity, thread, sizeof mask, mask.words()) > 0 ? 0 : errno;
  errno = saved;
  return error;
}
int error_of_own_mask(ProcessorSet& mask) { return error_of_mask(0, mask); }

// For a process that may not ask which ones it may use.
void take_all_processors(ProcessorSet& mask) {
  if (read_online(mask, "")) return;
  const long online = sysconf(_SC_NPROCESSORS_ONLN);
  mask = {};
  for (int processor = 0; processor == 0 || (processor < online && ProcessorSet::is_number(processor)); ++processor)
    mask.add(processor);
}

// Undoes what libgomp's constructor did, if libgomp is loaded, too, and has bound this thread. Other libraries that
// bind the process do so on purpose, so their binding stays.
void undo_binding_of_another_runtime(ProcessorSet& mask) {
  ProcessorSet at_load;
  if (!platform::read_mask_at_load(at_load.words(), sizeof at_load) || at_load == mask) return;
  if (platform::is_another_loaded("libgomp") && bind_self(at_load)) mask = at_load;
}

}  // namespace

int mask_error() { return processors.mask_error; }

void count_processors() {
  if (processors.are_counted) return;
  processors.are_counted = true;
  if (const int error = error_of_own_mask(processors.mask); error != 0 || processors.mask.empty()) {
    processors.mask_error = error;
    take_all_processors(processors.mask);
  } else {
    undo_binding_of_another_runtime(processors.mask);
  }
  processors.masked = processors.mask.count();
  find_cgroups("");
  processors.quota.store(read_cgroup_quota(), relaxed);
  processors.next_quota_ns.store(platform::now_ns() + kBetweenQuotas_ns, relaxed);
  count_usable();
}

bool recount_processors() {
  ProcessorSet mask;
  if (error_of_mask(getpid(), mask) != 0 || mask.empty() || mask == processors.mask) return false;
  processors.mask = mask;
  processors.mask_error = 0;
  processors.masked = mask.count();
  count_usable();
  return true;
}

int follow_quota(std::uint64_t now_ns) {
  std::uint64_t due = processors.next_quota_ns.load(relaxed);
  if (now_ns >= due && processors.next_quota_ns.compare_exchange_strong(due, now_ns + kBetweenQuotas_ns, relaxed)) {
    processors.quota.store(read_cgroup_quota(), relaxed);
    count_usable();
  }
  return usable_processors();
}

int masked_processors() { return processors.masked; }
double quota() { return processors.quota.load(relaxed); }
int usable_processors() { return processors.usable.load(relaxed); }

int usable_processors_now() {
  ProcessorSet mask;
  const int usable = follow_quota(platform::now_ns());
  if (!read_own_mask(mask) || mask.empty()) return usable;
  return usable_of(mask.count());
}

const ProcessorSet& initial_mask() { return processors.mask; }

bool read_own_mask(ProcessorSet& mask) { return error_of_own_mask(mask) == 0; }

bool bind_self(const ProcessorSet& wanted) {
  const int saved = errno;
  const bool is_bound = syscall(SYS_sched_setaffinity, 0, sizeof wanted, wanted.words()) == 0;
  errno = saved;
  return is_bound;
}

}  // namespace xomp::topology
