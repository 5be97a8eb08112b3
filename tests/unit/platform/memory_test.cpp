// Pages from the system: zeroed, whole and where they should begin.
#include "platform/memory.h"

#include <algorithm>
#include <cerrno>
#include <cstdint>

#include <gtest/gtest.h>

namespace xomp::platform {
namespace {

constexpr std::size_t kLargePage = std::size_t{2} << 20;

TEST(LargePages, AreAlignedZeroedAndAllThere) {
  constexpr std::size_t kBytes = 2 * kLargePage;
  errno = EDOM;
  auto* const pages = static_cast<unsigned char*>(reserve_large_pages(kBytes));
  EXPECT_EQ(errno, EDOM);  // also where the system refuses large pages
  ASSERT_NE(pages, nullptr);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(pages) % kLargePage, 0u);
  EXPECT_TRUE(std::all_of(pages, pages + kBytes, [](unsigned char byte) { return byte == 0; }));
  std::fill(pages, pages + kBytes, 0xff);
  unmap_pages(pages, kBytes);
}

TEST(LargePages, AreRefusedWhenThereIsNoAddressSpace) {
  EXPECT_EQ(reserve_large_pages(std::size_t{1} << 60), nullptr);
}

}  // namespace
}  // namespace xomp::platform
