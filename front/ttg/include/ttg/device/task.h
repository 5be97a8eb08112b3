// Tasks for devices are declared where there is a device.
#ifndef XOMP_TTG_DEVICE_TASK_H
#define XOMP_TTG_DEVICE_TASK_H

#include "ttg/device/device.h"

#endif
