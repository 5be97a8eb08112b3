// The processors that the calling thread might use when the loader brought this library in. That is before the first
// constructor of a program's libraries runs. libgomp's binds the initial thread under OMP_PROC_BIND, and a program that
// XOMP was preloaded into may have loaded libgomp, too: the loader initialises it first.
#pragma once

#include <cstddef>

namespace xomp::platform {

// Copies the mask in the system's form; false where it is not known. `bytes`: those of a mask of 8192 processors.
bool read_mask_at_load(void* mask, std::size_t bytes);

}  // namespace xomp::platform
