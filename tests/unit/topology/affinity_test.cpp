// Places from the variables' texts, on made-up machines.
#include "topology/affinity.h"

#include <gtest/gtest.h>

#include "topology/processor_list.h"
#include "topology/processors.h"
#include "unit/topology/fake_machine.h"

namespace xomp::topology {
namespace {

// "0,4|1,5": places in order.
std::string shown(const PlaceList& places) {
  std::string text;
  for (int place = 0; place < places.count(); ++place) {
    char list[256];
    write_processor_list(places[place].processors, places[place].count, list, sizeof list);
    text.append(place == 0 ? "" : "|").append(list);
  }
  return text;
}

class AffinityOf : public testing::Test {
 protected:
  explicit AffinityOf(Shape shape) : fake(shape), allowed(fake.all()) { discover(machine, fake.root(), allowed); }

  std::string places(AffinityTexts texts) {
    affinity = {};
    read_affinity(texts, machine, allowed, affinity);
    return shown(affinity.places);
  }
  std::string of_places(const char* text) { return places({text, nullptr, nullptr, nullptr}); }
  std::string of_order(const char* text) { return places({nullptr, text, nullptr, nullptr}); }
  std::string of_type(const char* text) { return places({nullptr, nullptr, text, nullptr}); }
  std::string of_subset(const char* text) { return places({nullptr, nullptr, nullptr, text}); }
  std::string complaint() {
    if (affinity.complaint_count == 0) return "";
    char text[512];
    write_complaint(affinity.complaints[0], text, sizeof text);
    return text;
  }

