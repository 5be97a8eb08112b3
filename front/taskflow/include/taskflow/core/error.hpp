// How errors of the library are reported, and what becomes of exceptions when a build has none.
#pragma once

#include <exception>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <system_error>

#if defined(TF_DISABLE_EXCEPTION_HANDLING) || !defined(__cpp_exceptions)
#define TF_HAS_EXCEPTIONS 0
#define TF_TRY if (true)
#define TF_CATCH_ALL else
#else
#define TF_HAS_EXCEPTIONS 1
#define TF_TRY try
#define TF_CATCH_ALL catch (...)
#endif

namespace tf {

template <typename... Args>
[[noreturn]] void throw_re(const char* file, std::size_t line, Args&&... args) {
  std::ostringstream text;
  text << "[" << file << ":" << line << "] ";
  (text << ... << args);
#if TF_HAS_EXCEPTIONS
  throw std::runtime_error(text.str());
#else
  std::cerr << text.str() << std::endl;
  std::terminate();
#endif
}

namespace detail {

inline std::exception_ptr current_exception() {
#if TF_HAS_EXCEPTIONS
  return std::current_exception();
#else
  return nullptr;
#endif
}
// Throws what std::thread throws when the system has no thread left.
[[noreturn]] inline void throw_no_thread() {
  const char* const text = "no thread could be started for an executor";
#if TF_HAS_EXCEPTIONS
  throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again), text);
#else
  std::cerr << text << std::endl;
  std::terminate();
#endif
}
[[noreturn]] inline void rethrow(std::exception_ptr error) {
#if TF_HAS_EXCEPTIONS
  std::rethrow_exception(error);
#else
  std::terminate();
#endif
}

}  // namespace detail
}  // namespace tf

#define TF_THROW(...) tf::throw_re(__FILE__, __LINE__, __VA_ARGS__)
