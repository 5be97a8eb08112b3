// Lines on stderr, each written by one system call, so that lines of several threads do not mix.
#pragma once

namespace xomp::platform {

// "xomp: warning: ..." and a newline.
[[gnu::format(printf, 1, 2), gnu::cold]] void warn(const char* format, ...);
// "xomp: error: ..." and a newline, then abort().
[[gnu::format(printf, 1, 2), gnu::cold, noreturn]] void fatal(const char* format, ...);
// "xomp: warning: SENTENCE" and a newline, at the first call for this sentence (by its address). Any thread.
[[gnu::cold]] void warn_once(const char* sentence);
// The text as it is.
[[gnu::format(printf, 1, 2)]] void print(const char* format, ...);

}  // namespace xomp::platform
