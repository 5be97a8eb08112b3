// The papers' systems that the library knows by name (XOMP_AS).
#pragma once

#include <string>
#include <vector>

#include "installation.h"

namespace xomp::tool {

struct Preset {
  std::string name, help, source, open;
  std::vector<std::string> settings;  // NAME=value

  // Returns what this system sets a variable to, or "".
  std::string value_of(const std::string& variable) const;
};

// All of them, as the library says.
std::vector<Preset> presets_of(const Installation& installation);
// The one with this name. Ends the command with a list of the names if there is none.
Preset require_preset(const Installation& installation, const std::string& name);

}  // namespace xomp::tool
