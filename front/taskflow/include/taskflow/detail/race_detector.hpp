// What ThreadSanitizer has to be told. Work, a seat and memory go from thread to thread inside of the library, which is not built with the
// sanitizer: without a word it takes what two threads do one after the other for a race. Nothing in other builds.
#pragma once

#include "../utility/macros.hpp"

#if defined(__SANITIZE_THREAD__)
#define TF_TELLS_RACE_DETECTOR 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define TF_TELLS_RACE_DETECTOR 1
#endif
#endif

#if !defined(TF_TELLS_RACE_DETECTOR)
#define TF_TELLS_RACE_DETECTOR 0
#endif

#if TF_TELLS_RACE_DETECTOR
extern "C" {
void __tsan_acquire(void* address);
void __tsan_release(void* address);
}
#endif

namespace tf {
namespace detail {

inline constexpr bool kTellsRaceDetector = TF_TELLS_RACE_DETECTOR;

// What this thread has done so far comes before what a thread does after came_over() of the same thing.
TF_FORCE_INLINE void goes_over([[maybe_unused]] const void* thing) {
#if TF_TELLS_RACE_DETECTOR
  __tsan_release(const_cast<void*>(thing));
#endif
}
TF_FORCE_INLINE void came_over([[maybe_unused]] const void* thing) {
#if TF_TELLS_RACE_DETECTOR
  __tsan_acquire(const_cast<void*>(thing));
#endif
}

}  // namespace detail
}  // namespace tf

#undef TF_TELLS_RACE_DETECTOR
