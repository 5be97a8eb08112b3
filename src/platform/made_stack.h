// Stacks that are made here, and leaving one stack for another. A stack is used by one thread at a time, and always by the
// thread that has made it. Sanitizers and debuggers are told.
#pragma once

#include <cstddef>
#include <cstdint>

namespace xomp::platform {

// Pages for a stack of at least so many bytes, with a guard below. nullptr when there is no memory.
struct StackPages {
  char* lowest;  // usable
  std::size_t bytes;
};
StackPages map_stack(std::size_t bytes);
void unmap_stack(const StackPages& pages);

// The point at which a thread has left a stack, and what belongs to the stack rather than to the thread.
struct StackPlace {
  void* pointer = nullptr;
  const void* lowest = nullptr;  // of the stack itself
  std::size_t bytes = 0;
  void* fiber = nullptr;       // ThreadSanitizer's name for the stack
  void* fake_stack = nullptr;  // AddressSanitizer's
  // The C++ exceptions that the code on this stack has caught or throws (__cxa_eh_globals).
  void* caught_exceptions = nullptr;
  unsigned uncaught_exceptions = 0;
};

// A stack of its own, whole pages with a guard below.
class MadeStack {
 public:
  // Returns nullptr when there is no memory. At least `bytes` can be used.
  static MadeStack* make(std::size_t bytes);
  void destroy();  // not while it is in use

  // Leaves the present stack at `from`, and calls body(argument) here. The body must not return: it ends with leave().
  void enter(StackPlace& from, void (*body)(void*), void* argument);
  // Ends what runs on this stack, and continues at `to`.
  [[noreturn]] void leave(StackPlace& to);

  std::uintptr_t lowest() const { return reinterpret_cast<std::uintptr_t>(place_.lowest); }
  std::size_t bytes() const { return place_.bytes; }

  MadeStack* next = nullptr;  // for lists of the owner's

 private:
  StackPlace place_;
  unsigned valgrind_id_ = 0;
};

// Looks for the C++ run-time library, which may have come with a library that the program has opened. Until it is found no
// code on any stack has C++ exceptions. To call it again costs little while nothing has been loaded or unloaded. It takes no lock that is
// held while constructors run: the thread that runs one may wait for this one's task. A copy of the library that another one keeps to
// itself (-static-libstdc++) is not found.
void find_exceptions();

// Leaves the present stack at `from`, and continues at `to`. Returns when code on another stack switches back to
// `from`.
void switch_stack(StackPlace& from, StackPlace& to);

// Lays a stack out so that the first switch to it calls body(argument); returns its stack pointer.
void* prepare_stack(void* top, void (*body)(void*), void* argument);

}  // namespace xomp::platform
