// The library itself, opened to ask it something: what it says is what programs get.
#pragma once

#include "installation.h"

#include <dlfcn.h>

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

}  // namespace xomp::tool
