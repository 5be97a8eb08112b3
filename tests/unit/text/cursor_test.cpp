// Reading a text from its front, and writing one into a room that may be too small.
#include "text/cursor.h"

#include <gtest/gtest.h>

#include <string>

#include "text/line.h"

namespace xomp::text {
namespace {

std::string rest_of(const Cursor& text) { return {text.begin(), text.size()}; }

TEST(Cursor, TakesWordsWithTheSpacesAroundThem) {
  Cursor text("  Cores ( 4 ) \t");
  EXPECT_FALSE(text.take_word("core"));  // goes on
  EXPECT_TRUE(text.take_word("cores"));
  EXPECT_TRUE(text.take('('));
  std::int64_t number = 0;
  EXPECT_TRUE(text.take_digits(number));
  EXPECT_EQ(number, 4);
  EXPECT_TRUE(text.take(')'));
  EXPECT_TRUE(text.empty());
  EXPECT_FALSE(text.take(')'));
}

TEST(Cursor, TakesNumbers) {
  std::int64_t number = 7;
  Cursor plus("+5");
  EXPECT_FALSE(plus.take_digits(number));
  EXPECT_TRUE(plus.take_number(number));
  EXPECT_EQ(number, 5);
  Cursor minus("- 3x");
  EXPECT_FALSE(minus.take_number(number));
  EXPECT_TRUE(minus.take_signed_number(number));
  EXPECT_EQ(number, -3);
  EXPECT_EQ(rest_of(minus), "x");
  Cursor nothing("-x");
  EXPECT_FALSE(nothing.take_signed_number(number));
  EXPECT_EQ(rest_of(nothing), "-x");
  Cursor big("99999999999999999999999");
  EXPECT_TRUE(big.take_digits(number));
  EXPECT_EQ(number, Cursor::kTooBig);
}

TEST(Cursor, TakesADecimalUpToItsUnit) {
  double number = 0;
  Cursor text("1.25us");
  EXPECT_TRUE(text.take_decimal(number));
  EXPECT_EQ(number, 1.25);
  EXPECT_TRUE(text.is("US"));
  Cursor apart("1 us");
  EXPECT_TRUE(apart.take_decimal(number));
  EXPECT_FALSE(apart.is("us"));
  EXPECT_FALSE(Cursor(".").take_decimal(number));
}

TEST(Cursor, ListsMayHaveAnEmptyLastPart) {
  Cursor text("a, b,");
  bool more = false;
  EXPECT_EQ(rest_of(text.take_until(',', more)), "a");
  EXPECT_EQ(rest_of(text.take_until(',', more)), "b");
  EXPECT_TRUE(more);
  EXPECT_EQ(rest_of(text.take_until(',', more)), "");
  EXPECT_FALSE(more);
}

TEST(Cursor, TakesAWordOfATable) {
  constexpr Word<int> kWords[] = {{"one", 1}, {"uno", 1}, {"two", 2}};
  int value = 0;
  Cursor text("UNO,two");
  EXPECT_TRUE(text.take_any(kWords, value));
  EXPECT_EQ(value, 1);
  EXPECT_FALSE(text.take_any(kWords, value));
  EXPECT_FALSE(find_word(text, kWords, value));  // a comma stands in front
  EXPECT_TRUE(text.take(','));
  EXPECT_TRUE(find_word(text, kWords, value));
  EXPECT_STREQ(word_of(1, kWords), "one");
  EXPECT_STREQ(word_of(3, kWords), "");
}

TEST(Output, LeavesOutWhatDoesNotFitAndCountsIt) {
  char room[4] = {'-', '-', '-', '-'};
  Output out({room, 3});
  out.add("ab").add(std::int64_t{-12});
  EXPECT_EQ(std::string(room, 4), "ab--");
  EXPECT_EQ(out.length(), 5u);
}

TEST(Line, IsAStringAtAnyTime) {
  Line line;
  EXPECT_STREQ(line.text(), "");
  line.add("x=").add_quoted("a\nb", 10).add(Cursor(" y "));
  EXPECT_STREQ(line.text(), "x='a?b'y");
  const Line copy = line;
  EXPECT_STREQ(copy.text(), line.text());
  for (int i = 0; i < 2000; ++i) line.add('z');
  EXPECT_EQ(std::string(line.text()).size(), 1023u);
}

}  // namespace
}  // namespace xomp::text
