// The state while records are replayed in the order of time. Internal to timeline.cpp and its parts.
#pragma once

#include <unordered_map>
#include <utility>
#include <vector>

#include "trace/longest_spans.h"
#include "trace/number_table.h"
#include "trace/timeline.h"

namespace xomp::tool {

struct Frame {
  // region: between its begin and the implicit task, where the runtime is at work.
  // call: one that is no construct, and waits.
  enum Kind : std::uint8_t { initial, implicit, task, sync, graph, region, call } kind;
  std::uint8_t aux = 0;            // of a wait or call: its kind
  std::uint32_t index = kNoIndex;  // of a task; of a region
  std::uint32_t site = kNoIndex;
  std::int64_t own_in_phase = 0;  // implicit: own work since the last barrier
  std::uint32_t phase = 0;
  // For an implicit task: its chain of work. A task has one in Timeline::tasks.
  std::int64_t span = 0;
  std::uint32_t path = kNoIndex;
  std::int64_t children_span = 0;
  std::uint32_t children_path = kNoIndex;
  std::uint32_t created = 0;  // tasks that it has made itself
  std::uint32_t loops = 0;    // implicit: worksharing constructs so far
  std::int64_t first_created = 0, last_created = 0;
};

struct Cursor {  // a lane's next record
  const std::vector<RawChunk>* chunks = nullptr;
  std::size_t chunk = 0, record = 0;

  const trace_file::Record* look();
  // Returns the `more` after the record that look() gave last, or nullptr.
  const trace_file::Record* more();
};

// When a thread that had something to do did not run, and why. The system tells the recorder once in a while how long the thread has run,
// and for how long others had the processors. What is missing is put where the lane was silent longest: there the thread slept in a call,
// waited for a file, or lost its processor. So the sums are exact, and the places are likely ones.
struct Absence {
  enum Why : std::uint8_t {
    blocked,    // in a system call: it slept, or waited for a file, a pipe, a lock of the system
    delayed,    // it wanted to run, and others had the processors; also in a wait, where it was woken or looks again
    front_end,  // it slept in a wait of a front end
  };
  std::int64_t begin, end;  // ns
  Why why;
};

// Of one lane, in the order of time. They do not overlap.
std::vector<Absence> find_absences(const RecordedRun& run, std::uint32_t lane);

struct LaneReplay {
  Cursor cursor;
  std::uint32_t process = 0;
  std::size_t begun_chunks = 0;
  std::uint64_t numbers = 0;  // given out so far
  std::vector<Frame> stack;
  std::int64_t since = 0;  // begin of the segment under way
  bool is_alive = false, is_idle = false, is_root = false;
  std::uint32_t region = kNoIndex;       // innermost
  LaneState plain = LaneState::outside;  // at the level of states
  std::vector<Absence> absences;
  std::size_t absence = 0;  // the one under way, or the next one
  bool is_absent = false;
  int single = 0;                // inside so many singles or masked
  std::int64_t work_began = 0;   // of the worksharing construct
  std::uint64_t iterations = 0;  // by all threads
  std::int64_t work_in_loop = 0;
  std::uint32_t loop = kNoIndex;

  const Absence* away() const { return is_absent ? &absences[absence] : nullptr; }
  // When the next absence begins, or the one under way ends.
  std::int64_t border() const {
    if (absence == absences.size()) return INT64_MAX;
    return is_absent ? absences[absence].end : absences[absence].begin;
  }
};

// What one process has at a moment.
struct Balance {
  std::int64_t ready = 0, blocked = 0, running = 0;                                    // tasks
  std::uint32_t regions = 0;                                                           // under way
  std::uint32_t idle = 0, busy = 0, blocked_lanes = 0, delayed_lanes = 0, in_mpi = 0;  // while advance() counts them
  std::uint32_t waits_delayed = 0;  // idle ones that have no processor to see that their wait is over
  std::uint32_t lanes_in_region = 0, most_lanes = 0;
  std::uint32_t present = 0;  // lanes that are not outside
  // Time in which it was outside of regions and tasks, by cause, and its lanes' time meanwhile.
  std::array<std::int64_t, kCauses> alone{}, present_while_alone{};
};

class Replay {
 public:
  Replay(const RecordedRun& run, const ReplayLimits& limits);
  Timeline run();

 private:
  void handle(std::uint32_t lane, const trace_file::Record& record, std::int64_t at);
  // Records that change no lane's state. Returns false if it is another one.
  bool note_aside(std::uint32_t lane, const trace_file::Record& record, std::int64_t at);
  void note_call(std::uint64_t body, std::uint64_t call);  // where the tasks of this function are made
  void begin_thread(std::uint32_t lane, const trace_file::Record& record);
  void change_state(std::uint32_t lane, int activity);
  void handle_task(std::uint32_t lane, const trace_file::Record& record, std::int64_t at);
  void handle_wait(std::uint32_t lane, const trace_file::Record& record, std::int64_t at);
  void begin_wait(std::uint32_t lane, const trace_file::Record& record);
  void count_mutex_wait(std::uint32_t lane, const trace_file::Record& record, std::uint64_t ticks, std::int64_t at);
  std::int64_t next_moment(std::uint32_t lane);
  void take_next(std::uint32_t lane, std::int64_t moment);
  void cross_absence(std::uint32_t lane, std::int64_t at);
  void handle_call(std::uint32_t lane, const trace_file::Record& record);
  void count_threads();
  void sum_up_time();
  void handle_work(std::uint32_t lane, const trace_file::Record& record, std::int64_t at);
  void look_through(std::uint32_t lane);
  void reserve();
  void name_lanes();
  void finish();

