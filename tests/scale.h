// By how much a stress test does less under a sanitizer, which slows it down by as much.
#pragma once

namespace xomp::testing {

#if defined(__SANITIZE_THREAD__)
inline constexpr int kScale = 8;
#elif defined(__SANITIZE_ADDRESS__)
inline constexpr int kScale = 3;
#else
inline constexpr int kScale = 1;
#endif

}  // namespace xomp::testing
