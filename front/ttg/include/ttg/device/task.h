// Tasks for devices. There is no device; the type's name is here so that programs which choose between it and void
// compile.
#ifndef XOMP_TTG_DEVICE_TASK_H
#define XOMP_TTG_DEVICE_TASK_H

#include "ttg/device/device.h"

namespace ttg::device {

struct Task;

}  // namespace ttg::device

#endif
