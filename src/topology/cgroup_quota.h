// The processor time that control groups leave to this process, in processors: 1.5 is one and a half of them.
// Called while the library is loaded, by one thread.
#pragma once

namespace xomp::topology {

inline constexpr double kNoQuota = 0.0;

// The smallest quota of the process's control group and those around it, of version 1 and 2; kNoQuota if none has one
// or it cannot be read. `root` is put in front of every path ("" is the real system).
double read_cgroup_quota(const char* root);

}  // namespace xomp::topology
