// Allocators: traits, pools, fallbacks, alignment, resizing.
#include "core/memory/allocator.h"

#include <gtest/gtest.h>

#include <cstring>
#include <thread>
#include <vector>

#include "core/memory/block.h"

namespace xomp::memory {
namespace {

enum Key { kSyncHint = 1, kAlignment, kAccess, kPoolSize, kFallback, kFbData, kPinned, kPartition, kDeviceAccess = 11, kPartSize = 14 };
constexpr std::uintptr_t kDefault = static_cast<std::uintptr_t>(-1);

Handle make(std::vector<icv::AllocatorTrait> traits, Memspace space = 0) { return init_allocator(space, traits); }

bool is_aligned(const void* start, std::size_t alignment) {
  return reinterpret_cast<std::uintptr_t>(start) % alignment == 0;
}

TEST(Allocate, PredefinedOnesGiveMemory) {
  for (Handle handle : {1, 2, 3, 4, 5, 6, 7, 8, 100, 101, 102}) {
    void* start = allocate({100}, handle);
    ASSERT_NE(start, nullptr) << handle;
    EXPECT_TRUE(is_aligned(start, 16));
    std::memset(start, 1, 100);
    deallocate(start);
  }
}

TEST(Allocate, NothingIsNull) {
  EXPECT_EQ(allocate({0}, kDefaultAllocator), nullptr);
  EXPECT_EQ(allocate_array(0, 8, 1, kDefaultAllocator), nullptr);
  EXPECT_EQ(allocate_array(8, 0, 1, kDefaultAllocator), nullptr);
  deallocate(nullptr);
}

TEST(Allocate, MoreThanCanBeCountedIsNull) {
  EXPECT_EQ(allocate({SIZE_MAX}, kDefaultAllocator), nullptr);
  EXPECT_EQ(allocate({SIZE_MAX - 40}, kDefaultAllocator), nullptr);
  EXPECT_EQ(allocate_array(SIZE_MAX / 2, 3, 1, kDefaultAllocator), nullptr);
  EXPECT_EQ(allocate({16, SIZE_MAX}, kDefaultAllocator), nullptr);
}

TEST(Allocate, Aligns) {
  for (std::size_t alignment : {1, 2, 3, 8, 16, 24, 32, 64, 4096, 65536}) {
    void* start = allocate({10, alignment}, kDefaultAllocator);
    ASSERT_NE(start, nullptr);
    EXPECT_TRUE(is_aligned(start, alignment % 3 == 0 ? 1 : alignment));
    deallocate(start);
  }
}

TEST(Allocate, ArraysAreZeroed) {
  for (std::size_t alignment : {1, 256}) {
    auto* start = static_cast<char*>(allocate_array(100, 10, alignment, kDefaultAllocator));
    ASSERT_NE(start, nullptr);
    for (int i = 0; i < 1000; ++i) EXPECT_EQ(start[i], 0);
    deallocate(start);
  }
}

TEST(Allocator, RefusesWrongTraits) {
  EXPECT_EQ(make({{kAlignment, 3}}), kNullAllocator);
  EXPECT_EQ(make({{kAlignment, 0}}), kNullAllocator);
  EXPECT_EQ(make({{kSyncHint, 7}}), kNullAllocator);
  EXPECT_EQ(make({{kAccess, 6}}), kNullAllocator);
  EXPECT_EQ(make({{kFallback, 10}}), kNullAllocator);
  EXPECT_EQ(make({{kFallback, 14}}), kNullAllocator);  // allocator_fb without fb_data
  EXPECT_EQ(make({{kPinned, 2}}), kNullAllocator);
  EXPECT_EQ(make({{kPartition, 14}}), kNullAllocator);
  EXPECT_EQ(make({{kDeviceAccess, 6}}), kNullAllocator);
  EXPECT_EQ(make({{kPartSize + 1, 1}}), kNullAllocator);
  EXPECT_EQ(make({}, 6), kNullAllocator);
}

TEST(Allocator, AcceptsEveryTraitAndItsDefault) {
  for (int key = kSyncHint; key <= kPartSize; ++key) {
    const Handle handle = make({{key, kDefault}});
    EXPECT_NE(handle, kNullAllocator) << key;
    destroy_allocator(handle);
  }
  const Handle handle =
      make({{kSyncHint, 3}, {kAlignment, 64}, {kAccess, 8}, {kPoolSize, 4096}, {kFallback, 12}, {kPinned, 0}, {kPartition, 17}},
           1);
  EXPECT_NE(handle, kNullAllocator);
  destroy_allocator(handle);
}

TEST(Allocator, HighBandwidthMemoryIsNotPretended) {
  if (is_available(Kind::high_bandwidth_preferred)) GTEST_SKIP() << "this machine has it";
  EXPECT_EQ(make({}, kHighBandwidthSpace), kNullAllocator);
}

TEST(Allocator, AlignsAsTheTraitSays) {
  const Handle handle = make({{kAlignment, 512}});
  void* start = allocate({1}, handle);
  EXPECT_TRUE(is_aligned(start, 512));
  start = reallocate(start, 10'000, kNullAllocator, kDefaultAllocator);
  EXPECT_TRUE(is_aligned(start, 512));
  deallocate(start);
  destroy_allocator(handle);
}

TEST(Pool, IsUsedUpAndRefilled) {
  const Handle handle = make({{kPoolSize, 4096}, {kFallback, 12}});
  void* start = allocate({3072}, handle);
  ASSERT_NE(start, nullptr);
  EXPECT_EQ(allocate({3072}, handle), nullptr);
  EXPECT_EQ(reallocate(start, 8192, handle, kDefaultAllocator), nullptr);
  start = reallocate(start, 100, handle, kDefaultAllocator);
  void* second = allocate({3072}, handle);
  EXPECT_NE(second, nullptr);
  deallocate(second);
  deallocate(start);
  start = allocate({3900}, handle);
  EXPECT_NE(start, nullptr);
  deallocate(start);
  destroy_allocator(handle);
}

TEST(Pool, FallsBackToDefaultMemory) {
  const Handle handle = make({{kPoolSize, 64}});
  void* start = allocate({1 << 20}, handle);
  ASSERT_NE(start, nullptr);
  std::memset(start, 1, 1 << 20);
  start = reallocate(start, 2 << 20, handle, kDefaultAllocator);
  ASSERT_NE(start, nullptr);
  deallocate(start);
  destroy_allocator(handle);
}

TEST(Pool, FallsBackToAnotherAllocator) {
  const Handle second = make({{kPoolSize, 1024}, {kAlignment, 128}, {kFallback, 12}});
  const Handle first = make({{kPoolSize, 64}, {kFallback, 14}, {kFbData, second}});
  void* start = allocate({500}, first);
  ASSERT_NE(start, nullptr);
  EXPECT_TRUE(is_aligned(start, 128));
  EXPECT_EQ(allocate({500}, first), nullptr);
  deallocate(start);
  destroy_allocator(first);
  destroy_allocator(second);
}

TEST(PoolDeathTest, AbortsIfToldTo) {
  const Handle handle = make({{kPoolSize, 64}, {kFallback, 13}});
  EXPECT_DEATH(allocate({500}, handle), "out of memory allocating 500 bytes");
  destroy_allocator(handle);
}

TEST(Pool, KeepsItsAccountAcrossThreads) {
  const Handle handle = make({{kPoolSize, 2048}, {kFallback, 12}});
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([handle] {
      for (int i = 0; i < 2000; ++i) deallocate(allocate({900}, handle));
    });
  for (auto& thread : threads) thread.join();
  void* all = allocate({2000}, handle);
  EXPECT_NE(all, nullptr);
  deallocate(all);
  destroy_allocator(handle);
}

TEST(Pinned, GivesMemoryOrFallsBack) {
  const Handle handle = make({{kPinned, 1}});
  ASSERT_NE(handle, kNullAllocator);
  for (std::size_t alignment : {1, 8192}) {
    void* start = allocate({5000, alignment, Content::zeroed}, handle);
    ASSERT_NE(start, nullptr);
    EXPECT_EQ(static_cast<char*>(start)[4999], 0);
    deallocate(start);
  }
  destroy_allocator(handle);
}

TEST(Reallocate, KeepsTheContents) {
  const Handle aligned = make({{kAlignment, 1024}});
  for (Handle handle : {kDefaultAllocator, aligned}) {
    auto* start = static_cast<unsigned char*>(reallocate(nullptr, 100, handle, kDefaultAllocator));
    for (unsigned char i = 0; i < 100; ++i) start[i] = i;
    for (std::size_t bytes : {1000, 100'000, 100}) {
      start = static_cast<unsigned char*>(reallocate(start, bytes, kNullAllocator, kDefaultAllocator));
      for (unsigned char i = 0; i < 100; ++i) ASSERT_EQ(start[i], i);
    }
    start = static_cast<unsigned char*>(reallocate(start, 200, 3, kDefaultAllocator));  // to another allocator
    for (unsigned char i = 0; i < 100; ++i) ASSERT_EQ(start[i], i);
    EXPECT_EQ(reallocate(start, 0, handle, kDefaultAllocator), nullptr);
  }
  destroy_allocator(aligned);
}

}  // namespace
}  // namespace xomp::memory
