// What ThreadSanitizer in the process has to be told of the library, which is not built with it: what goes from thread to thread in
// here and is touched by code in the front ends' headers. These tell it the rest themselves (include/xomp/race_detector.h).
#pragma once

extern "C" {
[[gnu::weak]] void __tsan_acquire(void* address);
[[gnu::weak]] void __tsan_release(void* address);
}

namespace xomp::platform {

// What this thread has done so far comes before what a thread does after came_over() of the same thing. For slow paths.
inline void goes_over(void* thing) {
  if (&__tsan_release != nullptr) __tsan_release(thing);
}
inline void came_over(void* thing) {
  if (&__tsan_acquire != nullptr) __tsan_acquire(thing);
}

}  // namespace xomp::platform
