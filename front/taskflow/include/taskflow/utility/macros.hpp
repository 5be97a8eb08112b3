// Macros that programs use.
#pragma once

#define TF_FORCE_INLINE inline __attribute__((always_inline))
#define TF_NO_INLINE __attribute__((noinline))

#define TF_LIKELY(x) (__builtin_expect(static_cast<bool>(x), 1))
#define TF_UNLIKELY(x) (__builtin_expect(static_cast<bool>(x), 0))
#define TF_FWD(T, x) std::forward<T>(x)
#define TF_BUILTIN_UNREACHABLE() __builtin_unreachable()
