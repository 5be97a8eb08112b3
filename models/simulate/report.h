// What a run has shown, as JSON.
#pragma once

#include <nlohmann/json.hpp>

#include "models/simulate/run.h"

namespace xomp::simulate {

nlohmann::json report(const Outcome& outcome, const Settings& settings);

}  // namespace xomp::simulate
