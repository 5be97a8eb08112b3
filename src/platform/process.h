// What the system says about this process when it starts. Called while the library is loaded, by one thread.
#pragma once

namespace xomp::platform {

// The process runs with more rights than the user who started it (setuid, setgid, file capabilities): what that user
// put into the environment must not make it write files or load libraries.
bool has_raised_privileges();

// NAME=value texts, ended by nullptr.
const char* const* environment();

}  // namespace xomp::platform
