// OMP_DISPLAY_ENV, omp_display_env and KMP_SETTINGS: what is printed; the warnings on stderr as users see them.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/icv/variables.h"
#include "environment_reader.h"

namespace xomp::icv {
namespace {

template <class Action>
std::string stderr_of(Action action) {
  testing::internal::CaptureStderr();
  action();
  return testing::internal::GetCapturedStderr();
}

TEST(DisplayEnv, StandardForm) {
  const std::string text = stderr_of([] {
    read({"OMP_DISPLAY_ENV=true", "OMP_NUM_THREADS=4,2", "OMP_SCHEDULE=guided,4", "OMP_DYNAMIC=true", "OMP_PLACES={0:4}"});
  });
  EXPECT_TRUE(has(text, "\nOPENMP DISPLAY ENVIRONMENT BEGIN\n  _OPENMP='202111'\n  [host] ")) << text;
  EXPECT_TRUE(has(text, "\nOPENMP DISPLAY ENVIRONMENT END\n"));
  EXPECT_TRUE(has(text, "\n  [host] OMP_NUM_THREADS='4,2'\n"));
  EXPECT_TRUE(has(text, "\n  [host] OMP_SCHEDULE='GUIDED,4'\n"));
  EXPECT_TRUE(has(text, "\n  [host] OMP_DYNAMIC='TRUE'\n"));
  EXPECT_TRUE(has(text, "\n  [host] OMP_PLACES='{0:4}'\n"));
  EXPECT_FALSE(has(text, "KMP_"));
  EXPECT_FALSE(has(text, "XOMP_"));
}

TEST(DisplayEnv, VerboseAddsTheOthers) {
  const std::string text = stderr_of([] { read({"OMP_DISPLAY_ENV=verbose", "KMP_BLOCKTIME=7"}); });
  for (const IcvRow& row : icv_rows()) EXPECT_TRUE(has(text, std::string("[host] ") + row.name + "='")) << row.name;
  EXPECT_TRUE(has(text, "KMP_BLOCKTIME='7ms'"));
}

TEST(DisplayEnv, NothingUnlessAsked) {
  EXPECT_EQ(stderr_of([] { read({}); }), "");
  EXPECT_EQ(stderr_of([] { read({"OMP_DISPLAY_ENV=false", "OMP_NUM_THREADS=3"}); }), "");
}

TEST(DisplayEnv, DoesNotShowWhatWasWithdrawn) {
  read({"OMP_PLACES=nonsense", "KMP_AFFINITY=compact"});
  EXPECT_EQ(shown("OMP_PROC_BIND").origin, "because of OMP_PLACES");
  withdraw(Icv::places);
  EXPECT_EQ(shown("OMP_PLACES").value, "");
  EXPECT_EQ(shown("OMP_PLACES").origin, "default");
  EXPECT_EQ(shown("OMP_PROC_BIND").value, "TRUE");
  EXPECT_EQ(shown("OMP_PROC_BIND").origin, "because of KMP_AFFINITY");
  withdraw(Icv::affinity);
  EXPECT_EQ(shown("OMP_PROC_BIND").value, "FALSE");
  EXPECT_EQ(shown("OMP_PROC_BIND").origin, "default");
}

TEST(DisplayEnv, ShowsTheGivenTasksValues) {
  read({});
  TaskIcv icv = initial;
  icv.nthreads = 17;
  EXPECT_TRUE(has(stderr_of([&] { display(icv, Detail::standard); }), "OMP_NUM_THREADS='17'"));
}

TEST(Settings, ShowWhatIsSetAndWhatHolds) {
  const std::string text = stderr_of([] { read({"PATH=/bin", "KMP_SETTINGS=1", "OMP_NUM_THREADS=3"}); });
  EXPECT_TRUE(has(text, "User settings:\n\n   KMP_SETTINGS=1\n   OMP_NUM_THREADS=3\n\nEffective settings:\n")) << text;
  EXPECT_TRUE(has(text, "   OMP_SCHEDULE='STATIC'\n"));
  EXPECT_FALSE(has(text, "PATH=/bin"));
}

TEST(Warning, IsOneLineOnStderr) {
  const std::string text = stderr_of([] {
    const char* environment[] = {"OMP_NUM_THREADS=abc", nullptr};
    initialize_from(environment, kProcessors);
  });
  EXPECT_EQ(text.rfind("xomp: warning: OMP_NUM_THREADS='abc' is not valid; allowed: ", 0), 0u) << text;
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1);
}

TEST(LongTexts, AreCutInTheDisplayOnly) {
  const std::string places(4000, '1');
  read({"OMP_PLACES=" + places});
  EXPECT_EQ(global.places, places);
  EXPECT_LT(shown("OMP_PLACES").value.size(), 1024u);
}

}  // namespace
}  // namespace xomp::icv
