// What happens to a buffer before a device uses it.
#ifndef XOMP_TTG_DEVICESCOPE_H
#define XOMP_TTG_DEVICESCOPE_H

namespace ttg {

enum class scope { Allocate = 0, SyncIn = 2, Invalid = -1 };

}  // namespace ttg

#endif
