// The table of presets. All systems whose runtime starts whatever task comes have constraint=off, and none has XOMP's in-place rule. Where a
// paper's threads poll as long as they wait, the preset says so by KMP_BLOCKTIME.
#include "core/icv/presets.h"

#include <iterator>

namespace xomp::icv {

namespace {

constexpr const char* kPolls = "KMP_BLOCKTIME=infinite";

constexpr const char* kXQueue[] = {"XOMP_SCHEDULE_POLICY=xqueue:in_place=off,constraint=off", kPolls};
constexpr const char* kXGomp[] = {"XOMP_SCHEDULE_POLICY=xqueue:in_place=off,constraint=off", "XOMP_BARRIER=word",
                                  kPolls};
constexpr const char* kXGompTb[] = {"XOMP_SCHEDULE_POLICY=xqueue:in_place=off,constraint=off", "XOMP_BARRIER=tree",
                                    kPolls};
constexpr const char* kWait[] = {"XOMP_SCHEDULE_POLICY=xqueue-wait:in_place=off,constraint=off", kPolls};
constexpr const char* kNoWait[] = {"XOMP_SCHEDULE_POLICY=xqueue-nowait:n=1,in_place=off,constraint=off", kPolls};
constexpr const char* kNoWait2[] = {"XOMP_SCHEDULE_POLICY=xqueue-nowait:n=2,in_place=off,constraint=off", kPolls};
constexpr const char* kOmpi[] = {
    "XOMP_SCHEDULE_POLICY=cc:queue=24,free=0.3,in_place=off,constraint=off,returns=pending"};
constexpr const char* kNaRp[] = {"XOMP_SCHEDULE_POLICY=na-rp:in_place=off,constraint=off", "XOMP_BARRIER=tree", kPolls};
constexpr const char* kNaWs[] = {"XOMP_SCHEDULE_POLICY=na-ws:in_place=off,constraint=off", "XOMP_BARRIER=tree", kPolls};
constexpr const char* kTtg[] = {"XOMP_SCHEDULE_POLICY=llp:in_place=off", "XOMP_TTG_TABLE=chained"};
constexpr const char* kTtgBefore[] = {"XOMP_SCHEDULE_POLICY=lfq:in_place=off", "XOMP_TTG_TABLE=chained",
                                      "XOMP_TTG_TERMINATION=process"};
constexpr const char* kHybrid[] = {"XOMP_SCHEDULE_POLICY=hybrid:in_place=off,constraint=off"};
constexpr const char* kLocalFirst[] = {"XOMP_SCHEDULE_POLICY=local-first:in_place=off,constraint=off"};

constexpr const char* kXQueuePaper = "Nookala et al., XQueue, MASCOTS 2021, section III";
constexpr const char* kGnuXTask = "Wang et al., Exploring Fine-Grained Parallelism, 2025, section 2";
constexpr const char* kTtgPaper = "Schuchart et al., Pushing the Boundaries of Small Tasks, 2022, section IV";
constexpr const char* kLengths = "the queues' length (256 tasks a pair of threads); a full queue runs the task at once";

constexpr Preset kPresets[] = {
    {"xqueue", "XQueue in LLVM's OpenMP: static round robin into lock-less queues, no stealing", kXQueuePaper, kLengths,
     kXQueue},
    {"x-openmp-wait", "X-OpenMP whose thieves wait for the stolen task", "Nookala et al., X-OpenMP, 2024, section 4.1",
     "how often a thief looks before it gives up (16 to 1024)", kWait},
    {"x-openmp-nowait", "X-OpenMP whose thieves look on; a request brings one task",
     "Nookala et al., X-OpenMP, 2024, section 4.2", kLengths, kNoWait},
    {"x-openmp-nowait-2", "X-OpenMP whose thieves look on; a request brings two tasks",
     "Nookala et al., X-OpenMP, 2024, section 4.2", kLengths, kNoWait2},
    {"ompi", "OMPi: short queues taken from by combining, depth first from full to 30 % free; ended tasks have a flag",
     "Agathos et al., Efficient OpenMP Tasking, 2012, sections 3.1 to 3.3", "how a thread waits; the barrier", kOmpi},
    {"xgomp", "GNU-XTask without its tree barrier: XQueue in GNU's OpenMP, one word as the barrier", kGnuXTask,
     kLengths, kXGomp},
    {"xgomptb", "GNU-XTask: XQueue and the distributed tree barrier", kGnuXTask, "the tree's fan-out (4)", kXGompTb},
    {"na-rp", "GNU-XTask with NUMA-aware redirected pushes", kGnuXTask,
     "victims, tasks a request, interval and share of near requests (the paper points to a guide)", kNaRp},
    {"na-ws", "GNU-XTask with NUMA-aware work stealing", kGnuXTask,
     "victims, tasks a request, interval and share of near requests (the paper points to a guide)", kNaWs},
    {"ttg", "TTG with the paper's changes: lists by priority in each thread", kTtgPaper, "how a thread waits", kTtg},
    {"ttg-before", "TTG before the paper's changes: bounded buffers and a FIFO for all", kTtgPaper,
     "the buffers' length (16 tasks)", kTtgBefore},
    {"x-taskflow-hybrid", "X-TaskFlow: round robin, own tasks newest first, stealing by request",
     "Wang et al., Exploring Fine-Grained Parallelism, 2025, section 3", kLengths, kHybrid},
    {"x-taskflow-lf", "X-TaskFlow, local first: tasks stay with their thread until one asks",
     "Wang et al., Exploring Fine-Grained Parallelism, 2025, section 3", "how many tasks serve a request (32)",
     kLocalFirst},
};

}  // namespace

std::span<const Preset> presets() { return kPresets; }

Verdict read_preset(text::Cursor value) {
  for (const Preset& preset : kPresets) {
    if (!value.is(preset.name)) continue;
    global.preset = &preset;
    return Verdict::accepted;
  }
  return Verdict::wrong;
}

void write_preset(text::Line& line, const TaskIcv&) { line.add(global.preset != nullptr ? global.preset->name : ""); }

}  // namespace xomp::icv
