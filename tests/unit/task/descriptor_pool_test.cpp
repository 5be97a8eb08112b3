// Blocks of a pool that has grown beyond its first chunk of addresses.
#include "core/task/descriptor_pool.h"

#include <cstdint>
#include <cstring>
#include <set>
#include <vector>

#include <gtest/gtest.h>

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
  for (int i = 0; i < kBlocks; ++i) ASSERT_EQ(known.count(pool.allocate(kBytes, &size_class)), 1u);  // used again
}

}  // namespace
}  // namespace xomp::task
