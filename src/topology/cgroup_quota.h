// The processor time that control groups leave to this process, in processors: 1.5 is one and a half of them.
#pragma once

namespace xomp::topology {

inline constexpr double kNoQuota = 0.0;

// Finds the process's control groups, of version 1 and 2. `root` is put in front of every path ("" is the real system).
// Called while the library is loaded, by one thread, before the other function.
void find_cgroups(const char* root);

// Reads the smallest quota of these groups as it is now; kNoQuota if none has one or it cannot be read. Any thread; 5
// microseconds for each group.
double read_cgroup_quota();

}  // namespace xomp::topology
