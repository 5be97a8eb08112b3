// The set of Fortran's allocator pointers against std::set.
#include "core/memory/pointer_set.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace xomp::memory {
namespace {

TEST(PointerSet, AgreesWithStdSet) {
  PointerSet pointers;
  std::set<std::uintptr_t> expected;
  std::mt19937 random(1);
  EXPECT_FALSE(pointers.take_out(&pointers));
  for (int step = 0; step < 200'000; ++step) {
    const std::uintptr_t key = 16 * (1 + random() % 3000);
    const auto* pointer = reinterpret_cast<const void*>(key);
    if (random() % 2 == 0) {
      pointers.add(pointer);
      expected.insert(key);
    } else {
      ASSERT_EQ(pointers.take_out(pointer), expected.erase(key) == 1) << step;
    }
  }
  for (std::uintptr_t key : expected) EXPECT_TRUE(pointers.take_out(reinterpret_cast<const void*>(key)));
  EXPECT_FALSE(pointers.take_out(nullptr));
}

}  // namespace
}  // namespace xomp::memory
