// Symbols that Intel's objects refer to so that they do not link without an OpenMP library; never looked at.
#include "platform/export.h"

extern "C" {
[[gnu::visibility("default")]] int _You_must_link_with_exactly_one_OpenMP_library = 1;
[[gnu::visibility("default")]] int _You_must_link_with_Intel_OpenMP_library = 1;
}
