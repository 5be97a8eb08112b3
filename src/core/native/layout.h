// The part of native tasks that programs and library share (include/xomp/native_worker.h), with the
// atomics of this build.
#pragma once

#include "platform/atomic.h"

#define XOMP_NATIVE_ATOMIC ::xomp::atomic
#include "xomp/native_worker.h"
