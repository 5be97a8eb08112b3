// The picture that `xomp sim --picture` writes.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace xomp::tool {

// SVG. Several numbers of workers: efficiency over workers, a line for each program, size and policy, and each program's bound. Else several
// runs: a bar for each, with its bound. One run: what each worker's time was spent on.
std::string picture_of(const std::vector<nlohmann::json>& answers, const std::string& machine);

// For `xomp sim ranks`: over the number of ranks, a line for each program and cluster. It shows efficiency where the
// programs have work of their own. Otherwise it shows time, as a share of the longest.
std::string picture_of_ranks(const std::vector<nlohmann::json>& answers);

}  // namespace xomp::tool
