// fork() safety: called once, when the library starts.
#pragma once

namespace xomp::team {

void install_fork_handlers();

}  // namespace xomp::team
