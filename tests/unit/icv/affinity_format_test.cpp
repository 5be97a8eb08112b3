// affinity-format-var: what is set is read back; short buffers and long texts are cut.
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "core/icv/icv.h"

namespace xomp::icv {
namespace {

std::string format() {
  char buffer[kAffinityFormatBytes];
  get_affinity_format(buffer, sizeof buffer);
  return buffer;
}

TEST(AffinityFormat, ReadsBackWhatWasSet) {
  set_affinity_format("abc %n", 6);
  EXPECT_EQ(format(), "abc %n");
  set_affinity_format("", 0);
  EXPECT_EQ(format(), "");
}

TEST(AffinityFormat, ReturnsTheWholeLengthAndCutsAtTheCapacity) {
  set_affinity_format("0123456789", 10);
  char buffer[5] = "????";
  EXPECT_EQ(get_affinity_format(buffer, sizeof buffer), 10u);
  EXPECT_STREQ(buffer, "0123");
  EXPECT_EQ(get_affinity_format(nullptr, 0), 10u);
}

TEST(AffinityFormat, KeepsWhatFits) {
  const std::string text(1000, 'x');
  set_affinity_format(text.data(), text.size());
  EXPECT_EQ(format(), std::string(kAffinityFormatBytes - 1, 'x'));
}

}  // namespace
}  // namespace xomp::icv
