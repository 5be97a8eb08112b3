// Starting a program with XOMP in front of every other OpenMP runtime; `xomp run` and `xomp trace` do.
#pragma once

#include <string>
#include <vector>

#include "installation.h"
#include "preload.h"
#include "program.h"

namespace xomp::tool {

// Finds the program along PATH. It must be able to have a library before its own. Otherwise throws Failure with a
// sentence.
Program find_startable(const Installation& installation, const std::string& name);

// Asks the library about the policy before the program begins, so that a mistake ends this command: throws Failure with a sentence.
void require_policy(const Installation& installation, const std::string& policy);

// Replaces this process.
[[noreturn]] void execute(const Program& program, const std::vector<std::string>& command);

}  // namespace xomp::tool