  FakeMachine fake;
  ProcessorSet allowed;
  Machine machine;
  Affinity affinity;
};

// Two sockets of two cores with two threads: cores 0+4, 1+5 and 2+6, 3+7.
class SmallAffinity : public AffinityOf {
 protected:
  SmallAffinity() : AffinityOf({2, 1, 1, 2, 2}) {}
};

TEST_F(SmallAffinity, IsCoresByDefault) {
  EXPECT_EQ(places({}), "0,4|1,5|2,6|3,7");
  EXPECT_FALSE(affinity.are_asked_for);
  EXPECT_EQ(affinity.policy_of_true, Policy::close);
  EXPECT_EQ(complaint(), "");
}

TEST_F(SmallAffinity, KnowsTheNames) {
  EXPECT_EQ(of_places("threads"), "0|4|1|5|2|6|3|7");
  EXPECT_TRUE(affinity.are_asked_for);
  EXPECT_EQ(of_places("cores"), "0,4|1,5|2,6|3,7");
  EXPECT_EQ(of_places("Sockets"), "0-1,4-5|2-3,6-7");
  EXPECT_EQ(of_places("ll_caches"), "0-1,4-5|2-3,6-7");
  EXPECT_EQ(of_places("numa_domains(1)"), "0-1,4-5");
  EXPECT_EQ(of_places("threads(2:3)"), "0|5");
  EXPECT_EQ(of_places("threads(100:4)"), "0|2");
  EXPECT_EQ(of_places("cores(1:9)"), "0,4");
  EXPECT_EQ(of_places(" cores ( 3 ) "), "0,4|1,5|2,6");
  EXPECT_EQ(of_places("cores(1000000000000)"), "0,4|1,5|2,6|3,7");
  EXPECT_EQ(complaint(), "");
}

TEST_F(SmallAffinity, KnowsLists) {
  EXPECT_EQ(of_places("{0},{3},{1}"), "0|3|1");
  EXPECT_EQ(of_places("{0:4},{4:4}"), "0-3|4-7");
  EXPECT_EQ(of_places("{0:4}:2:4"), "0-3|4-7");
  EXPECT_EQ(of_places("{0:2:4}:4"), "0,4|1,5|2,6|3,7");
  EXPECT_EQ(of_places("{7,6}:4:-2"), "6-7|4-5|2-3|0-1");
  EXPECT_EQ(of_places("{6:3:-2}"), "2,4,6");
  EXPECT_EQ(of_places("{0:8,!3,!5:2}"), "0-2,4,7");
  EXPECT_EQ(of_places("{0}:8,!{3},!{5}:2"), "0|1|2|4|7");
  EXPECT_EQ(of_places("!{1},{0}:3"), "0|2");
  EXPECT_EQ(of_places(" { 0 : 2 } : 2 : 2 , { 7 } "), "0-1|2-3|7");
  EXPECT_EQ(of_places("0,3,{1:2}"), "0|3|1-2");
  EXPECT_EQ(of_places("{0},{0}"), "0|0");
  EXPECT_EQ(complaint(), "");
}

TEST_F(SmallAffinity, KeepsToTheMask) {
  for (int outside : {1, 5, 6, 7}) allowed.remove(outside);
  EXPECT_EQ(of_places("cores"), "0,4|2|3");
  EXPECT_EQ(complaint(), "");
  EXPECT_EQ(of_places("{0:2}:4:2"), "0|2-3|4");
  EXPECT_EQ(complaint(),
            "OMP_PLACES='{0:2}:4:2' names processors that this process cannot use; allowed: 0,2-4; using the others");
  EXPECT_EQ(of_places("{5}"), "0,4|2|3");
  EXPECT_FALSE(affinity.are_asked_for);
  EXPECT_EQ(
      complaint(),
      "OMP_PLACES='{5}' names no processor that this process can use; allowed: 0,2-4; using a place for each core");
  EXPECT_EQ(of_order("7 3-5"), "3|4");
  EXPECT_NE(complaint(), "");
  EXPECT_EQ(of_type("respect,granularity=fine,compact"), "0|4|2|3");
  EXPECT_EQ(of_type("norespect,granularity=fine,compact"), "0|4|1|5|2|6|3|7");
}

TEST_F(SmallAffinity, TakesHugeNumbersCalmly) {
  EXPECT_EQ(of_places("{0:1000000000000}"), "0-7");
  EXPECT_EQ(of_places("{0}:99999999999999999999:1"), "0|1|2|3|4|5|6|7");
  EXPECT_EQ(of_places("{0:2:99999999999999999999},{1}:3:-99999999999999999999"), "0|1");
  EXPECT_EQ(of_places("{8191}"), "0,4|1,5|2,6|3,7");
  EXPECT_EQ(of_order("0-8191"), "0|1|2|3|4|5|6|7");
}

TEST_F(SmallAffinity, RefusesWhatIsNotInTheGrammar) {
  for (const char* text :
       {"core",    "threads(0)", "threads(-1)", "threads(", "threads()", "threads(2", "threads(2)x", "threads(2:)", "threads(2:0)", "threads(2:-1)", "threads(:2)", "threads(2:2:2)",   "threads,cores",
        "{",       "}",          "{}",          "{0",       "{0},",      ",",         "{0:}",          "{0:0}",
        "{0:2:0}", "{0}:0",      "{0}:2:0",     "{0}:",     "{-1}",      "{0 1}",     "{0}{1}",        "{a}",
        "!",       "{!}",        "{0:2:}",      "{0.5}",    "{8192}",    "{0}:2:x",   "threads(9)(9)", "\x80\xff"}) {
    EXPECT_EQ(of_places(text), "0,4|1,5|2,6|3,7") << text;
    EXPECT_EQ(affinity.complaint_count, 1) << text;
    EXPECT_NE(complaint().find("is not valid; allowed: threads, cores"), std::string::npos) << text;
  }
  for (const char* text : {"a", "0-", "3-1", "0:2", "0-4:0", "-1", "0,,1", "0;1", "9999", "0-4:", "0,x"}) {
    of_order(text);
    EXPECT_EQ(affinity.complaint_count, 1) << text;
  }
  for (const char* text : {"a",
                           "compact,",
                           "compact,1,2,3",
                           "compact,scatter",
                           "granularity=",
                           "granularity=big",
                           "granularity,compact",
                           "explicit",
                           "1",
                           "explicit,proclist",
                           "explicit,proclist=",
                           "explicit,proclist=[",
                           "explicit,proclist=[0",
                           "explicit,proclist=[]",
                           "proclist=[0-]",
                           "verbose compact",
                           "compact,-1",
                           "logical,1,2",
                           "explicit,proclist=[{}]",
                           ","}) {
    of_type(text);
    EXPECT_EQ(affinity.complaint_count, 1) << text;
    EXPECT_FALSE(affinity.are_asked_for);
  }
  for (const char* text : {"", "2", "2x", "s,", "0s", "2s2c", "2s,2s", "2s@", "-1s", "2s,,1t", "@1", "1c:big"}) {
    EXPECT_EQ(of_subset(text), "0,4|1,5|2,6|3,7") << text;
    EXPECT_EQ(affinity.complaint_count, 1) << text;
  }
}

TEST_F(SmallAffinity, TakesTheNextVariableForOneThatItRefuses) {
  EXPECT_EQ(places({"nonsense", "2 1", nullptr, nullptr}), "2|1");
  EXPECT_NE(complaint().find("; using GOMP_CPU_AFFINITY"), std::string::npos) << complaint();
  EXPECT_EQ(affinity.used.places, nullptr);
  EXPECT_STREQ(affinity.used.cpu_affinity, "2 1");
  EXPECT_EQ(places({"{99}", "-", "granularity=fine,compact", nullptr}), "0|4|1|5|2|6|3|7");
  EXPECT_EQ(affinity.complaint_count, 2);
  EXPECT_EQ(places({"{99}", "-", "nonsense", "9s"}), "0,4|1,5|2,6|3,7");
  EXPECT_EQ(affinity.complaint_count, 4);
  EXPECT_EQ(affinity.used.hardware_subset, nullptr);
  EXPECT_FALSE(affinity.are_asked_for);
  places({"{99}", nullptr, nullptr, nullptr, "no places"});
  EXPECT_NE(complaint().find("; using no places"), std::string::npos) << complaint();
}

TEST_F(SmallAffinity, CutsLongValuesInComplaints) {
  const std::string text(10'000, 'x');
  of_places(text.c_str());
  EXPECT_NE(complaint().find("OMP_PLACES='" + std::string(64, 'x') + "...' is not valid"), std::string::npos);
}

TEST_F(SmallAffinity, KnowsProcessorOrders) {
  EXPECT_EQ(of_order("0 3 1-2 4-7:2"), "0|3|1|2|4|6");
  EXPECT_EQ(of_order("3,2,1"), "3|2|1");
  EXPECT_EQ(affinity.policy_of_true, Policy::in_order);
}

TEST_F(SmallAffinity, KnowsTypes) {
  EXPECT_EQ(of_type("compact"), "0,4|1,5|2,6|3,7");
  EXPECT_EQ(affinity.policy_of_true, Policy::in_order);
  EXPECT_EQ(of_type("scatter"), "0,4|2,6|1,5|3,7");
  EXPECT_EQ(of_type("granularity=fine,compact"), "0|4|1|5|2|6|3|7");
  EXPECT_EQ(of_type("granularity=fine,compact,1,0"), "0|1|2|3|4|5|6|7");
  EXPECT_EQ(of_type("granularity=fine,compact,0,3"), "5|2|6|3|7|0|4|1");
  EXPECT_EQ(of_type("granularity=fine,scatter"), "0|2|1|3|4|6|5|7");
  EXPECT_EQ(of_type("Granularity=Socket,compact"), "0-1,4-5|2-3,6-7");
  EXPECT_EQ(of_type("balanced"), "0,4|1,5|2,6|3,7");
  EXPECT_EQ(affinity.policy_of_true, Policy::close);
  EXPECT_EQ(of_type("verbose,explicit,proclist=[3,{0,4},5-7:2]"), "3|0,4|5|7");
  EXPECT_TRUE(affinity.is_verbose);
  EXPECT_EQ(of_type("proclist=[7,6],explicit"), "7|6");
  EXPECT_EQ(of_type("granularity=fine,logical,2"), "1|5|2|6|3|7|0|4");
  EXPECT_EQ(complaint(), "");
}

TEST_F(SmallAffinity, KnowsThatNobodyIsToBeBound) {
  for (const char* text : {"none", "disabled", "verbose,none"}) {
    of_type(text);
    EXPECT_TRUE(affinity.is_disabled);
    EXPECT_FALSE(affinity.are_asked_for);
  }
  of_type("verbose");
  EXPECT_FALSE(affinity.is_disabled);
  EXPECT_TRUE(affinity.is_verbose);
  EXPECT_EQ(complaint(), "");
}

TEST_F(SmallAffinity, IsSilentWhenToldSo) {
  allowed.remove(7);
  of_type("nowarnings,explicit,proclist=[7]");
  EXPECT_EQ(affinity.complaint_count, 0);
}

TEST_F(SmallAffinity, PrefersTheStandardsVariable) {
  EXPECT_EQ(places({"{1}", "2", "scatter", nullptr}), "1");
  EXPECT_EQ(places({nullptr, "2", "scatter", nullptr}), "2");
}

TEST_F(SmallAffinity, KnowsHardwareSubsets) {
  EXPECT_EQ(of_subset("1s"), "0,4|1,5");
  EXPECT_EQ(of_subset("1s@1"), "2,6|3,7");
  EXPECT_EQ(of_subset("1c"), "0,4|2,6");
  EXPECT_EQ(of_subset("1c@1,1t@1"), "5|7");
  EXPECT_EQ(of_subset("2s,2c,1t"), "0|1|2|3");
  EXPECT_EQ(of_subset("1T"), "0|1|2|3");
  EXPECT_EQ(of_subset("*s,1core"), "0,4|2,6");
  EXPECT_EQ(of_subset(":1s,3t"), "0,4|1");
  EXPECT_EQ(of_subset(":1s@1,2t@1"), "6|3");
  EXPECT_EQ(of_subset(":3t"), "0,4|1");
  EXPECT_EQ(of_subset(":1s,1t@0"), "0");
  EXPECT_EQ(complaint(), "");
  EXPECT_EQ(places({"threads", nullptr, nullptr, "1s,1t"}), "0|1");
  EXPECT_EQ(of_subset("3s"), "0,4|1,5|2,6|3,7");
  EXPECT_EQ(complaint(),
            "KMP_HW_SUBSET='3s' asks for more than this process can use; allowed: 0-7; using all processors");
  EXPECT_EQ(of_subset("1s@2"), "0,4|1,5|2,6|3,7");
  EXPECT_EQ(affinity.complaint_count, 1);
}

// Eight domains of three caches with eight cores: 192.
class LargeAffinity : public AffinityOf {
 protected:
  LargeAffinity() : AffinityOf({2, 4, 3, 8, 1}) {}
};

TEST_F(LargeAffinity, HasAllLayers) {
  of_places("threads");
  EXPECT_EQ(affinity.places.count(), 192);
  of_places("ll_caches");
  EXPECT_EQ(affinity.places.count(), 24);
  EXPECT_EQ(of_places("numa_domains(3)"), "0-23|24-47|48-71");
  EXPECT_EQ(of_places("sockets"), "0-95|96-191");
  EXPECT_EQ(of_places("{0:24}:8:24"), of_places("numa_domains"));
  EXPECT_EQ(affinity.places.find(100), 4);
  EXPECT_EQ(affinity.places.find(192), -1);
}

TEST_F(LargeAffinity, Scatters) {
  of_type("scatter");
  ASSERT_EQ(affinity.places.count(), 192);
  // Sockets change fastest, then domains, caches, cores.
  for (int thread = 0; thread < 192; ++thread) {
    const int expected = thread % 2 * 96 + thread / 2 % 4 * 24 + thread / 8 % 3 * 8 + thread / 24;
    EXPECT_EQ(affinity.places[thread].processors[0], expected);
  }
}

TEST_F(LargeAffinity, ReadsSubsetsOfInnerLayers) {
  EXPECT_EQ(places({"sockets", nullptr, nullptr, "1n@2,1l3,2c"}), "48-49|144-145");
  EXPECT_EQ(places({"sockets", nullptr, nullptr, "1s,5c@20"}), "20-24");
}

TEST_F(LargeAffinity, ListsWhatIsAllowedAsFarAsThereIsRoom) {
  for (int outside = 1; outside < 192; outside += 2) allowed.remove(outside);
  of_places("{1}");
  EXPECT_NE(complaint().find("allowed: 0,2,4,6"), std::string::npos);
  EXPECT_NE(complaint().find("...; using"), std::string::npos);
}

}  // namespace
}  // namespace xomp::topology
