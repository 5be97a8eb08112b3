// The version whose interface this is.
#ifndef XOMP_TTG_UTIL_VERSION_H
#define XOMP_TTG_UTIL_VERSION_H

#include "ttg/config.h"

namespace ttg {

inline const char* version() { return TTG_EXT_VERSION; }
inline const char* git_revision() { return "xomp"; }
inline const char* git_description() { return "xomp"; }

}  // namespace ttg

#endif
