// What `xomp sim` prints of its runs.
#pragma once

#include <vector>

#include <nlohmann/json.hpp>

namespace xomp::tool {

// Prints a line for each run.
void print_table(const std::vector<nlohmann::json>& answers);
// Prints the lines of memory that cores took from one another most often, and where they are written. Then it prints
// the places in the code that waited longest for lines.
void print_lines(const std::vector<nlohmann::json>& answers);

// Returns the share of all threads' time that is spent so: "work_ns", "asleep_ns", ...
double share_of(const nlohmann::json& answer, const char* what);

}  // namespace xomp::tool
