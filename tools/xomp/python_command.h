// Subcommands that are written in Python: their programs lie in the folder bench/ of the sources, or in
// share/xomp/bench of an installation, and take all words of the command line as they are.
#pragma once

#include <string>
#include <vector>

namespace xomp::tool {

// Replaces this process by the program `name` of that folder. Throws Failure when it or Python is missing.
[[noreturn]] void execute_python(const std::string& subcommand, const std::string& name,
                                 const std::vector<std::string>& words);

}  // namespace xomp::tool
