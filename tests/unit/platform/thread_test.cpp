// Where a thread's stack is.
#include "platform/thread.h"

#include <gtest/gtest.h>

#include <pthread.h>
#include <sys/resource.h>

#include <cerrno>
#include <thread>

namespace xomp::platform {
namespace {

StackBounds by_the_library() {
  pthread_attr_t attributes;
  EXPECT_EQ(pthread_getattr_np(pthread_self(), &attributes), 0);
  void* lowest = nullptr;
  std::size_t bytes = 0;
  EXPECT_EQ(pthread_attr_getstack(&attributes, &lowest, &bytes), 0);
  pthread_attr_destroy(&attributes);
  return {reinterpret_cast<std::uintptr_t>(lowest), bytes};
}
// The library leaves the program's arguments and environment out, which lie above the first frame.
void expect_the_librarys() {
  errno = EDOM;
  const StackBounds found = own_stack(), known = by_the_library();
  EXPECT_EQ(found.lowest, known.lowest);
  EXPECT_GE(found.bytes, known.bytes);
  EXPECT_LE(found.bytes, known.bytes + (4u << 20));
  EXPECT_EQ(errno, EDOM);
}

TEST(OwnStack, IsWhatTheLibrarySays) { expect_the_librarys(); }
TEST(OwnStack, OfAnotherThread) { std::thread(expect_the_librarys).join(); }

// With a limit that leaves no certain place below the stack, and with none, the library is asked.
TEST(OwnStack, WithOtherLimits) {
  rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_STACK, &before), 0);
  for (const rlim_t bytes : {rlim_t{1} << 20, rlim_t{3} << 19, rlim_t{1} << 28}) {
    if (before.rlim_max != RLIM_INFINITY && bytes > before.rlim_max) continue;
    const rlimit other{bytes, before.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_STACK, &other), 0);
    expect_the_librarys();
  }
  ASSERT_EQ(setrlimit(RLIMIT_STACK, &before), 0);
}

}  // namespace
}  // namespace xomp::platform
