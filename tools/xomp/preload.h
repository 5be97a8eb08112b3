// The environment in which a program finds XOMP before any other OpenMP runtime. What the user has in LD_PRELOAD and
// LD_LIBRARY_PATH is kept.
#pragma once

#include <string>

#include "installation.h"
#include "loader.h"

namespace xomp::tool {

// The two variables as texts; empty = not set, which is the same to the dynamic linker.
struct LoaderVariables {
  std::string preload;       // LD_PRELOAD
  std::string library_path;  // LD_LIBRARY_PATH

  LoaderSettings settings() const;
};

LoaderVariables loader_variables();  // of this process

// Throws Failure when the installation's path cannot be written into these variables.
LoaderVariables with_xomp(const LoaderVariables& before, const Installation& installation);

}  // namespace xomp::tool
