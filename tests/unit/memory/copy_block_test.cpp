// A target region's copies: aligned as asked, apart from one another, with what the variables held.
#include "core/memory/copy_block.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>

namespace xomp::memory {
namespace {

TEST(CopyBlock, HoldsAlignedCopiesSideBySide) {
  const std::size_t sizes[] = {1, 3, 8, 100, 1, 64};
  const std::size_t alignments[] = {1, 2, 8, 64, 16, 64};
  char variable[100];
  std::size_t total = 0;
  for (int i = 0; i < 6; ++i) total += sizes[i] + alignments[i];
  CopyBlock block(total);
  char* copies[6];
  for (int i = 0; i < 6; ++i) {
    std::memset(variable, 'a' + i, sizes[i]);
    copies[i] = static_cast<char*>(block.add(variable, sizes[i], alignments[i]));
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(copies[i]) % alignments[i], 0u) << i;
  }
  for (int i = 0; i < 6; ++i) {
    std::memset(variable, 'a' + i, sizes[i]);
    EXPECT_EQ(std::memcmp(copies[i], variable, sizes[i]), 0) << i;
    EXPECT_LE(copies[i] + sizes[i], copies[0] + total) << i;
  }
}

TEST(CopyBlock, NeedsNoMemoryForNothing) { CopyBlock block(std::size_t{0}); }

}  // namespace
}  // namespace xomp::memory
