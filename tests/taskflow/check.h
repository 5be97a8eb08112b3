// What the test programs of tests/taskflow share. Each is called with a number of workers.
#pragma once

#include <taskflow/taskflow.hpp>

#include "../check.h"

inline std::size_t workers_of(int argc, char** argv) {
  return argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 2;
}

// Whether f() throws a std::runtime_error that says `text`.
template <typename F>
bool throws(const std::string& text, F&& f) {
  try {
    f();
  } catch (const std::runtime_error& e) {
    return std::string(e.what()).find(text) != std::string::npos;
  }
  return false;
}
