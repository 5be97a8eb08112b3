// Affinity texts: fields, their layout, what does not fit, what is wrong in a format; when teams show themselves.
#include "core/team/affinity_text.h"
#include "core/team/roots.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>

namespace xomp::team {
namespace {

std::string text_of(const std::string& format) {
  std::string text(300, '#');
  const std::size_t length = write_affinity(self(), format, text);
  EXPECT_LE(length, text.size());
  text.resize(length);
  return text;
}

TEST(AffinityText, PlainTextAndPercent) {
  EXPECT_EQ(text_of("a b"), "a b");
  EXPECT_EQ(text_of("100%%|"), "100%|");
}

TEST(AffinityText, ShortAndLongNames) {
  EXPECT_EQ(text_of("%t %T %L %n %N %a"), "0 1 0 0 1 -1");
  EXPECT_EQ(text_of("%{team_num} %{num_teams} %{nesting_level} %{thread_num} %{num_threads} %{ancestor_tnum}"),
            "0 1 0 0 1 -1");
  EXPECT_EQ(text_of("%P"), std::to_string(getpid()));
  EXPECT_EQ(text_of("%{native_thread_id}"), std::to_string(getpid()));
  EXPECT_EQ(text_of("%H"), text_of("%{host}"));
  EXPECT_EQ(text_of("%A"), text_of("%{thread_affinity}"));
  EXPECT_FALSE(text_of("%A").empty());
}

TEST(AffinityText, Layout) {
  EXPECT_EQ(text_of("[%4N]"), "[1   ]");
  EXPECT_EQ(text_of("[%.4N]"), "[   1]");
  EXPECT_EQ(text_of("[%0.4N]"), "[0001]");
  EXPECT_EQ(text_of("[%0.4a]"), "[-001]");
  EXPECT_EQ(text_of("%1P"), std::to_string(getpid()));
  EXPECT_EQ(text_of("[%.4{thread_num}]"), "[   0]");
}

TEST(AffinityText, WhatIsNoField) {
  EXPECT_EQ(text_of("%x|"), "undefined|");
  EXPECT_EQ(text_of("%{thread}|"), "undefined|");
  EXPECT_EQ(text_of("%{thread_num"), "0");
  EXPECT_EQ(text_of(std::string("%{thread_num\0\0\0\0}|", 18)), "undefined|");  // NULs in a Fortran program's text
  EXPECT_EQ(text_of("%"), "undefined");
  EXPECT_EQ(text_of("%99"), std::string("undefined") + std::string(90, ' '));
}

TEST(AffinityText, LengthOfWhatDoesNotFit) {
  char few[4] = {'#', '#', '#', '#'};
  EXPECT_EQ(write_affinity(self(), std::string("abcdef"), {few, 3}), 6u);
  EXPECT_EQ(std::string(few, 4), "abc#");
  EXPECT_EQ(write_affinity(self(), std::string("abc"), {}), 3u);
}

TEST(AffinityText, EmptyFormatIsTheIcv) {
  icv::set_affinity_format("icv %n", 6);
  EXPECT_EQ(text_of(""), "icv 0");
}

TEST(AffinityShown, OnceAndAfterChanges) {
  Worker& me = self();
  Team team;
  team.level = 1;
  team.size = 2;
  EXPECT_TRUE(must_show_affinity(me, team));
  EXPECT_FALSE(must_show_affinity(me, team));
  team.size = 3;
  EXPECT_TRUE(must_show_affinity(me, team));
  Team nested;
  nested.level = 2;
  nested.size = 3;
  EXPECT_TRUE(must_show_affinity(me, nested));
  EXPECT_FALSE(must_show_affinity(me, nested));
  EXPECT_TRUE(must_show_affinity(me, team)) << "back on the outer level";
  team.level = 0;
  EXPECT_FALSE(must_show_affinity(me, team)) << "the initial thread's own team is no region";
}

}  // namespace
}  // namespace xomp::team
