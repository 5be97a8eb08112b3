// Lines on stderr, each written by one system call, so that lines of several threads do not mix.
#pragma once

namespace xomp::platform {

// Prints "xomp: warning: ..." and a newline.
[[gnu::format(printf, 1, 2), gnu::cold]] void warn(const char* format, ...);
// Prints "xomp: error: ..." and a newline, then calls abort().
[[gnu::format(printf, 1, 2), gnu::cold, noreturn]] void fatal(const char* format, ...);
// Prints "xomp: warning: SENTENCE" and a newline, at the first call for this sentence (by its address). Any thread.
[[gnu::cold]] void warn_once(const char* sentence);
// Prints "xomp: error: ..." and a newline, then ends the process with status 1, because what the user has asked for
// cannot be done. There is no core file, and no handlers of a program that has hardly begun are called.
[[gnu::format(printf, 1, 2), gnu::cold, noreturn]] void refuse(const char* format, ...);
// Prints the text as it is.
[[gnu::format(printf, 1, 2)]] void print(const char* format, ...);
// From now on print() adds to that file. Returns 0, or the system's error number if the file cannot be opened; then
// stderr stays. For a process that ends; one thread.
int print_to_file(const char* path);

}  // namespace xomp::platform
