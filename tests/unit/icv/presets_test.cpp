// The papers' systems by name: what XOMP_AS sets, and what the user's own variables keep.
#include "core/icv/presets.h"

#include <gtest/gtest.h>

#include <string>

#include "core/icv/variables.h"
#include "core/sched/policy.h"
#include "environment_reader.h"

namespace xomp::icv {
namespace {

std::string name_of(const char* setting) { return std::string(setting).substr(0, std::string(setting).find('=')); }

TEST(Presets, SetTheirVariablesToValuesThatAreAllowed) {
  for (const Preset& preset : presets()) {
    EXPECT_TRUE(read({std::string("XOMP_AS=") + preset.name}).empty()) << preset.name;
    EXPECT_EQ(shown("XOMP_AS").value, preset.name);
    ASSERT_FALSE(preset.settings.empty());
    for (const char* setting : preset.settings)
      EXPECT_EQ(shown(name_of(setting)).origin, "because of XOMP_AS") << preset.name << ": " << setting;
    sched::Mistake mistake{};
    EXPECT_TRUE(sched::check_policy(global.schedule_policy, mistake)) << preset.name << ": " << mistake.text;
    EXPECT_NE(std::string(global.schedule_policy).find("in_place=off"), std::string::npos) << preset.name;
  }
}

TEST(Presets, AreAllNamedWhereOneIsWrong) {
  const auto warnings = read({"XOMP_AS=gomp"});
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("XOMP_AS='gomp' is not valid; allowed: "), std::string::npos) << warnings[0];
  for (const Preset& preset : presets()) EXPECT_NE(warnings[0].find(preset.name), std::string::npos) << preset.name;
  EXPECT_STREQ(global.schedule_policy, "auto");
}

TEST(Presets, LeaveWhatTheUserHasSet) {
  read({"XOMP_AS=xqueue", "XOMP_SCHEDULE_POLICY=deque"});
  EXPECT_STREQ(global.schedule_policy, "deque");
  EXPECT_EQ(shown("XOMP_SCHEDULE_POLICY").origin, "XOMP_SCHEDULE_POLICY");
  EXPECT_EQ(global.spin_ns.load(relaxed), kSpinForever);
  for (const char* own : {"KMP_BLOCKTIME=0", "GOMP_SPINCOUNT=0", "OMP_WAIT_POLICY=passive"}) {
    read({"XOMP_AS=xqueue", own});
    EXPECT_EQ(global.spin_ns.load(relaxed), 0) << own;
  }
}

}  // namespace
}  // namespace xomp::icv
