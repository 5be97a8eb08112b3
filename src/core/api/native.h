// The engine under xomp.h, for abi_native.
#pragma once

#include "core/native/native.h"

namespace xomp::api {

using native::kLayout;
using native::Layout;
using native::no_slot;
using native::reclaim;
using native::run;
using native::share;
using native::Slot;
using NativeWorker = native::Worker;

}  // namespace xomp::api
