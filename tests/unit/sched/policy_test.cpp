// What XOMP_SCHEDULE_POLICY may say.
#include "core/sched/policy.h"

#include <gtest/gtest.h>

#include <string>

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
  EXPECT_EQ(all_policies.front(), &auto_policy);
  for (std::size_t i = 2; i < all_policies.size(); ++i)
    EXPECT_LT(std::string(all_policies[i - 1]->name), all_policies[i]->name);
}

TEST_F(Choice, UnknownNameIsToldWithWhatThereIs) {
  const std::string told = mistake_of("fifo");
  EXPECT_NE(told.find("no policy 'fifo'"), std::string::npos);
  for (const Policy* p : all_policies) EXPECT_NE(told.find(p->name), std::string::npos);
  EXPECT_NE(mistake_of("").find("no policy ''"), std::string::npos);
  EXPECT_EQ(policy, &auto_policy);
}

TEST_F(Choice, EveryParameterTakesItsLimitsAndNothingElse) {
  for (const Policy* p : all_policies) {
    ASSERT_LE(p->parameters.size(), static_cast<std::size_t>(kMostParameters));
    for (std::size_t i = 0; i < p->parameters.size(); ++i) {
      const Parameter& q = p->parameters[i];
      EXPECT_LE(q.least, q.usual);
      EXPECT_LE(q.usual, q.most);
      const auto setting = [&](double value) {
        char text[128];
        const char* unit = q.unit == Unit::ns ? "ns" : "";
        std::snprintf(text, sizeof text, "%s:%s=%.10g%s", p->name, q.name, value, unit);
        return std::string(text);
      };
      for (double value : {q.least, q.usual, q.most}) {
        EXPECT_EQ(mistake_of(setting(value).c_str()), "") << setting(value);
        EXPECT_EQ(parameter(static_cast<int>(i)), value);
      }
      EXPECT_NE(mistake_of(setting(q.most * 2 + 1).c_str()), "");
      EXPECT_NE(mistake_of((std::string(p->name) + ":" + q.name + "=").c_str()), "");
      EXPECT_NE(mistake_of((std::string(p->name) + ":" + q.name + "=-1").c_str()), "");
      EXPECT_NE(mistake_of((std::string(p->name) + ":" + q.name + "=abc").c_str()), "");
      if (q.unit == Unit::ns) {
        EXPECT_NE(mistake_of((std::string(p->name) + ":" + q.name + "=5").c_str()), "") << "a time needs a unit";
      }
    }
    EXPECT_NE(mistake_of((std::string(p->name) + ":nosuch=1").c_str()).find("nosuch"), std::string::npos);
    if (p->parameters.empty()) {
      EXPECT_NE(mistake_of((std::string(p->name) + ":1").c_str()).find("no parameters"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace xomp::sched