  // segments.cpp
  LaneState state_of(const LaneReplay& lane) const;
  LaneState present_state_of(const LaneReplay& lane) const;  // as if it had a processor and did not sleep
  LaneState wait_state_of(const LaneReplay& lane) const;
  void flush(std::uint32_t lane, std::int64_t at);  // ends the segment under way
  void relabel(std::uint32_t lane, std::int64_t from, std::int64_t to, std::uint32_t site, LaneState state);
  void advance(std::int64_t at);  // global time: who is idle, and why
  Cause cause_of_idleness(std::uint32_t process) const;
  Cause cause_of_being_alone(const Balance& here) const;
  bool makes_many_tasks(const LaneReplay& lane) const;
  Balance& balance_of(std::uint32_t lane) { return balances_[lanes_[lane].process]; }
  const Balance& balance_of(const LaneReplay& lane) const { return balances_[lane.process]; }
  void count_lost_time(std::int64_t from, std::int64_t to);
  Cause count_lost_time_of(std::uint32_t process, std::int64_t ns);
  void fill_bins(std::int64_t from, std::int64_t to);
  std::uint32_t site_at_work() const;
  void join_short_segments();

  // spans.cpp
  void add_work(LaneReplay& lane, std::int64_t ns);
  void extend_path(std::int64_t& span, std::uint32_t& path, std::uint32_t site, std::uint32_t task, std::int64_t ns);
  void join(std::int64_t& span, std::uint32_t& path, std::int64_t other, std::uint32_t other_path);
  void begin_span(Task& task, std::uint32_t index);
  void end_span(Task& task);
  void end_wait_span(LaneReplay& lane, int kind);
  std::pair<std::int64_t*, std::uint32_t*> span_of(Frame& frame);
  void forget_paths();  // those that nothing can go on from

  // replay_tasks.cpp
  // As the lane's process numbers them; kNoIndex: there is none of this kind.
  std::uint32_t numbered_task(std::uint32_t lane, std::uint64_t number) const;
  std::uint32_t numbered_region(std::uint32_t lane, std::uint64_t number) const;
  void create(std::uint32_t lane, const trace_file::Record& record, std::int64_t at);
  void join_parent(Task& task, LaneReplay& lane, std::int64_t at);
  void begin(std::uint32_t lane, std::uint32_t index, std::int64_t at);
  void end(std::uint32_t lane, std::int64_t at);
  std::uint32_t place_for_task();
  void retire(std::uint32_t index);  // the task has ended, or its last child is retired
  void add_dependence(std::uint32_t lane, std::uint64_t later, std::uint64_t earlier);
  void graph_task(std::uint32_t lane, bool begins, std::uint32_t site, std::int64_t at);

  std::uint32_t site_for(std::uint32_t lane, Site::Kind kind, std::uint64_t address);
  std::uint32_t graph_site(std::uint32_t lane, std::uint64_t name);
  std::uint32_t named_site(std::uint32_t lane, Site::Kind kind, std::uint64_t name, const char* unnamed);
  void begin_region(std::uint32_t lane, const trace_file::Record& record, std::int64_t at);
  void end_region(std::uint32_t lane, std::int64_t at);
  void begin_implicit(std::uint32_t lane, const trace_file::Record& record, std::int64_t at);
  void end_implicit(std::uint32_t lane, std::int64_t at);
  void end_phase(LaneReplay& lane);
  void begin_loop(std::uint32_t lane, const trace_file::Record& record, std::int64_t at);
  void end_loop(std::uint32_t lane, std::int64_t at);

  const RecordedRun& run_;
  Timeline line_;
  std::vector<LaneReplay> lanes_;
  // Found by lane and count. A lane's tasks and regions share its numbers.
  std::vector<NumberTable> numbered_tasks_, numbered_regions_;
  std::unordered_map<std::uint64_t, std::uint32_t> sites_;
  std::unordered_map<std::string, std::uint32_t> graph_sites_;  // by name
  std::unordered_map<std::uint32_t, std::uint32_t> loops_;      // by site: place in Timeline::loops
  std::unordered_map<std::uint64_t, std::uint64_t> calls_;      // of bodies
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> successors_;
  struct LoopInstance {
    std::int64_t sum = 0, most = 0;
    std::uint32_t threads = 0;
  };
  std::unordered_map<std::uint64_t, LoopInstance> instances_;  // by region, loop and occurrence
  std::vector<std::uint32_t> free_places_;                     // in Timeline::tasks
  std::size_t segments_ = 0;                                   // on all lanes, about
  std::vector<std::uint32_t> place_of_path_;                   // of forget_paths(), which is called often
  ReplayLimits limits_;
  std::int64_t now_ = 0;
  std::int64_t bin_ns_ = 1, bin_ = 0;  // the bin of this moment
  float of_bin_ = 1;                   // a nanosecond's share of it
  // The state of this moment.
  std::vector<Balance> balances_;  // by process
  std::uint32_t last_busy_ = 0;
  std::uint32_t processors_ = 1;
  bool is_crowded_ = false;  // more lanes want a processor than there are
  LongestSpans lost_where_;
  std::vector<Cause> lost_cause_;  // by process, at this moment
  bool reports_tasks_ = true;
};

}  // namespace xomp::tool
