// Tasks for devices. There is no device; the type's name is here for programs that choose it or void.
#ifndef XOMP_TTG_DEVICE_TASK_H
#define XOMP_TTG_DEVICE_TASK_H

#include "ttg/device/device.h"

namespace ttg::device {

struct Task;

}  // namespace ttg::device

#endif
