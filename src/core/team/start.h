// What happens before the first thread of the process is known.
#pragma once

namespace xomp::team {

// By a thread at its first call into the runtime. Programs set variables before they use OpenMP: os.environ before an
// import, setenv in main. A runtime that is loaded with the import, or reads at first use, sees them, so the
// environment is read again if it has changed since the library was loaded. The first caller does it, others wait.
void settle_environment();

// In fork()'s child: the thread that was reading does not exist.
void forget_unfinished_start();

}  // namespace xomp::team
