// The environment of the simulated program: NAME=value texts, ended by nullptr. Written
// before the first virtual thread.
#pragma once

#include <vector>

namespace xomp::simulate {

extern std::vector<const char*> environment;

}  // namespace xomp::simulate
