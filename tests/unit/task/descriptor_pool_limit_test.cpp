// Under a limit on the process's memory a pool leaves a rest to others, and the rest is for those that cannot go on.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "core/task/descriptor_pool.h"
#include "platform/memory.h"

namespace xomp::task {
namespace {

void limit_address_space(std::size_t more_bytes) {
  std::size_t pages = 0;
  FILE* const file = std::fopen("/proc/self/statm", "r");
  if (file == nullptr || std::fscanf(file, "%zu", &pages) != 1) std::_Exit(2);
  std::fclose(file);
  rlimit limit;
  getrlimit(RLIMIT_AS, &limit);
  limit.rlim_cur = pages * platform::page_bytes() + more_bytes;
  if (setrlimit(RLIMIT_AS, &limit) != 0) std::_Exit(2);
}

// In a child, which alone has the limit. One pool takes what it may have, in blocks of that size. A second one, which
// has nothing yet, then still gets its block.
bool second_pool_gets_a_block(std::size_t block_bytes) {
  const pid_t child = fork();
  if (child == 0) {
    DescriptorPool hoarder, other;
    hoarder.set_owner(0);
    other.set_owner(1);
    std::uint32_t size_class;
    limit_address_space(std::size_t{32} << 20);
    int blocks = 0;
    while (hoarder.try_allocate(block_bytes, &size_class) != nullptr) ++blocks;
    const bool fits = blocks > 4 && other.allocate_from_reserve(block_bytes, &size_class) != nullptr;
    std::_Exit(fits ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST(DescriptorPoolUnderALimit, LeavesABlockToAnotherPool) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer needs the address space";
#endif
  for (const std::size_t bytes : {std::size_t{20'000}, std::size_t{200'000}, std::size_t{1'000'000}})
    EXPECT_TRUE(second_pool_gets_a_block(bytes)) << bytes;
}

TEST(MemoryLimit, LeavesWhatIsAskedFor) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer needs the address space";
#endif
  EXPECT_TRUE(platform::limit_leaves(std::size_t{1} << 30, std::size_t{1} << 40));  // no limit
  const pid_t child = fork();
  if (child == 0) {
    limit_address_space(std::size_t{8} << 20);
    const bool right = platform::limit_leaves(4 << 20, 3 << 20) && !platform::limit_leaves(7 << 20, 3 << 20) &&
                       !platform::limit_leaves(9 << 20, 0);
    std::_Exit(right ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

}  // namespace
}  // namespace xomp::task
