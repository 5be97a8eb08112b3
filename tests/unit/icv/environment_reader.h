// For the tests of core/icv: reads an environment made of the given texts and keeps the warnings.
#pragma once

#include <string>
#include <vector>

#include "core/icv/environment.h"
#include "core/icv/icv.h"

namespace xomp::icv {

inline constexpr int kProcessors = 6;

inline std::vector<std::string>& collected_warnings() {
  static std::vector<std::string> warnings;
  return warnings;
}

// Returns the warnings.
inline const std::vector<std::string>& read(const std::vector<std::string>& environment,
                                            Privileges privileges = Privileges::ordinary) {
  std::vector<const char*> texts;
  for (const std::string& entry : environment) texts.push_back(entry.c_str());
  texts.push_back(nullptr);
  collected_warnings().clear();
  initialize_from(texts.data(), kProcessors, privileges,
                  [](const char* text) { collected_warnings().emplace_back(text); });
  display_as_asked(texts.data());
  return collected_warnings();
}

struct ShownIcv {
  std::string value = "(not shown)";
  std::string origin;
};

inline ShownIcv shown(const std::string& name, const TaskIcv& icv = initial) {
  struct Search {
    const std::string& name;
    ShownIcv found;
  } search{name, {}};
  for_each_icv(
      icv, Detail::verbose,
      [](void* context, const char* each, const char* value, const char* origin) {
        auto& wanted = *static_cast<Search*>(context);
        if (wanted.name == each) wanted.found = {value, origin};
      },
      &search);
  return search.found;
}

inline bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace xomp::icv
