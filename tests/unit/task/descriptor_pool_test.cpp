// Blocks of a pool that has grown beyond its first chunk of addresses, and under AddressSanitizer.
#include "core/task/descriptor_pool.h"

#include <cstdint>
#include <cstring>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "platform/memory_checker.h"

namespace xomp::task {
namespace {

TEST(DescriptorPool, BlocksOfSeveralChunksStayApart) {
  constexpr std::size_t kBytes = 320;
  constexpr int kBlocks = 40000;  // 12.8 MB: the first chunk, and several of those that follow
  DescriptorPool pool;
  pool.set_owner(7);
  std::vector<Task*> blocks;
  std::uint32_t size_class = 0;
  for (int i = 0; i < kBlocks; ++i) {
    Task* const t = pool.allocate(kBytes, &size_class);
    ASSERT_EQ(reinterpret_cast<std::uintptr_t>(t) % 64, 0u);
    ASSERT_EQ(t->owner, 7);
    t->body = t;
    std::memset(data_of(t), i & 0xff, kBytes - kHeaderBytes);
    blocks.push_back(t);
  }
  for (int i = 0; i < kBlocks; ++i) {
    const auto* const data = static_cast<const unsigned char*>(data_of(blocks[static_cast<std::size_t>(i)]));
    ASSERT_EQ(blocks[static_cast<std::size_t>(i)]->body, blocks[static_cast<std::size_t>(i)]);
    ASSERT_EQ(data[0], i & 0xff);
    ASSERT_EQ(data[kBytes - kHeaderBytes - 1], i & 0xff);
  }
  for (Task* t : blocks) pool.release(t, size_class);
  const std::set<Task*> known(blocks.begin(), blocks.end());
  std::size_t fresh_bytes = 0;
  for (int i = 0; i < kBlocks; ++i)
    if (known.count(pool.allocate(kBytes, &size_class)) == 0) fresh_bytes += kBytes;
  EXPECT_LE(fresh_bytes, platform::has_memory_checker() ? (1u << 20) + kBytes : 0);  // used again, but for what rests
}

#ifdef __SANITIZE_ADDRESS__
extern "C" void* __asan_region_is_poisoned(void*, std::size_t);

TEST(DescriptorPool, WhereACheckerWatchesDataIsForbiddenUnlessATaskHasIt) {
  DescriptorPool pool;
  pool.set_owner(7);
  for (const std::size_t bytes : {std::size_t{40}, std::size_t{1000}, std::size_t{100000}, std::size_t{1} << 20}) {
    std::uint32_t size_class = 0;
    Task* const t = pool.allocate(kHeaderBytes + bytes, &size_class);
    char* const data = static_cast<char*>(data_of(t));
    EXPECT_EQ(DescriptorPool::bytes_of(t, size_class), kHeaderBytes + bytes);
    EXPECT_EQ(__asan_region_is_poisoned(t, kHeaderBytes + bytes), nullptr);
    EXPECT_EQ(__asan_region_is_poisoned(data, bytes + 1), data + bytes);
    pool.release(t, size_class);
    EXPECT_EQ(__asan_region_is_poisoned(t, kHeaderBytes), nullptr);  // [STALE-1]
    EXPECT_EQ(__asan_region_is_poisoned(data, bytes), data);
    EXPECT_EQ(__asan_region_is_poisoned(data + bytes - 1, 1), data + bytes - 1);
  }
}

TEST(DescriptorPool, WhereACheckerWatchesABlockRestsBeforeItIsUsedAgain) {
  DescriptorPool pool;
  pool.set_owner(7);
  std::uint32_t size_class = 0;
  Task* const first = pool.allocate(256, &size_class);
  pool.release(first, size_class);
  int others = 0;
  for (; others < 100000; ++others) {
    Task* const t = pool.allocate(256, &size_class);
    if (t == first) break;
    pool.release(t, size_class);
  }
  EXPECT_GE(others, (1 << 20) / 256 - 1);
  EXPECT_LT(others, 100000);
}
#endif

}  // namespace
}  // namespace xomp::task
