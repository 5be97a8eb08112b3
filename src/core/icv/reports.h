// Which wrong values have been reported: each once in a tree of processes. XOMP_REPORTED hands digests of NAME=value down
// to the processes that this one starts. Used by the thread that reads the environment, before the others start.
#pragma once

namespace xomp::icv {

inline constexpr const char* kReportedVariable = "XOMP_REPORTED";

// Forgets what was reported and takes over what the parent has reported: XOMP_REPORTED's value, nullptr = not there.
void begin_reports(const char* handed_down);

// Says whether nobody has reported this yet; from now on it counts as reported.
bool is_new_report(const char* name, const char* value);

// Sets XOMP_REPORTED for the processes that this one starts. Leaves the environment alone where nothing new was
// reported, and where other threads might be reading it.
void hand_down_reports();

}  // namespace xomp::icv
