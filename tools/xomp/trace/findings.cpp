// "What limits you": each finding has a number, a place and a remedy. A finding's share is the part of the threads' time that
// is lost to it, so they can be compared, and the largest comes first.
#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "trace/find.h"

namespace xomp::tool {

namespace {

// On each lane from the first task of this site to the last one.
std::vector<Span> reach_of(const Timeline& line, std::uint32_t site) {
  std::vector<Span> spans;
  for (std::uint32_t lane = 0; lane < line.segments.size(); ++lane) {
    Span reach{-1, -1, lane};
    for (const Segment& s : line.segments[lane]) {
      if ((s.what != kNoIndex ? line.tasks[s.what].site : s.site) != site) continue;
      if (reach.begin < 0) reach.begin = s.begin;
      reach.end = s.end;
    }
    if (reach.begin >= 0) spans.push_back(reach);
  }
  return spans;
}

// Returns the depth from which on the mean subtree is so short that it should be one task.
int cutoff_depth(const FunctionRow& row, double least_ns) {
  for (std::size_t d = 1; d < row.below_by_depth.size(); ++d)
    if (static_cast<double>(row.below_by_depth[d]) < least_ns) return static_cast<int>(d);
  return -1;
}

// Tasks of this many times their cost are too small, and should have that many.
constexpr double kTooSmall = 5, kWanted = 20;

const FunctionRow* most_frequent_small(const Context& c) {
  const FunctionRow* worst = nullptr;
  for (const FunctionRow& row : c.analysis.functions)
    if (c.line.sites[row.site].name.empty() &&
        static_cast<double>(row.median) < kTooSmall * c.analysis.machine.task_ns &&
        (worst == nullptr || row.count > worst->count))
      worst = &row;
  return worst;
}

// How many tasks there were. Those that were left out ran at full speed inside of recorded ones. Nobody has counted them, but as long as they
// are like the others, their time tells their number.
struct TaskCount {
  double all, left_out;
};
TaskCount count_tasks(const Context& c) {
  const auto known = static_cast<double>(std::max(c.line.begun, c.counted));
  if (!c.line.leaves_out) return {known, 0};
  std::int64_t left_out = c.time(LaneState::left_out);
  for (const Task& t : c.line.tasks)
    if ((t.flags & trace_file::kLast) != 0) left_out += t.own;
  const double each = static_cast<double>(c.analysis.median_task_ns) + c.analysis.machine.task_ns;
  const double more = static_cast<double>(left_out) / std::max(each, 1.0);
  return {known + more, more};
}

// Without a trace the threads would spend this part of their busy time on so many tasks themselves, at their cheapest.
// If most tasks are small, waiting and searching for them come on top, and so does waiting for the thread that makes them.
double lost_by_small(const Context& c, const TaskCount& tasks) {
  const double cost = c.analysis.machine.task_ns;
  std::int64_t work = 0;
  std::uint64_t small = 0;
  for (const FunctionRow& row : c.analysis.functions) {
    work += row.total;
    if (static_cast<double>(row.median) < kTooSmall * cost) small += row.count;
  }
  const double useful = std::max(static_cast<double>(work) - tasks.left_out * cost, 0.0);
  const std::int64_t busy = c.time(LaneState::work) + c.time(LaneState::left_out);
  double lost = static_cast<double>(busy) * tasks.all * cost / (tasks.all * cost + useful + 1);
  if (2 * small > c.line.begun)
    lost += static_cast<double>(c.time(LaneState::runtime) + c.lost(Cause::ready) + c.lost(Cause::creation));
  return lost;
}

std::string remedy_for_small(const FunctionRow& row, double cost) {
  const int depth = cutoff_depth(row, kWanted * cost);
  if (depth > 0 && row.below_by_depth.size() > 2 && row.below_by_depth.front() > row.below_by_depth.back())
    return fmt::format(
        "Stop making tasks {} levels down: below that a whole subtree takes {} on average, less than {:.0f} times a "
        "task's cost. "
        "Call the function directly there, or use the clause final.",
        depth, time_text(static_cast<double>(row.below_by_depth[static_cast<std::size_t>(depth)])), kWanted);
  const double together = std::ceil(kWanted * cost / std::max(1.0, static_cast<double>(row.median)));
  return fmt::format(
      "Let one task do the work of {:.0f}: a taskloop with grainsize({:.0f}), or a loop inside the task.", together,
      together);
}

void find_small_tasks(const Context& c) {
  const double cost = c.analysis.machine.task_ns;
  const FunctionRow* const worst = cost > 0 ? most_frequent_small(c) : nullptr;
  if (worst == nullptr) return;
  const double part = static_cast<double>(worst->count) / static_cast<double>(std::max<std::uint64_t>(c.line.begun, 1));
  TaskCount tasks = count_tasks(c);
  tasks = {tasks.all * part, tasks.left_out * part};
  c.add(FindingKind::tasks_too_small,
        std::min(0.99, lost_by_small(c, tasks) / static_cast<double>(std::max<std::int64_t>(c.line.thread_ns, 1))),
        "Tasks are too small",
        fmt::format("{} tasks; half of them take less than {}, and a task costs {} on this machine.",
                    tasks.left_out > 0 ? fmt::format("About {:.2g} million", tasks.all / 1e6)
                                       : fmt::format("{:.0f}", tasks.all),
                    time_text(static_cast<double>(std::max<std::int64_t>(worst->median, 1))), time_text(cost)),
        c.place(worst->site), remedy_for_small(*worst, cost), reach_of(c.line, worst->site));
}

void find_creation(const Context& c) {
  const LaneSummary& creator = c.line.lanes[c.line.creator_lane];
  const double part =
      c.line.created > 0 ? static_cast<double>(creator.created) / static_cast<double>(c.line.created) : 0;
  if (part < 0.8) return;
  const std::uint32_t site = c.analysis.functions.empty() ? kNoIndex : c.analysis.functions.front().site;
  c.add(FindingKind::creation_bound, c.share(c.lost(Cause::creation)), "One thread cannot make tasks fast enough",
        fmt::format("The {} makes {} of the {} tasks that were recorded. The others wait {} of the threads' time for "
                    "the next one.",
                    c.line.lanes[c.line.creator_lane].name, share_text(part), c.line.created,
                    share_text(c.share(c.lost(Cause::creation)))),
        c.place(site),
        "Make tasks in parallel: a taskloop, a worksharing loop whose iterations make tasks, or tasks that split "
        "their range in two.",
        c.where(Cause::creation));
}

void find_imbalance(const Context& c) {
  if (c.analysis.regions.empty()) return;
  const std::uint32_t site = c.worst_site(Cause::imbalance);
  const RegionRow* row = &c.analysis.regions.front();
  for (const RegionRow& r : c.analysis.regions)
    if (r.site == site || (site == kNoIndex && r.imbalance_lost > row->imbalance_lost)) row = &r;
  // Where a thread waits for one that has no processor, that is no matter of distribution: the work itself tells.
  std::int64_t by_work = 0;
  for (const RegionRow& r : c.analysis.regions) by_work += r.imbalance_lost;
  const double lost = c.share(std::min(c.lost(Cause::imbalance), by_work));
  c.add(
      FindingKind::imbalance, lost, "The work is unevenly distributed",
      fmt::format("Threads wait for slower ones at barriers for {} of the threads' time. The slowest thread has {:.2f} "
                  "times the mean work.",
                  share_text(lost), row->imbalance),
      c.place(row->site),
      "Use schedule(dynamic) or schedule(guided), with smaller chunks at the end, or a taskloop. If one iteration has "
      "much of the work, split it.",
      c.where(Cause::imbalance));
}

void find_dependences(const Context& c) {
  const std::uint32_t site = c.worst_site(Cause::dependence);
  const std::uint64_t blocked = c.line.totals.blocked();
  std::int64_t on_path = 0, mean = 0;
  for (const FunctionRow& row : c.analysis.functions)
    if (row.site == site) on_path = row.on_path, mean = row.mean;
  c.add(FindingKind::dependence_bound, c.share(c.lost(Cause::dependence)), "Tasks wait for their dependences",
        fmt::format(
            "{} of {} recorded tasks waited for others. For {} of the threads' time no task was ready. The longest "
            "chain takes "
            "{}, {} of it "
            "in this function ({} a task).",
            blocked, c.line.begun, share_text(c.share(c.lost(Cause::dependence))),
            time_text(static_cast<double>(c.line.span_ns)),
            share_text(c.line.span_ns > 0 ? static_cast<double>(on_path) / static_cast<double>(c.line.span_ns) : 0),
            time_text(static_cast<double>(mean))),
        c.place(site),
        "Split this function's task so that parts of it depend on less, give the tasks of the chain a higher priority, "
        "or "
        "use in and mutexinoutset where the order does not matter.",
        c.where(Cause::dependence));
}

void find_parallelism(const Context& c) {
  const std::int64_t lost = c.lost(Cause::parallelism);
  if (c.analysis.parallelism > 4.0 * std::max(1u, c.line.most_lanes)) return;
  const std::string waited = fmt::format("Threads waited for {} of the threads' time.", share_text(c.share(lost)));
  const std::string threads = fmt::format("{} were there. ", c.line.most_lanes) + waited;
  // For front ends' tasks no chain is known.
  std::string evidence = "Fewer tasks could run at a time than there are threads. " + waited;
  if (c.line.span_ns > 0)
    evidence = fmt::format("The work is {}, its longest chain {}: {:.1f} threads could be kept busy, {}",
                           time_text(static_cast<double>(c.line.work_ns)),
                           time_text(static_cast<double>(c.line.span_ns)), c.analysis.parallelism, threads);
  c.add(FindingKind::little_parallelism, c.share(lost), "There is too little parallelism", std::move(evidence),
        c.place(c.worst_site(Cause::parallelism)),
        "No runtime helps here. Split the longest task, start it first, or choose an algorithm with a shorter chain.",
        c.where(Cause::parallelism));
}

void find_locks(const Context& c) {
  const std::uint32_t site = c.worst_site(Cause::mutex);
  std::uint32_t holder = kNoIndex;  // where a lock is held longest, also by a thread that did not wait
  std::int64_t held = 0;
  std::uint64_t waits = 0;
  for (const auto& [s, use] : c.line.mutexes) {
    waits += use.waits;
    if (use.held > held) held = use.held, holder = s;
  }
  std::string evidence = fmt::format("Threads waited {} times, for {} of the threads' time.", waits,
                                     share_text(c.share(c.lost(Cause::mutex))));
  if (holder != kNoIndex)
    evidence += fmt::format(" It is held longest, {} in all, {}.", time_text(static_cast<double>(held)),
                            holder == site ? "by the same construct" : "after " + c.place(holder));
  const bool is_critical = c.time(LaneState::critical) > c.time(LaneState::lock);
  const bool is_ordered = c.time(LaneState::ordered) > std::max(c.time(LaneState::lock), c.time(LaneState::critical));
  c.add(FindingKind::locks, c.share(c.lost(Cause::mutex)),
        is_ordered    ? "Threads wait for their turn in an ordered construct"
        : is_critical ? "Threads wait for a critical construct"
                      : "Threads wait for a lock",
        std::move(evidence), c.place(site),
        is_ordered ? "Do less in the ordered construct, or keep the results and write them in order after the loop."
                   : "Do less while the lock is held, use several locks, or a reduction, an atomic, or a copy for each "
                     "thread.",
        c.where(Cause::mutex));
}

void find_waits(const Context& c) {
  const std::int64_t lost = c.lost(Cause::ready);
  std::uint64_t moved = 0;
  for (const LaneSummary& lane : c.line.lanes) moved += lane.moved;
  const double part = c.line.begun > 0 ? static_cast<double>(moved) / static_cast<double>(c.line.begun) : 0;
  c.add(FindingKind::waits_in_runtime, c.share(lost), "Threads wait although tasks are ready",
        fmt::format("For {} of the threads' time a thread was idle while tasks waited. {} of the tasks ran on another "
                    "thread than the one that "
                    "made them.",
                    share_text(c.share(lost)), share_text(part)),
        c.place(c.worst_site(Cause::ready)),
        "Try another policy (xomp info --policies, xomp tune). If a long task keeps its thread from serving others, "
        "split it.",
        c.where(Cause::ready));
}

// Nobody works though a region is under way. Where regions are few or long, threads are being started, or wake up.
void find_short_regions(const Context& c) {
  constexpr std::uint64_t kMany = 20;
  constexpr double kLong_ns = 2e6;
  std::uint64_t regions = 0;
  for (const RegionRow& row : c.analysis.regions) regions += row.count;
  const double each = static_cast<double>(c.line.region_ns) / static_cast<double>(std::max<std::uint64_t>(regions, 1));
  double lost = c.share(c.lost(Cause::nobody));
  if (regions < kMany || each >= kLong_ns) {
    constexpr std::int64_t kShortRun_ns = 50'000'000;
    if (c.line.end_ns >= kShortRun_ns) return;
    c.add(FindingKind::short_run, lost, "The run is too short to tell",
          fmt::format("It took {}. For {} of the threads' time nobody worked: threads were being started, or woke up.",
                      time_text(static_cast<double>(c.line.end_ns)), share_text(lost)),
          "", "Give the program more to do.", c.where(Cause::nobody));
    return;
  }
  // Where nobody disturbs them, threads begin and end a region so quickly that none of them counts as idle.
  lost += c.share(c.time(LaneState::runtime));
  c.add(FindingKind::short_regions, lost, "Regions begin and end more often than they work",
        fmt::format("{} regions of {} on average. Beginning and ending them takes {} of the threads' time.", regions,
                    time_text(each), share_text(lost)),
        c.place(c.analysis.regions.front().site),
        "Put several loops into one region, with nowait where they are independent, or an if clause on short ones.",
        longest_in(c.line, LaneState::runtime));
}

void find_serial_parts(const Context& c) {
  if (const double lost = c.share(c.lost(Cause::serial)); c.is_worth_saying(lost)) {
    const bool has_regions = c.line.has_regions;
    c.add(FindingKind::serial, lost,
          has_regions ? "The program is outside of parallel regions" : "The program is outside of tasks",
          fmt::format("For {} of the threads' time only the program's first thread was at work, outside of {}. The "
                      "others could have worked meanwhile.",
                      share_text(lost), has_regions ? "regions" : "tasks"),
          "",
          has_regions ? "Make more of the program parallel, reading and writing of files too."
                      : "Make tasks of more of the program, reading and writing of files too.",
          longest_in(c.line, LaneState::serial));
  }
  c.add(FindingKind::one_thread, c.share(c.lost(Cause::one_thread)), "One thread works, the others wait for it",
        fmt::format("For {} of the threads' time only a single or masked construct was at work, and made no tasks.",
                    share_text(c.share(c.lost(Cause::one_thread)))),
        c.place(c.worst_site(Cause::one_thread)), "Add nowait, or let other threads go on with independent work.",
        c.where(Cause::one_thread));
}

// Where threads share processors, all other figures follow from that. What other programs did is no property of this one. If a thread was
// woken and gets no processor, it looks idle while tasks are ready. So in that case the finding about ready tasks comes late, too.
void put_in_order(std::vector<Finding>& found) {
  constexpr double kMuch = 0.1;
  const bool is_disturbed =
      std::any_of(found.begin(), found.end(), [](const Finding& f) { return f.kind == FindingKind::disturbed; });
  const auto rank = [is_disturbed](const Finding& f) {
    if (f.kind == FindingKind::oversubscribed && f.share > kMuch) return -1;
    return f.kind == FindingKind::disturbed ? 2 : f.kind == FindingKind::waits_in_runtime && is_disturbed ? 1 : 0;
  };
  std::stable_sort(found.begin(), found.end(), [&](const Finding& x, const Finding& y) {
    return rank(x) != rank(y) ? rank(x) < rank(y) : x.share > y.share;
  });
}

}  // namespace

const char* key_of(FindingKind kind) {
  constexpr const char* kKeys[] = {"tasks-too-small",    "creation-bound", "imbalance",        "dependence-bound",
                                   "little-parallelism", "locks",          "waits-in-runtime", "messages",
                                   "oversubscribed",     "serial",         "one-thread",       "short-regions",
                                   "short-run",          "blocked",        "disturbed"};
  return kKeys[static_cast<int>(kind)];
}

std::string time_text(double ns) {
  if (ns < 1000) return fmt::format("{:.0f} ns", ns);
  if (ns < 1e6) return fmt::format("{:.1f} us", ns / 1e3);
  if (ns < 1e9) return fmt::format("{:.1f} ms", ns / 1e6);
  return fmt::format("{:.2f} s", ns / 1e9);
}

std::string share_text(double share) {
  return share < 0.0995 ? fmt::format("{:.1f} %", 100 * share) : fmt::format("{:.0f} %", 100 * share);
}

std::vector<Finding> find_limits(const Timeline& line, const Analysis& analysis, std::uint64_t counted) {
  std::vector<Finding> found;
  if (line.lanes.empty()) return found;
  Context c{line, analysis, counted, found, 0};
  if (!c.is_oversubscribed()) c.taken_by_others = c.lost_without_processor();
  find_small_tasks(c);
  find_creation(c);
  find_imbalance(c);
  find_dependences(c);
  find_parallelism(c);
  find_locks(c);
  find_waits(c);
  find_messages(c);
  find_blocked(c);
  find_lack_of_processors(c);
  find_serial_parts(c);
  find_short_regions(c);
  tell_of_uncertainty(c);
  put_in_order(found);
  return found;
}

}  // namespace xomp::tool
