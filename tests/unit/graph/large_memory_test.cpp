// Large memory that is used again: the last block of a size is the next one, what is kept is bounded, and no two threads have the same.
#include "ttg/detail/large_memory.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <random>
#include <thread>
#include <vector>

namespace {

using ttg::detail::LargeMemory;

TEST(LargeMemory, RoomIsEnoughAndTheSameForWhatHasIt) {
  for (std::size_t bytes = 1; bytes < (std::size_t{1} << 30); bytes += bytes / 7 + 1) {
    const std::size_t room = LargeMemory::room_for(bytes);
    EXPECT_GE(room, bytes);
    EXPECT_LE(room, bytes + bytes / 8 + 1);
    EXPECT_EQ(LargeMemory::room_for(room), room) << bytes;
  }
}

TEST(LargeMemory, TheLastBlockOfASizeIsUsedAgain) {
  LargeMemory memory;
  void* const first = memory.allocate(1'000'000);
  void* const second = memory.allocate(1'000'000);
  memory.free(first, 1'000'000);
  memory.free(second, 1'000'000);
  EXPECT_EQ(memory.allocate(1'000'001), second);  // in the same room
  EXPECT_EQ(memory.allocate(1'000'000), first);
  EXPECT_EQ(memory.kept(), 0U);
  memory.free(first, 1'000'000);
  memory.free(second, 1'000'001);
}

TEST(LargeMemory, WhatIsKeptIsBounded) {
  LargeMemory memory;
  std::vector<void*> blocks;
  for (std::size_t bytes :
       {std::size_t{4} << 20, LargeMemory::kLeast, LargeMemory::kLeast - 1, LargeMemory::kMostKept + 1}) {
    blocks.clear();
    for (int i = 0; i < 40; ++i) blocks.push_back(memory.allocate(bytes));
    for (void* const block : blocks) {
      memory.free(block, bytes);
      EXPECT_LE(memory.kept(), LargeMemory::kMostKept);
    }
  }
  EXPECT_GT(memory.kept(), 0U);
  memory.free(nullptr, 1 << 20);
}

TEST(LargeMemory, NoTwoThreadsHaveTheSameBlock) {
  LargeMemory memory;
  std::vector<std::thread> threads;
  std::vector<int> wrong(4);
  for (unsigned me = 0; me < 4; ++me)
    threads.emplace_back([&, me] {
      std::mt19937 random(me);
      struct Block {
        unsigned char* memory;
        std::size_t bytes;
        unsigned char mark;
      };
      std::vector<Block> mine;
      for (unsigned i = 0; i < 4000; ++i) {
        if (mine.size() < 6) {
          const std::size_t bytes = (random() % 4 + 1) * 65'536 - random() % 2;
          auto* const at = static_cast<unsigned char*>(memory.allocate(bytes));
          mine.push_back({at, bytes, static_cast<unsigned char>(4 * i + me)});
          at[0] = at[bytes / 2] = at[bytes - 1] = mine.back().mark;
        } else {
          const std::size_t which = random() % mine.size();
          const Block b = mine[which];
          for (const std::size_t at : {std::size_t{0}, b.bytes / 2, b.bytes - 1}) wrong[me] += b.memory[at] != b.mark;
          memory.free(b.memory, b.bytes);
          mine.erase(mine.begin() + static_cast<std::ptrdiff_t>(which));
        }
      }
      for (const Block& b : mine) memory.free(b.memory, b.bytes);
    });
  for (std::thread& t : threads) t.join();
  EXPECT_EQ(wrong, std::vector<int>(4));
}

}  // namespace
