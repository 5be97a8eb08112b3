// All that the headers know of the system, the processor and the compiler, and a few helpers for environment variables and cache lines.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>

#if defined(__linux__)
#define TF_OS_LINUX 1
#else
#define TF_OS_LINUX 0
#endif
#define TF_OS_DRAGONFLY 0
#define TF_OS_FREEBSD 0
#define TF_OS_NETBSD 0
#define TF_OS_OPENBSD 0
#define TF_OS_DARWIN 0
#define TF_OS_WINDOWS 0
#define TF_OS_CNK 0
#define TF_OS_HURD 0
#define TF_OS_SOLARIS 0
#define TF_OS_UNIX TF_OS_LINUX

// Releases of libstdc++ in which the state of a future has these members. With ASYNC_ABI_COMPAT the state is another
// one and has another name.
#if defined(_GLIBCXX_RELEASE) && _GLIBCXX_RELEASE >= 9 && _GLIBCXX_RELEASE <= 15 && !defined(_GLIBCXX_ASYNC_ABI_COMPAT)
#define TF_OPENS_FUTURES 1
#else
#define TF_OPENS_FUTURES 0
#endif

// Compilers that have __builtin_shufflevector().
#if defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 12)
#define TF_SHUFFLES_VECTORS 1
#else
#define TF_SHUFFLES_VECTORS 0
#endif

#ifndef TF_CACHELINE_SIZE
#define TF_CACHELINE_SIZE 64
#endif
#ifndef TF_POINTER_BITS
#define TF_POINTER_BITS 48
#endif

namespace tf {

// The value of an environment variable; empty if there is none.
inline std::string get_env(const std::string& name) {
  const char* const value = std::getenv(name.c_str());
  return value == nullptr ? std::string() : std::string(value);
}
inline bool has_env(const std::string& name) { return std::getenv(name.c_str()) != nullptr; }

// A value with cache lines of its own.
template <typename T>
struct alignas(2 * TF_CACHELINE_SIZE) CachelineAligned {
  T data;
  T& get() { return data; }
  const T& get() const { return data; }
};

inline void pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("isb" ::: "memory");
#endif
}
inline void pause(std::size_t count) {
  while (count-- > 0) pause();
}

namespace detail {

// A clock of some rate that is quick to read.
struct QuickClock {
  static std::uint64_t now() {
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
    std::uint64_t ticks;
    asm volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
#else
    return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
#endif
  }
  // About two microseconds in its ticks.
  static std::uint64_t two_us() {
#if defined(__x86_64__)
    return 5000;
#elif defined(__aarch64__)
    std::uint64_t per_second;
    asm("mrs %0, cntfrq_el0" : "=r"(per_second));
    return per_second / 500000 + 1;
#else
    return 2000;
#endif
  }
};

}  // namespace detail

// Polls, then yields, until the predicate is true.
template <typename P>
void spin_until(P&& predicate) {
  for (std::size_t i = 0; !predicate(); ++i) {
    if (i < 100) pause();
    else std::this_thread::yield();
  }
}

}  // namespace tf
