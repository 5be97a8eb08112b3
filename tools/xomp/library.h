// The library itself, opened to ask it something: what it says is what programs get.
#pragma once

#include <dlfcn.h>

#include <string>
#include <vector>

#include "installation.h"
#include "message.h"

namespace xomp::tool {

inline void* open_library(const Installation& installation) {
  void* library = dlopen(installation.library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) fail(kExitOwnError, "cannot open the library: {}", dlerror());
  return library;
}

// Returns one of the library's functions.
template <class Function>
Function* entry(void* library, const char* name) {
  void* address = dlsym(library, name);
  if (address == nullptr)
    fail(kExitOwnError, "the library has no {}: it is of another version than this command", name);
  return reinterpret_cast<Function*>(address);
}

// The names of the scheduling policies, as the library says.
std::vector<std::string> policy_names(const Installation& installation);

// A system of a paper that the library knows by name (XOMP_AS).
struct Preset {
  std::string name, help, source, open;
  std::vector<std::string> settings;  // NAME=value
};

// All of them, as the library says (presets.cpp).
std::vector<Preset> presets_of(const Installation& installation);
// The one with this name. Ends the command with a list of the names if there is none.
Preset require_preset(const Installation& installation, const std::string& name);

}  // namespace xomp::tool
