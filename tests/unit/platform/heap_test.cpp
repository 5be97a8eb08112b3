// Pieces that come and go: zeroed, aligned, used again, and taken by several threads at once.
#include "platform/heap.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace xomp::platform {
namespace {

constexpr std::size_t kSizes[] = {1, 64, 65, 1000, 4096, 100'000, std::size_t{128} << 10, (std::size_t{128} << 10) + 1};

TEST(Heap, PiecesAreZeroedAndAligned) {
  for (const std::size_t bytes : kSizes)
    for (int round = 0; round < 3; ++round) {
      auto* const piece = static_cast<unsigned char*>(take_piece(bytes));
      ASSERT_NE(piece, nullptr);
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(piece) % 64, 0u);
      EXPECT_TRUE(std::all_of(piece, piece + bytes, [](unsigned char byte) { return byte == 0; }));
      std::memset(piece, 0xff, bytes);
      give_piece_back(piece, bytes);
    }
}

TEST(Heap, ASmallPieceIsUsedAgain) {
  void* const piece = take_piece(300);
  give_piece_back(piece, 300);
  void* const again = take_piece(400);  // of the same size class
  EXPECT_EQ(again, piece);
  give_piece_back(again, 400);
}

TEST(Heap, NullIsNoPiece) { give_piece_back(nullptr, 100); }

TEST(Heap, WithoutMemoryThereIsNone) { EXPECT_EQ(take_piece(std::size_t{1} << 60), nullptr); }

// Each piece is one thread's alone as long as that has it.
TEST(Heap, ThreadsTakeAndGiveBack) {
  constexpr int kThreads = 4, kRounds = 2000;
  std::vector<std::thread> threads;
  for (int n = 0; n < kThreads; ++n)
    threads.emplace_back([n] {
      for (int round = 0; round < kRounds; ++round) {
        const std::size_t bytes = kSizes[static_cast<std::size_t>(round) % 4];
        auto* const piece = static_cast<unsigned char*>(take_piece(bytes));
        std::memset(piece, n + 1, bytes);
        std::this_thread::yield();
        EXPECT_TRUE(std::all_of(piece, piece + bytes, [n](unsigned char byte) { return byte == n + 1; }));
        give_piece_back(piece, bytes);
      }
    });
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace xomp::platform
