// Asks the library for its tables of policies and presets.
#include <algorithm>

#include "library.h"
#include "xomp/introspection.h"

namespace xomp::tool {

namespace {

void keep(void* context, const char* preset, const char* setting, const char* help, const char* source,
          const char* open) {
  auto& presets = *static_cast<std::vector<Preset>*>(context);
  if (setting == nullptr) presets.push_back({preset, help, source, open, {}});
  else presets.back().settings.emplace_back(setting);
}

void keep_name(void* names, const char* policy, const char* parameter, const char*, const char*, const char*,
               const char*) {
  if (parameter == nullptr) static_cast<std::vector<std::string>*>(names)->emplace_back(policy);
}

}  // namespace

std::vector<std::string> policy_names(const Installation& installation) {
  std::vector<std::string> names;
  entry<void(xomp_policy_callback, void*)>(open_library(installation), "xomp_for_each_policy")(keep_name, &names);
  return names;
}

std::vector<Preset> presets_of(const Installation& installation) {
  std::vector<Preset> presets;
  entry<void(xomp_preset_callback, void*)>(open_library(installation), "xomp_for_each_preset")(keep, &presets);
  return presets;
}

Preset require_preset(const Installation& installation, const std::string& name) {
  const std::vector<Preset> presets = presets_of(installation);
  const auto found = std::find_if(presets.begin(), presets.end(), [&](const Preset& p) { return p.name == name; });
  if (found != presets.end()) return *found;
  std::vector<std::string> names;
  for (const Preset& preset : presets) names.push_back(preset.name);
  fail(kExitOwnError, "--as {}: there is no system of that name; choose from {}", name, fmt::join(names, ", "));
}

}  // namespace xomp::tool
