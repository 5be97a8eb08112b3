// What ThreadSanitizer has to be told. Tasks, seats and memory go from thread to thread inside of the library, which is not built with
// the sanitizer: without a word it takes what two threads do one after the other for a race. For the front ends; nothing in other
// builds.
#ifndef XOMP_RACE_DETECTOR_H
#define XOMP_RACE_DETECTOR_H

#if defined(__SANITIZE_THREAD__)
#define XOMP_TELLS_RACE_DETECTOR 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define XOMP_TELLS_RACE_DETECTOR 1
#endif
#endif

#if !defined(XOMP_TELLS_RACE_DETECTOR)
#define XOMP_TELLS_RACE_DETECTOR 0
#endif

#if XOMP_TELLS_RACE_DETECTOR
extern "C" {
void __tsan_acquire(void* address);
void __tsan_release(void* address);
}
#endif

namespace xomp {
namespace race_detector {

// What this thread has done so far comes before what a thread does after came_over() of the same thing.
__attribute__((always_inline)) inline void goes_over([[maybe_unused]] const void* thing) {
#if XOMP_TELLS_RACE_DETECTOR
  __tsan_release(const_cast<void*>(thing));
#endif
}
__attribute__((always_inline)) inline void came_over([[maybe_unused]] const void* thing) {
#if XOMP_TELLS_RACE_DETECTOR
  __tsan_acquire(const_cast<void*>(thing));
#endif
}

}  // namespace race_detector
}  // namespace xomp

#undef XOMP_TELLS_RACE_DETECTOR

#endif
