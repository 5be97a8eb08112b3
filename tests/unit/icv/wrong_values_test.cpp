// For every variable: values that it takes and values that it does not. A wrong value gives one warning that names the
// variable, the value, what is allowed and what is used, and changes nothing.
#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <sstream>

#include "core/icv/variables.h"
#include "environment_reader.h"

namespace xomp::icv {
namespace {

struct Case {
  const char* name;
  std::vector<std::string> good;
  std::vector<std::string> bad;
};

const std::vector<std::string> kNoNumber = {"abc", "-3", "", " ", "99999999999999", "99999999999999999999999", "3x", "3 4", "1.5", "+", "0x10", "4,"};

std::vector<std::string> operator+(std::vector<std::string> a, const std::vector<std::string>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

const std::vector<std::string> kNoTruth = {"abc", "-3", "2", "100000000", "99999999999999", "", "true,", "truest"};
const std::vector<std::string> kTruth = {"true", "FALSE", " True ", "1", "0", "yes", "no", "on", "off", "enabled", "disabled"};
const std::vector<std::string> kNoText = {"", "  "};

const Case kCases[] = {
    {"OMP_DYNAMIC", kTruth, kNoTruth},
    {"OMP_NUM_THREADS",
     {"1", "4", " 4 , 2 ", "4,3,2", "+2", "32768"},
     kNoNumber + std::vector<std::string>{"0", "100000000", "32769", ",", ",4", "4,,2", "4,0", "4,-1", "4,abc", "4;2"}},
    {"OMP_THREAD_LIMIT", {"1", "64", "32768", "2147483647"}, kNoNumber + std::vector<std::string>{"0", "100000000"}},
    {"OMP_NESTED", kTruth, kNoTruth},
    {"OMP_MAX_ACTIVE_LEVELS", {"0", "1", "100000000"}, kNoNumber},
    {"OMP_PLACES", {"cores", "threads(2)", "threads(2:2)", "{0:4},{4:4}"}, kNoText},
    {"OMP_PROC_BIND",
     {"true", "FALSE", "primary", "master", "close", "SPREAD", "spread, close ,primary"},
     {"abc", "-3", "2", "100000000", "99999999999999", "", "close,", ",close", "close,true", "true,close", "close spread"}},
    {"OMP_SCHEDULE",
     {"static", "dynamic,4", "GUIDED , 7", "auto", "auto,3", "monotonic:dynamic", "nonmonotonic : guided,2", "Monotonic:Static,1"},
     {"abc", "-3", "100000000", "99999999999999", "", "dynamic,", "dynamic,-3", "dynamic,x", "dynamic,99999999999999",
      "dynamic 4", "monotonic:", ":dynamic", "monotonous:dynamic", "static,4,4", "dynamic,4x", "monotonic:nonmonotonic:static"}},
    {"GOMP_STACKSIZE", {"16", "8192", "1M", "1G"}, kNoNumber + std::vector<std::string>{"0", "1", "100000000", "8Q", "15K"}},
    {"OMP_STACKSIZE",
     {"2000500B", "3000 k ", "10M", " 10 M ", "20 m ", " 1G", "20000", "16", "16g"},
     kNoNumber + std::vector<std::string>{"0", "1", "100000000", "M", "1Z", "8MM", "16383B", "17G", "unlimited"}},
    {"KMP_STACKSIZE", {"65536", "100000000", "2m", "512k"}, kNoNumber + std::vector<std::string>{"0", "1", "17G"}},
    {"OMP_WAIT_POLICY", {"ACTIVE", "passive"}, kNoTruth + std::vector<std::string>{"true", "active passive"}},
    {"OMP_DISPLAY_AFFINITY", kTruth, kNoTruth},
    {"OMP_AFFINITY_FORMAT", {"", "%n", "100000000", std::string(511, 'x')}, {std::string(512, 'x')}},
    {"OMP_CANCELLATION", kTruth, kNoTruth},
    {"OMP_AVAILABLE_DEVICES",
     {"*", "kind(gpu)", "uid(a-b),kind(gpu)[:2]", "!vendor(x) && (arch(y) || isa(z))[0]", "*[1:]", "KIND(gpu)[0:4:2],*"},
     {"abc", "-3", "", "kind", "kind(gpu", "kind(gpu))", "kind(gpu),", ",*", "kind(gpu)[]", "kind(gpu)[1", "kind(gpu) arch(x)", "gpu(1)",
      "kind(a) && kind(b) || kind(c)", "*x", "kind(gpu) &&", "3", "*[1:2:3:4]"}},
    {"OMP_DEFAULT_DEVICE",
     {"0", "3", "initial", "Invalid", "default", "kind(gpu),2", "uid(x)[0], initial", "kind(host)", "device_num(2)"},
     kNoNumber + std::vector<std::string>{"initial,", "kind(gpu", "0 1", "hosts"}},
    {"OMP_THREADS_RESERVE",
     {"0", "4", "structured", "structured(4)", "STRUCTURED(2), free_agent(2)", "free_agent"},
     {"abc", "-3", "", "structured()", "structured(2", "structured(2),", "free_agent(-1)", "free_agents", "4,5", "structured 4"}},
    {"OMP_TARGET_OFFLOAD", {"mandatory", "DISABLED", "default"}, kNoTruth + std::vector<std::string>{"true"}},
    {"OMP_MAX_TASK_PRIORITY", {"0", "10", "2147483647"}, kNoNumber + std::vector<std::string>{"2147483648"}},
    {"OMP_TOOL", {"enabled", "DISABLED"}, kNoTruth},
    {"OMP_TOOL_LIBRARIES", {"", "/a/b.so:/c.so"}, {}},
    {"OMP_TOOL_VERBOSE_INIT",
     {"disabled", "STDOUT", "stderr", "/tmp/file", "log"},
     kNoText + std::vector<std::string>{"1", "0", "17", "true", "tru", "yes", "stdrr", "Stdot", "enable"}},
    {"OMP_DEBUG", {"enabled", "disabled"}, kNoTruth},
    {"OMP_ALLOCATOR",
     {"omp_default_mem_alloc", "OMP_THREAD_MEM_ALLOC", "omp_high_bw_mem_space", "omp_high_bw_mem_space:pinned=true,partition=nearest",
      "omp_default_mem_space : alignment = 64 , fallback=null_fb"},
     {"abc", "-3", "7", "100000000", "99999999999999", "", "omp_default_mem_alloc,", "omp_default_mem_alloc:alignment=64",
      "omp_default_mem_space:", "omp_default_mem_space:alignment", "omp_default_mem_space:alignment=3",
      "omp_default_mem_space:pool_size=0", "omp_default_mem_space:pool_size=99999999999999999999",
      "omp_default_mem_space:pinned=nearest", "omp_default_mem_space:foo=1", "omp_default_mem_space:alignment=64,",
      "omp_default_mem_space:alignment=64,alignment=32", "omp_default_mem_space:fb_data=7"}},
    {"OMP_NUM_TEAMS", {"0", "1", "9"}, kNoNumber},
    {"OMP_TEAMS_THREAD_LIMIT", {"1", "9"}, kNoNumber + std::vector<std::string>{"0"}},
    {"GOMP_CPU_AFFINITY", {"0-3 8:2"}, kNoText},
    {"GOMP_SPINCOUNT", {"0", "100000000", "30G", "5k", "INFINITE", "infinity", "99999999999999"},
     {"abc", "-3", "", "99999999999999999999", "3x", "k", "1 2"}},
    {"KMP_BLOCKTIME", {"0", "200", "100000000", "5us", "3 ms", "2s", "1m", "1h", "infinite", "2147483647"},
     {"abc", "-3", "", "99999999999999", "99999999999999999999", "3x", "ms", "25d"}},
    {"KMP_AFFINITY", {"compact", "granularity=fine,compact,1,0"}, kNoText},
    {"KMP_PLACE_THREADS", {"4c,1t"}, kNoText},
    {"KMP_HW_SUBSET", {"1s,4c"}, kNoText},
    {"KMP_LIBRARY", {"throughput", "TURNAROUND", "serial"}, kNoTruth + std::vector<std::string>{"true"}},
    {"KMP_SCHEDULE", {"static,balanced", "guided,iterative;static,balanced"},
     {"abc", "-3", "100000000", "99999999999999", "", "static", "static,", "static,iterative", "static,balanced;", "dynamic,balanced"}},
    {"KMP_ALL_THREADS", {"1", "64", "all"}, kNoNumber + std::vector<std::string>{"0", "100000000"}},
    {"KMP_DEVICE_THREAD_LIMIT", {"1", "64", "ALL", "2147483647"}, kNoNumber + std::vector<std::string>{"0", "100000000"}},
    {"KMP_TEAMS_PROC_BIND", {"spread", "close", "primary", "master", "false"}, {"true", "abc", "close,spread", "-3"}},
    {"KMP_TEAMS_THREAD_LIMIT", {"1", "64"}, kNoNumber + std::vector<std::string>{"0", "100000000"}},
    {"KMP_DUPLICATE_LIB_OK", kTruth, kNoTruth},
    {"XOMP_AS", {"xqueue", "x-taskflow-lf"}, {"", "gomp"}},
    {"XOMP_SCHEDULE_POLICY", {"auto", "any:a=1"}, {""}},
    {"XOMP_BARRIER", {"groups", "WORD", "tree", "tree:fanout=2", "tree : FanOut = 64"},
     kNoTruth + std::vector<std::string>{"true", "trees", "tree:", "tree:fanout", "tree:fanout=", "tree:fanout=1", "tree:fanout=65",
                                         "tree:fanout=4,", "tree:fan=4", "groups:fanout=4", "word:"}},
    {"XOMP_TTG_TABLE", {"buckets", "Chained"}, kNoTruth + std::vector<std::string>{"", "true", "chain", "buckets,chained"}},
    {"XOMP_TTG_TERMINATION", {"thread", "PROCESS"}, kNoTruth + std::vector<std::string>{"", "true", "threads", "thread process"}},
    {"XOMP_STATS", kTruth + std::vector<std::string>{"./stats", "/tmp/stats", "stats.txt"}, kNoTruth + std::vector<std::string>{"tru", "stats"}},
    {"XOMP_TRACE", {"/tmp/%h-%p.xtrace"}, kNoText},
    {"XOMP_TRACE_LEVEL", {"states", "tasks", "ALL"}, kNoTruth},
    {"XOMP_TRACE_SIZE", {"1", "256"}, kNoNumber + std::vector<std::string>{"0", "100000000"}},
    {"XOMP_TRACE_KEEP", {"first", "last"}, kNoTruth},
    // Their good values print or silence: tested elsewhere.
    {"OMP_DISPLAY_ENV", {"false", "0"}, kNoTruth},
    {"KMP_SETTINGS", {"false", "0"}, kNoTruth},
    {"KMP_WARNINGS", {"true"}, kNoTruth},
};

TEST(EveryVariable, HasACaseHere) {
  for (const Variable& variable : variables()) {
    bool covered = false;
    for (const Case& each : kCases) covered = covered || std::string(each.name) == variable.name;
    EXPECT_TRUE(covered) << variable.name;
  }
}

TEST(EveryVariable, IsDocumented) {
  std::ifstream file(XOMP_SOURCE_DIR "/docs/environment.md");
  std::stringstream text;
  text << file.rdbuf();
  for (const Variable& variable : variables()) {
    EXPECT_TRUE(has(text.str(), std::string("`") + variable.name + "`")) << variable.name;
  }
}

// The names are taken from the source, where each stands in quotes.
TEST(EveryVariable, OfOtherRuntimesIsDocumentedToo) {
  const auto text_of = [](const char* name) {
    std::stringstream text;
    text << std::ifstream(name).rdbuf();
    return text.str();
  };
  const std::string page = text_of(XOMP_SOURCE_DIR "/docs/environment.md");
  const std::string source = text_of(XOMP_SOURCE_DIR "/src/core/icv/foreign_variables.cpp");
  const std::regex row("\\{\"([A-Z_]+)\"");
  int rows = 0;
  for (std::sregex_iterator found(source.begin(), source.end(), row), end; found != end; ++found, ++rows) {
    const std::string name = (*found)[1];
    const bool is_of_a_series = name.size() == 11 && has(name, "_DEBUG");  // KMP_A_DEBUG to KMP_F_DEBUG
    EXPECT_TRUE(is_of_a_series || has(page, "`" + name + "`")) << name;
  }
  EXPECT_GT(rows, 70);
}

TEST(EveryVariable, TakesGoodValuesWithoutAWord) {
  for (const Case& each : kCases) {
    for (const std::string& value : each.good) {
      const std::string entry = std::string(each.name) + "=" + value;
      const auto& warnings = read({entry});
      EXPECT_TRUE(warnings.empty()) << entry << ": " << (warnings.empty() ? "" : warnings[0]);
    }
  }
}

const Variable& variable_named(const std::string& name) {
  for (const Variable& variable : variables()) {
    if (name == variable.name) return variable;
  }
  ADD_FAILURE() << name;
  return variables()[0];
}

TEST(EveryVariable, WarnsOnceOfABadValueAndKeepsTheDefault) {
  for (const Case& each : kCases) {
    const Variable& variable = variable_named(each.name);
    const char* row = icv_rows()[static_cast<int>(variable.sets)].name;
    read({});
    const ShownIcv before = shown(row);
    for (const std::string& value : each.bad) {
      const std::string entry = std::string(each.name) + "=" + value;
      const auto& warnings = read({entry});
      ASSERT_EQ(warnings.size(), 1u) << entry;
      EXPECT_TRUE(has(warnings[0], each.name)) << warnings[0];
      EXPECT_TRUE(has(warnings[0], std::string("'").append(value, 0, 100))) << warnings[0];
      EXPECT_TRUE(has(warnings[0], std::string("allowed: ") + variable.allowed)) << warnings[0];
      EXPECT_TRUE(has(warnings[0], "using ")) << warnings[0];
      EXPECT_EQ(warnings[0].find('\n'), std::string::npos);
      EXPECT_EQ(shown(row).value, before.value) << entry;
      EXPECT_EQ(shown(row).origin, "default") << entry;
    }
  }
}

TEST(EveryVariable, RemembersItsNameAsTheOrigin) {
  for (const Case& each : kCases) {
    const Variable& variable = variable_named(each.name);
    read({std::string(each.name) + "=" + each.good[0]});
    EXPECT_EQ(shown(icv_rows()[static_cast<int>(variable.sets)].name).origin, each.name);
  }
}

TEST(WrongValue, ReadsInFull) {
  EXPECT_EQ(read({"OMP_NUM_THREADS=abc"})[0],
            "OMP_NUM_THREADS='abc' is not valid; allowed: whole numbers from 1 to 32768, separated by commas, at most "
            "32 of them; using '6'");
  EXPECT_EQ(read({"GOMP_STACKSIZE=-3"})[0],
            "GOMP_STACKSIZE='-3' is not valid; allowed: a number of kilobytes, or one with B, K, M, G or T; from 16K "
            "to 16G; using OMP_STACKSIZE='DEFAULT'");
  EXPECT_EQ(read({"OMP_PLACES="})[0].substr(0, 33), "OMP_PLACES='' is not valid; allow");
}

TEST(WrongValue, CannotBreakTheLineOrFillTheScreen) {
  const auto& warnings = read({"OMP_NUM_THREADS=a\nb\t" + std::string(5000, 'x')});
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_TRUE(has(warnings[0], "'a?b?xxx"));
  EXPECT_TRUE(has(warnings[0], "x...'"));
  EXPECT_LT(warnings[0].size(), 400u);
}

TEST(WrongValue, SaysWhatAnotherVariableGives) {
  const auto& warnings = read({"KMP_STACKSIZE=abc", "OMP_STACKSIZE=2M"});
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_TRUE(has(warnings[0], "using OMP_STACKSIZE='2M'")) << warnings[0];
}

TEST(WrongValue, OfSeveralVariablesGivesOneWarningEach) {
  EXPECT_EQ(read({"OMP_NUM_THREADS=abc", "OMP_DYNAMIC=2", "KMP_BLOCKTIME=x", "OMP_SCHEDULE=static"}).size(), 3u);
}

TEST(WrongValue, OfAVariableWithoutEffectIsReportedToo) {
  EXPECT_EQ(read({"KMP_DISP_NUM_BUFFERS=0"})[0],
            "KMP_DISP_NUM_BUFFERS='0' is not valid; allowed: a whole number from 1 to 4096; it has no effect here in any "
            "case");
  EXPECT_EQ(read({"KMP_INIT_AT_FORK=maybe"}).size(), 1u);
  EXPECT_TRUE(read({"KMP_DISP_NUM_BUFFERS=7", "KMP_INIT_AT_FORK=no", "KMP_LOCK_KIND=queuing"}).empty());
}

TEST(WrongValue, ThatAParentHasReportedIsNotReportedAgain) {
  EXPECT_EQ(read({"OMP_NUM_THREADS=abc", "OMP_NUM_THREDS=2"}).size(), 2u);
  // FNV-1a of "OMP_NUM_THREADS=abc".
  EXPECT_EQ(read({"OMP_NUM_THREADS=abc", "OMP_NUM_THREDS=2", "XOMP_REPORTED=12345678,7bd8f19b"}).size(), 1u);
  EXPECT_EQ(read({"OMP_NUM_THREADS=abcd", "XOMP_REPORTED=12345678,7bd8f19b"}).size(), 1u);
  EXPECT_EQ(read({"OMP_NUM_THREADS=abc", "XOMP_REPORTED=" + std::string(5000, 'x')}).size(), 1u);
}

TEST(Warnings, AreSilencedByTheirVariable) {
  EXPECT_TRUE(read({"OMP_NUM_THREADS=abc", "OMP_NUM_THREDS=2", "KMP_WARNINGS=off"}).empty());
}

}  // namespace
}  // namespace xomp::icv
