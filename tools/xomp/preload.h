// The environment in which a program finds XOMP before any other OpenMP runtime. What the user has in LD_PRELOAD and
// LD_LIBRARY_PATH is kept.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "installation.h"

namespace xomp::tool {

// Variables to set, in the order in which they are worth showing.
using Settings = std::vector<std::pair<std::string, std::string>>;

Settings preload_settings(const Installation& installation);

}  // namespace xomp::tool
