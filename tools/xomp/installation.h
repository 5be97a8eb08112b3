// Where this command finds its library: beside itself, in the build tree as after an installation.
#pragma once

#include <filesystem>

namespace xomp::tool {

struct Installation {
  std::filesystem::path library;  // the real file; libxomp.so is a link to it
  std::filesystem::path
      compat;  // directory of libgomp.so.1, libomp.so.5, ...: links, or in a wheel stand-ins (cmake/wheel.cmake)
};

// Returns the folder above bin/, where this command is. It works also where /proc is not mounted.
std::filesystem::path own_prefix();
// Returns the path of this command itself.
std::filesystem::path own_program();

// Throws Failure when the library is not there.
Installation find_installation();

}  // namespace xomp::tool
