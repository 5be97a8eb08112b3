// Macros for programs.
#ifndef XOMP_TTG_UTIL_MACRO_H
#define XOMP_TTG_UTIL_MACRO_H

#include "ttg/config.h"
#include <utility>

#define TTG_UTIL_ALIAS_TEMPLATE_FUNCTION(alias, function)                         \
  template <class... Args>                                                        \
  auto alias(Args&&... args) -> decltype(function(std::forward<Args>(args)...)) { \
    return function(std::forward<Args>(args)...);                                 \
  }

#endif
