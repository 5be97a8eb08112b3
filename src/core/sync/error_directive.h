// The error directive at execution time (OpenMP 5.2, section 8.5): a message on stderr, and the end of the program for
// severity(fatal).
#pragma once

#include <cstddef>

namespace xomp::sync {

inline constexpr std::size_t kTerminated = static_cast<std::size_t>(-1);  // the message ends with a zero byte

// message: nullptr = none. where: nullptr, or ";file;function;line;column;;". Any thread.
void warn_of_error(const char* message, std::size_t length, const char* where);
[[noreturn]] void stop_with_error(const char* message, std::size_t length, const char* where);

}  // namespace xomp::sync
