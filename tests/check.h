// A check that names its place and ends the program: for C++ programs that use the library as a user does.
#pragma once

#include <cstdio>
#include <cstdlib>

#define CHECK(condition)                                                              \
  do {                                                                                \
    if (!(condition)) {                                                               \
      std::fprintf(stderr, "%s:%d: %s is false\n", __FILE__, __LINE__, #condition);    \
      std::exit(1);                                                                   \
    }                                                                                 \
  } while (false)
