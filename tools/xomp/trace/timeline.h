// What happened, as far as the records tell: segments of each lane, tasks, regions, loops, and where idle time comes from.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "trace/recorded_run.h"
#include "trace/task_totals.h"

namespace xomp::tool {

// What a lane does at one moment. At any moment of a lane's life it is one of these.
enum class LaneState : std::uint8_t {
  serial,   // the program, outside of regions
  work,     // bodies of tasks and of regions
  runtime,  // between bodies: looking for tasks, starting and ending regions
  idle,     // waiting in vain for a task
  barrier,
  region_end,
  taskwait,
  taskgroup,
  lock,  // waiting for a lock
  critical,
  ordered,
  front_end,  // waiting for the tasks of a front end: run().wait(), fence()
  mpi,        // in a call of MPI that may wait for other processes
  blocked,    // in a body or a serial part, but asleep in a system call
  delayed,    // would go on, but has no processor
  left_out,   // running tasks that were not recorded
  outside,    // a thread of the pool that no region has
  count
};
inline constexpr int kLaneStates = static_cast<int>(LaneState::count);
inline constexpr std::array<const char*, kLaneStates> kLaneStateNames = {
    "serial",    "work",          "runtime",      "idle",
    "barrier",   "end of region", "taskwait",     "taskgroup",
    "lock wait", "critical wait", "ordered wait", "wait for tasks",
    "MPI",       "blocked",       "no processor", "tasks not recorded",
    "outside"};

using StateTimes = std::array<std::int64_t, kLaneStates>;  // ns
inline std::int64_t& time_in(StateTimes& times, LaneState state) { return times[static_cast<std::size_t>(state)]; }
inline std::int64_t time_in(const StateTimes& times, LaneState state) { return times[static_cast<std::size_t>(state)]; }

// The runtime waits in vain for other threads of the program, or for tasks.
constexpr bool is_idle(LaneState s) { return s >= LaneState::idle && s <= LaneState::taskgroup; }
constexpr bool is_mutex(LaneState s) { return s >= LaneState::lock && s <= LaneState::ordered; }
// In the body of a task or region, also where the body sleeps or has no processor.
constexpr bool is_in_body(LaneState s) {
  return s == LaneState::work || s == LaneState::blocked || s == LaneState::delayed;
}

// Why a lane is idle at a moment, judged by what the others do.
enum class Cause : std::uint8_t {
  mutex,        // it waits for a lock
  ready,        // there are tasks that nobody has begun
  dependence,   // tasks exist, but all wait for others
  message,      // its process has nothing to do; other processes work, or their messages are on their way
  creation,     // one thread makes nearly all tasks, and they are taken as fast as it makes them
  parallelism,  // tasks run, but there are too few
  imbalance,    // no task is left; others still work in the region
  serial,       // the program is outside of regions
  one_thread,   // one thread works in a single, masked or the like
  nobody,       // no thread works: regions begin and end, threads wake up
  blocked,      // the threads that have work sleep in system calls
  delayed,      // the threads that have work have no processor
  count
};
inline constexpr int kCauses = static_cast<int>(Cause::count);

inline constexpr std::uint32_t kNoIndex = UINT32_MAX;

// A piece of a lane.
struct Span {
  std::int64_t begin, end;  // ns
  std::uint32_t lane;
};

// What tasks with one body have in common; also names of front ends' tasks, and bodies of regions.
struct Site {
  std::uint64_t body = 0;  // address; 0: `name` is all
  std::uint64_t call = 0;  // address after the construct; 0: unknown
  std::string name;        // of a front end's task
  enum Kind : std::uint8_t { task, region, graph, loop, mutex, wait, initial, native, waiting_call } kind = task;
};

struct Segment {
  std::int64_t begin, end;  // ns
  std::uint32_t what;       // work: index of the task, or kNoIndex; else index of a site, or kNoIndex
  std::uint32_t site;       // kNoIndex: none
  LaneState state;
};

struct Task {
  std::int64_t created = -1, begun = -1, ended = -1;
  std::int64_t own = 0;    // ns in its own body
  std::int64_t below = 0;  // ns in the bodies of its descendants that have ended
  std::int64_t span = 0;   // longest chain of work up to now, from the beginning of the trace
  std::int64_t children_span = 0, descendants_span = 0;
  std::uint32_t site = kNoIndex, parent = kNoIndex;
  std::uint32_t creator_lane = kNoIndex, lane = kNoIndex;
  std::uint32_t path = kNoIndex;           // of the span (Path)
  std::uint32_t children_path = kNoIndex;  // of children_span
  std::uint32_t descendants_path = kNoIndex;
  std::uint32_t children = 0;
  std::uint32_t unmet = 0;   // dependences on tasks that have not ended
  std::uint32_t living = 0;  // children that have not ended, or that have living ones themselves
  std::uint64_t number = 0;  // among what its creator's lane has given numbers to
  std::uint16_t depth = 0;
  std::uint8_t flags = 0;  // trace_file::Creation
  bool is_blocked = false, was_blocked = false, is_graph = false;
};

// A piece of the longest chain: work in one site after another chain.
struct Path {
  std::int64_t work;
  std::uint32_t site, task, before;
};

struct Dependence {
  std::uint32_t earlier, later;  // tasks
};

struct Region {
  std::uint32_t site = kNoIndex;
  std::int64_t begin = -1, end = -1;
  std::uint32_t lane = 0, threads = 0;
  bool is_ours = false;                   // no construct of the program's: threads of a front end
  std::int64_t span = 0, begin_span = 0;  // longest chain inside
  std::uint32_t path = kNoIndex;
  StateTimes time{};
  struct Phase {  // between two barriers: work of the implicit tasks' own bodies
    std::int64_t most = 0, sum = 0;
    std::uint32_t threads = 0;
  };
  std::vector<Phase> phases;
};

struct Loop {  // all instances of one worksharing construct
  std::uint32_t site = kNoIndex;
  int kind = 0;
  std::uint64_t instances = 0, iterations = 0, chunks = 0;
  std::int64_t sum = 0, most = 0;  // work of all threads; of the slowest one of each instance, times the threads
};

// A thread's part in a worksharing construct.
struct LoopPiece {
  std::int64_t begin, end;
  std::uint32_t lane, loop;  // place in Timeline::loops
  std::uint64_t iterations;  // of the whole loop; 0: unknown
};

struct MutexUse {
  std::uint64_t waits = 0, holds = 0;
  std::int64_t waited = 0, held = 0;
};

struct LaneSummary {
  StateTimes time{};
  std::uint64_t tasks = 0, created = 0, moved = 0;
  std::uint64_t dropped = 0;
  std::uint32_t thread_id = 0;
  bool is_root = false, has_records = false, moves_messages = false;
  std::uint32_t process = 0;
  std::string name;  // "thread 3", of several processes "1: thread 3"
};

// Shares of one moment of the run.
struct Bin {
  float running = 0, ready = 0, idle = 0, created = 0;
};
inline constexpr int kBins = 1500;

struct Dropped {
  std::uint32_t lane;
  std::uint64_t records;
  std::int64_t from, to;
};

// Limits, so that a long trace needs little more memory than a short one.
struct ReplayLimits {
  // The first tasks are kept one by one. Of later ones only the totals are: another task takes their place when they
  // and their descendants have ended.
  std::size_t tasks = 1'500'000;
  std::size_t segments = 12'000'000;    // beyond that the shortest ones are joined
  std::size_t dependences = 2'000'000;  // of kept tasks; the first ones
  std::size_t loop_pieces = 1'000'000;  // the first ones
  std::size_t paths = 4'000'000;        // beyond that those are dropped that nothing goes on from
};

struct Timeline {
  std::int64_t end_ns = 0;
  std::int64_t began_in_region = 0;
  std::vector<Site> sites;
  std::unordered_map<std::uint64_t, std::uint64_t>
      texts_of_places;                         // by call: where the compiler's text of its place lies
  std::vector<std::vector<Segment>> segments;  // by lane
  std::vector<LaneSummary> lanes;
  std::vector<Task> tasks;              // kept ones, then places of living ones
  TaskTotals totals;                    // of tasks that gave their places away; finish() adds the others
  RecordingCost recording_cost;         // as it was known when the first one did
  std::vector<Dependence> dependences;  // in the order of time
  std::vector<Region> regions;
  std::vector<Loop> loops;
  std::vector<LoopPiece> loop_pieces;  // in the order of their ends
  std::vector<Path> paths;
  std::unordered_map<std::uint32_t, MutexUse> mutexes;  // by site
  std::vector<Bin> bins;
  std::vector<Dropped> dropped;
  // Time that threads lost by cause, and by site of what ran meanwhile: idle lanes' time, and that of the threads that a process might have
  // used where it was outside of regions and tasks.
  std::array<std::int64_t, kCauses> lost{};
  std::array<std::unordered_map<std::uint32_t, std::int64_t>, kCauses> lost_by_site;
  std::array<std::vector<Span>, kCauses> lost_where;  // the longest pieces
  StateTimes time{};
  // What all shares are shares of: the lanes' time, and where a process was outside of regions and tasks, that of all its threads.
  std::int64_t thread_ns = 0;
  std::int64_t blocked_in_bodies_ns = 0;
  std::int64_t delayed_in_crowd_ns = 0;  // while more lanes wanted a processor than there are
  bool has_regions = false;              // of the program; tasks of front ends need none
  std::int64_t region_ns = 0;            // in which a region was under way
  std::uint32_t most_lanes = 0;          // in a region at once
  std::uint32_t creator_lane = 0;        // that made most tasks
  std::uint64_t created = 0, begun = 0, ended = 0, discarded = 0;
  std::int64_t work_ns = 0, span_ns = 0;
  std::uint32_t span_path = kNoIndex;
  bool leaves_out = false;  // some tasks were not recorded
  std::uint64_t negative_edges = 0;
  std::int64_t worst_negative_ns = 0;
  std::uint32_t processes = 1;
  std::vector<RecordedMessage> messages;
  std::uint64_t half_messages = 0;  // of which one end was not recorded
};

// The shortest task shows what recording adds to each. An empty body takes a few nanoseconds; what a creation adds was measured.
RecordingCost recording_cost(const Timeline& line);

Timeline replay(const RecordedRun& run, const ReplayLimits& limits = {});

}  // namespace xomp::tool
