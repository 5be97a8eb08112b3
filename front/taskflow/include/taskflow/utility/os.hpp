// What the headers know of the system and the processor, and a few helpers for environment variables and cache lines.
#pragma once

#include <cstddef>
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

// Polls, then yields, until the predicate is true.
template <typename P>
void spin_until(P&& predicate) {
  for (std::size_t i = 0; !predicate(); ++i) {
    if (i < 100) pause();
    else std::this_thread::yield();
  }
}

}  // namespace tf
