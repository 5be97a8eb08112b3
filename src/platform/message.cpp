// Formats into a buffer on the stack and writes it at once; longer text is cut.
#include "platform/message.h"

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

#include "platform/atomic.h"
#include "platform/thread.h"

namespace xomp::platform {

namespace {

// Sentences that warn_once has printed. A slot is filled once; when all are filled, sentences are repeated.
constexpr unsigned kMaxMentioned = 16;
atomic<const char*> mentioned[kMaxMentioned];

// Returns true for one caller for each sentence.
bool is_first_mention(const char* sentence) {
  for (atomic<const char*>& slot : mentioned) {
    const char* known = nullptr;
    // Relaxed is enough, because threads exchange the pointer and nothing else.
    if (slot.compare_exchange_strong(known, sentence, relaxed, relaxed)) return true;
    if (known == sentence) return false;
  }
  return true;
}

atomic<int> print_file{STDERR_FILENO};  // written once, by the thread that ends the process

[[gnu::format(printf, 4, 0)]] void write_line(int file, const char* prefix, const char* end, const char* format,
                                              va_list arguments) {
  const HeldCancellation held;
  const int saved = errno;
  char line[2048];
  const std::size_t room = sizeof line - 2;
  std::size_t used = static_cast<std::size_t>(snprintf(line, room, "%s", prefix));
  const int body = vsnprintf(line + used, room - used, format, arguments);
  if (body > 0) used += static_cast<std::size_t>(body) < room - used ? static_cast<std::size_t>(body) : room - used - 1;
  used += static_cast<std::size_t>(snprintf(line + used, sizeof line - used, "%s", end));
  for (const char* at = line; used != 0;) {
    const ssize_t n = write(file, at, used);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    at += n;
    used -= static_cast<std::size_t>(n);
  }
  errno = saved;
}

}  // namespace

void warn(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  write_line(STDERR_FILENO, "xomp: warning: ", "\n", format, arguments);
  va_end(arguments);
}

void fatal(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  write_line(STDERR_FILENO, "xomp: error: ", "\n", format, arguments);
  va_end(arguments);
  abort();
}

void refuse(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  write_line(STDERR_FILENO, "xomp: error: ", "\n", format, arguments);
  va_end(arguments);
  _exit(1);
}

void warn_once(const char* sentence) {
  if (is_first_mention(sentence)) warn("%s", sentence);
}

void print(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  write_line(print_file.load(relaxed), "", "", format, arguments);
  va_end(arguments);
}

int print_to_file(const char* path) {
  const int saved = errno;
  const int file =
      open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0666);  // a pipe is not waited for
  const int error = file >= 0 ? 0 : errno;
  if (file >= 0) print_file.store(file, relaxed);
  errno = saved;
  return error;
}

}  // namespace xomp::platform
