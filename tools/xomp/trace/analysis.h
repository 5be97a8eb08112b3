// What a timeline says in numbers and words: tables by function and region, the longest chain, and what limits the program.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "trace/sources.h"
#include "trace/timeline.h"

namespace xomp::tool {

// What a task costs on this machine without a trace, and the threads that would like to run.
struct Machine {
  double task_ns = 0;
  int processors = 1;
};

struct FunctionRow {
  std::uint32_t site;
  std::uint64_t count = 0, moved = 0;
  std::int64_t total = 0;  // in the tasks' own bodies
  std::int64_t mean = 0, median = 0, p99 = 0;
  std::int64_t on_path = 0;                  // of the longest chain
  std::int64_t waited = 0;                   // from creation to begin, mean
  std::vector<std::int64_t> below_by_depth;  // mean of own and descendants' work, by depth
};

struct RegionRow {
  std::uint32_t site;
  std::uint64_t count = 0;
  std::int64_t ns = 0;
  std::uint32_t threads = 0;
  StateTimes time{};
  std::int64_t imbalance_lost = 0;  // thread time in which threads waited for the slowest one of a phase
  double imbalance = 1;             // most work of a thread by the mean
};

// Messages from one process to another.
struct Flow {
  std::uint32_t from, to;  // processes
  std::uint64_t count = 0, bytes = 0;
  std::int64_t took = 0, most = 0;  // ns on the way: of all together, of the slowest one
};

struct LoopRow {
  std::uint32_t site;
  int kind;
  std::uint64_t instances, iterations;
  std::int64_t sum;
};

enum class FindingKind {
  tasks_too_small,
  creation_bound,
  imbalance,
  dependence_bound,
  little_parallelism,
  locks,
  waits_in_runtime,
  messages,
  oversubscribed,
  serial,
  one_thread,
  short_regions,
  short_run,
  blocked,
  disturbed
};

struct Finding {
  FindingKind kind;
  double share;  // of the time that the threads had; how much there is to win, at most
  std::string title, evidence, place, remedy;
  std::vector<Span> where{};  // the longest pieces that it is about
};
const char* key_of(FindingKind kind);  // "tasks-too-small"

struct Analysis {
  std::vector<FunctionRow> functions;  // by work, most first
  std::vector<RegionRow> regions;
  std::vector<LoopRow> loops;
  std::vector<Flow> flows;
  std::vector<std::uint64_t> histogram;  // of tasks' own work; bucket i is from 2^(i/4) ns on
  std::vector<Finding> findings;         // largest share first
  std::vector<std::string> site_texts;   // by site
  std::vector<SourcePlace> places;
  double parallelism = 0, burdened_parallelism = 0;
  std::int64_t median_task_ns = 0;
  Machine machine;
  std::uint64_t counted = 0;  // tasks, by the processes themselves
};

// `counted`: how many tasks were made, by the count that the processes keep themselves. 0: unknown.
Analysis analyse(const Timeline& line, const Sources& sources, std::uint64_t counted, const Machine& machine);

// findings.cpp
std::vector<Finding> find_limits(const Timeline& line, const Analysis& analysis, std::uint64_t counted);
std::string time_text(double ns);
std::string share_text(double share);

}  // namespace xomp::tool
