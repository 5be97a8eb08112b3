// The subcommand `xomp sim ranks`.
#pragma once

#include "commands.h"

namespace xomp::tool {

CLI::App* add_sim_ranks(CLI::App& sim, CommandLine& line);

}  // namespace xomp::tool
