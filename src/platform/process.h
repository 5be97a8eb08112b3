// What the system says about this process, and about how long the calling thread has run.
#pragma once

#include <cstdint>

namespace xomp::platform {

// Says whether the process runs with more rights than the user who started it (setuid, setgid, file capabilities). Then
// the environment, which is the user's, must not make it write files or load libraries.
bool has_raised_privileges();

// Finds out by the objects that valgrind preloads, because the program may have changed its environment since.
bool runs_under_valgrind();
// Returns how many threads of this process the system has now, or 0 if it does not say.
int thread_count();

// The most memory that the process has had in use at once, in KiB; 0 if the system does not say.
long peak_memory_kib();

// Nanoseconds for which the calling thread has run. A system call.
std::uint64_t thread_processor_ns();
// Nanoseconds for which it was ready to run while others had the processors (the system's "run delay"). Reads a file of /proc, in some two
// microseconds. UINT64_MAX if the system does not say.
std::uint64_t thread_delay_ns();
// Returns how often it has given its processor away, to sleep or to wait.
std::uint64_t thread_switches_given();

// NAME=value texts, ended by nullptr.
const char* const* environment();
// Sets a variable for this process and those that it starts. Not while other threads may read the environment.
void set_variable(const char* name, const char* value);

}  // namespace xomp::platform
