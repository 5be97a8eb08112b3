// What XOMP_SCHEDULE_POLICY may say.
#include "core/sched/policy.h"

#include <gtest/gtest.h>

#include <string>

#include "core/sched/pending.h"

namespace xomp::sched {
namespace {

std::string mistake_of(const char* text) {
  Mistake mistake{};
  return choose_policy(text, mistake) ? "" : mistake.text;
}

class Choice : public ::testing::Test {
 protected:
  void TearDown() override { EXPECT_EQ(mistake_of("auto"), ""); }
};

TEST_F(Choice, EveryPolicyByItsNameWithoutRegardToCase) {
  for (const Policy* p : all_policies) {
    EXPECT_EQ(mistake_of(p->name), "");
    EXPECT_EQ(policy, p);
    std::string upper = p->name;
    for (char& c : upper) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    EXPECT_EQ(mistake_of((" " + upper + " ").c_str()), "");
    EXPECT_EQ(policy, p);
  }
}

TEST_F(Choice, DefaultComesFirstAndTheOthersAreSorted) {
  EXPECT_STREQ(all_policies.front()->name, "auto");
  for (std::size_t i = 2; i < all_policies.size(); ++i)
    EXPECT_LT(std::string(all_policies[i - 1]->name), all_policies[i]->name);
}

TEST_F(Choice, UnknownNameIsToldWithWhatThereIs) {
  const std::string told = mistake_of("fifo");
  EXPECT_NE(told.find("no policy 'fifo'"), std::string::npos);
  for (const Policy* p : all_policies) EXPECT_NE(told.find(p->name), std::string::npos);
  EXPECT_NE(mistake_of("").find("no policy ''"), std::string::npos);
  EXPECT_EQ(policy, all_policies.front());
}

TEST_F(Choice, EveryParameterTakesItsLimitsAndNothingElse) {
  for (const Policy* p : all_policies) {
    ASSERT_LE(p->parameters.size(), static_cast<std::size_t>(kMostParameters));
    const int own = static_cast<int>(p->parameters.size());
    for (int i = 0; const Parameter* q = parameter_of(*p, i); ++i) {
      EXPECT_LE(q->least, q->usual);
      EXPECT_LE(q->usual, q->most);
      const std::string name = std::string(p->name) + ":" + q->name + "=";
      const auto setting = [&](double value) {
        char text[128];
        const char* unit = q->unit == Unit::ns ? "ns" : "";
        std::snprintf(text, sizeof text, "%s%.10g%s", name.c_str(), value, unit);
        return q->unit == Unit::on_off || q->unit == Unit::returns ? name + print(*q, value).text : std::string(text);
      };
      for (double value : {q->least, q->usual, q->most}) {
        EXPECT_EQ(mistake_of(setting(value).c_str()), "") << setting(value);
        EXPECT_EQ(i < own ? parameter(i) : common_parameter(static_cast<CommonParameter>(i - own)), value);
      }
      for (const char* wrong : {"", "-1", "abc", "1e30"}) EXPECT_NE(mistake_of((name + wrong).c_str()), "") << name << wrong;
      if (q->unit == Unit::ns) {
        EXPECT_NE(mistake_of((name + "5").c_str()), "") << "a time needs a unit";
      }
      if (q->unit == Unit::on_off) {
        EXPECT_NE(mistake_of((name + "1").c_str()).find("on or off"), std::string::npos);
      }
    }
    EXPECT_NE(mistake_of((std::string(p->name) + ":nosuch=1").c_str()).find("nosuch"), std::string::npos);
  }
}

TEST_F(Choice, EveryPolicyTellsItsBacklogAndRunsInPlaceUnlessToldOtherwise) {
  for (const Policy* p : all_policies) {
    EXPECT_TRUE(p->tells_backlog) << p->name;
    EXPECT_EQ(mistake_of(p->name), "");
    EXPECT_EQ(common_parameter(kInPlace), 1) << p->name;
    EXPECT_EQ(mistake_of((std::string(p->name) + ":in_place=off").c_str()), "");
    EXPECT_EQ(common_parameter(kInPlace), 0) << p->name;
  }
}

TEST_F(Choice, TasksAreListedOnlyWhenToldTo) {
  for (const Policy* p : all_policies) {
    EXPECT_EQ(mistake_of(p->name), "");
    EXPECT_FALSE(lists_tasks);
    EXPECT_EQ(deferring, &p->defer);
    EXPECT_EQ(mistake_of((std::string(p->name) + ":returns=pending").c_str()), "");
    EXPECT_TRUE(lists_tasks);
    EXPECT_EQ(*deferring, list_and_defer);
    EXPECT_EQ(policy, p);
  }
  EXPECT_EQ(mistake_of("auto:returns=ring"), "");
  EXPECT_FALSE(lists_tasks);
  for (const char* wrong : {"on", "flag", "1"})
    EXPECT_EQ(mistake_of((std::string("auto:returns=") + wrong).c_str()),
              "'" + std::string(wrong) + "' is not allowed: returns ring or pending");
}

// A policy that does not know how many tasks wait.
TEST_F(Choice, InPlaceIsRefusedWhereThePolicyCannotTell) {
  Policy silent = *policy;
  silent.tells_backlog = false;
  Mistake mistake{};
  EXPECT_FALSE(allows(silent, kCommon[kInPlace], 1, mistake));
  EXPECT_NE(std::string(mistake.text).find("cannot tell"), std::string::npos);
  EXPECT_TRUE(allows(silent, kCommon[kInPlace], 0, mistake));
  EXPECT_TRUE(allows(*policy, kCommon[kInPlace], 1, mistake));
}

}  // namespace
}  // namespace xomp::sched
