// What the system says about this process when it starts. Called by one thread.
#pragma once

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

// NAME=value texts, ended by nullptr.
const char* const* environment();
// Sets a variable for this process and those that it starts. Not while other threads may read the environment.
void set_variable(const char* name, const char* value);

}  // namespace xomp::platform
