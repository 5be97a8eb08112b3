// "What limits you": each finding has a number, a place and a remedy. A finding's share is the part of the threads' time that
// is lost to it, so they can be compared, and the largest comes first.
#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "trace/analysis.h"

namespace xomp::tool {

namespace {

constexpr double kWorthSaying = 0.02;

struct Context {
  const Timeline& line;
  const Analysis& analysis;
  std::uint64_t counted;
  std::vector<Finding>& found;

  double share(std::int64_t ns) const {
    return analysis.thread_ns > 0 ? static_cast<double>(ns) / static_cast<double>(analysis.thread_ns) : 0;
  }
  std::int64_t lost(Cause cause) const { return line.lost[static_cast<std::size_t>(cause)]; }
  // Returns the site where most of the time was lost.
  std::uint32_t worst_site(Cause cause) const {
    std::uint32_t site = kNoIndex;
    std::int64_t most = 0;
    for (const auto& [s, ns] : line.lost_by_site[static_cast<std::size_t>(cause)])
      if (s != kNoIndex && ns > most) most = ns, site = s;
    return site;
  }
  std::string place(std::uint32_t site) const { return site == kNoIndex ? "" : analysis.site_texts[site]; }
  void add(FindingKind kind, double share_lost, std::string title, std::string evidence, std::string where,
           std::string remedy) const {
    if (share_lost < kWorthSaying) return;
    found.push_back({kind, share_lost, std::move(title), std::move(evidence), std::move(where), std::move(remedy)});
  }
};

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

// Without a trace the threads would spend this part of their busy time on so many tasks themselves, at their cheapest.
// If most tasks are small, waiting and searching for them come on top.
double lost_by_small(const Context& c, double tasks) {
  const double cost = c.analysis.machine.task_ns;
  std::int64_t work = 0, robbed = 0;
  std::uint64_t small = 0;
  for (const FunctionRow& row : c.analysis.functions) {
    work += row.total;
    if (static_cast<double>(row.median) < kTooSmall * cost) small += row.count;
  }
  for (const LaneSummary& lane : c.line.lanes) robbed += lane.robbed;
  const double useful = static_cast<double>(std::max<std::int64_t>(work - robbed, 0));
  const std::int64_t busy =
      c.line.time[static_cast<int>(LaneState::work)] + c.line.time[static_cast<int>(LaneState::left_out)];
  double lost = static_cast<double>(busy) * tasks * cost / (tasks * cost + useful + 1);
  if (2 * small > c.line.begun)
    lost += static_cast<double>(c.line.time[static_cast<int>(LaneState::runtime)] + c.lost(Cause::ready));
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
  const double begun = static_cast<double>(std::max<std::uint64_t>(c.line.begun, 1));
  const double tasks =
      static_cast<double>(std::max(c.line.begun, c.counted)) * (static_cast<double>(worst->count) / begun);
  c.add(FindingKind::tasks_too_small,
        std::min(0.99, lost_by_small(c, tasks) / static_cast<double>(std::max<std::int64_t>(c.analysis.thread_ns, 1))),
        "Tasks are too small",
        fmt::format("{:.0f} tasks; half of them take less than {}, and a task costs {} on this machine.", tasks,
                    time_text(static_cast<double>(std::max<std::int64_t>(worst->median, 1))), time_text(cost)),
        c.place(worst->site), remedy_for_small(*worst, cost));
}

void find_creation(const Context& c) {
  const LaneSummary& creator = c.line.lanes[c.line.creator_lane];
  const double part =
      c.line.created > 0 ? static_cast<double>(creator.created) / static_cast<double>(c.line.created) : 0;
  if (part < 0.8) return;
  const std::uint32_t site = c.analysis.functions.empty() ? kNoIndex : c.analysis.functions.front().site;
  c.add(FindingKind::creation_bound, c.share(c.lost(Cause::creation)), "One thread cannot make tasks fast enough",
        fmt::format("The {} makes {} of all {} tasks. The others wait {} of the threads' time for the next one.",
                    c.line.lanes[c.line.creator_lane].name, share_text(part), c.line.created,
                    share_text(c.share(c.lost(Cause::creation)))),
        c.place(site),
        "Make tasks in parallel: a taskloop, a worksharing loop whose iterations make tasks, or tasks that split "
        "their range in two.");
}

void find_imbalance(const Context& c) {
  if (c.analysis.regions.empty()) return;
  const std::uint32_t site = c.worst_site(Cause::imbalance);
  const RegionRow* row = &c.analysis.regions.front();
  for (const RegionRow& r : c.analysis.regions)
    if (r.site == site || (site == kNoIndex && r.imbalance_lost > row->imbalance_lost)) row = &r;
  c.add(
      FindingKind::imbalance, c.share(c.lost(Cause::imbalance)), "The work is unevenly distributed",
      fmt::format("Threads wait at barriers for {} of their time. The slowest thread has {:.2f} times the mean work.",
                  share_text(c.share(c.lost(Cause::imbalance))), row->imbalance),
      c.place(row->site),
      "Use schedule(dynamic) or schedule(guided), with smaller chunks at the end, or a taskloop. If one iteration has "
      "much of the work, split it.");
}

void find_dependences(const Context& c) {
  const std::uint32_t site = c.worst_site(Cause::dependence);
  const std::uint64_t blocked = c.line.totals.blocked();
  std::int64_t on_path = 0, mean = 0;
  for (const FunctionRow& row : c.analysis.functions)
    if (row.site == site) on_path = row.on_path, mean = row.mean;
  c.add(FindingKind::dependence_bound, c.share(c.lost(Cause::dependence)), "Tasks wait for their dependences",
        fmt::format(
            "{} of {} tasks waited for others. For {} of the threads' time no task was ready. The longest chain takes "
            "{}, {} of it "
            "in this function ({} a task).",
            blocked, c.line.begun, share_text(c.share(c.lost(Cause::dependence))),
            time_text(static_cast<double>(c.line.span_ns)),
            share_text(c.line.span_ns > 0 ? static_cast<double>(on_path) / static_cast<double>(c.line.span_ns) : 0),
            time_text(static_cast<double>(mean))),
        c.place(site),
        "Split this function's task so that parts of it depend on less, give the tasks of the chain a higher priority, "
        "or "
        "use in and mutexinoutset where the order does not matter.");
}

void find_parallelism(const Context& c) {
  const std::int64_t lost = c.lost(Cause::parallelism);
  if (c.analysis.parallelism > 4.0 * std::max(1u, c.line.most_lanes)) return;
  const std::string threads =
      fmt::format("{} were there. They waited {} of their time.", c.line.most_lanes, share_text(c.share(lost)));
  // For front ends' tasks no chain is known.
  std::string evidence = "Fewer tasks could run at a time than threads: " + threads;
  if (c.line.span_ns > 0)
    evidence = fmt::format("The work is {}, its longest chain {}: {:.1f} threads could be kept busy, {}",
                           time_text(static_cast<double>(c.line.work_ns)),
                           time_text(static_cast<double>(c.line.span_ns)), c.analysis.parallelism, threads);
  c.add(FindingKind::little_parallelism, c.share(lost), "There is too little parallelism", std::move(evidence),
        c.place(c.worst_site(Cause::parallelism)),
        "No runtime helps here. Split the longest task, start it first, or choose an algorithm with a shorter chain.");
}

void find_locks(const Context& c) {
  std::uint32_t site = c.worst_site(Cause::mutex);
  MutexUse use;
  if (site != kNoIndex)
    if (const auto known = c.line.mutexes.find(site); known != c.line.mutexes.end()) use = known->second;
  c.add(FindingKind::locks, c.share(c.lost(Cause::mutex)), "Threads wait for a lock",
        fmt::format("{} waits, {} of the threads' time. It is held {} in all.", use.waits,
                    share_text(c.share(c.lost(Cause::mutex))), time_text(static_cast<double>(use.held))),
        c.place(site),
        "Do less while the lock is held, use several locks, or a reduction, an atomic, or a copy for each thread.");
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
        "split it.");
}

// Finds which two processes have sent each other most, and how long a message takes.
void find_messages(const Context& c) {
  if (c.line.processes == 1) return;
  std::vector<std::int64_t> took;
  for (const RecordedMessage& m : c.line.messages) took.push_back(m.received - m.sent);
  std::uint64_t bytes = 0;
  for (const Flow& flow : c.analysis.flows) bytes += flow.bytes;
  std::string evidence = fmt::format("For {} of the threads' time a process had nothing to do, and waited for others.",
                                     share_text(c.share(c.lost(Cause::message))));
  if (!took.empty()) {
    std::nth_element(took.begin(), took.begin() + static_cast<std::ptrdiff_t>(took.size() / 2), took.end());
    const auto& flows = c.analysis.flows;
    const auto most =
        std::max_element(flows.begin(), flows.end(), [](const Flow& a, const Flow& b) { return a.count < b.count; });
    evidence += fmt::format(
        " {} messages with {:.1f} MiB; half of them took less than {}. Most of them, {}, went from process {} to {}.",
        took.size(), static_cast<double>(bytes) / (1 << 20),
        time_text(static_cast<double>(std::max<std::int64_t>(took[took.size() / 2], 0))), most->count, most->from,
        most->to);
  }
  c.add(FindingKind::messages, c.share(c.lost(Cause::message)), "Processes wait for one another", std::move(evidence),
        c.place(c.worst_site(Cause::message)),
        "Choose key maps that spread the work evenly and keep what depends on each other in one process. Make more "
        "tasks than "
        "threads, so that some can run while others wait. Give the tasks that others wait for a higher priority.");
}

void find_lack_of_processors(const Context& c) {
  std::int64_t robbed = 0;
  for (const LaneSummary& lane : c.line.lanes) robbed += lane.robbed;
  const double lost = c.share(robbed);
  const auto processors = static_cast<unsigned>(std::max(c.analysis.machine.processors, 1));
  if (c.line.most_lanes > processors) {
    c.add(FindingKind::oversubscribed, lost, "There are more threads than processors",
          fmt::format("{} threads share {} processors. For {} of the time in which a thread was at work it had none.",
                      c.line.most_lanes, processors, share_text(lost)),
          "", fmt::format("Use OMP_NUM_THREADS={}. Bind the threads (OMP_PROC_BIND=close).", processors));
  } else {
    c.add(FindingKind::disturbed, lost, "Other programs took the processors",
          fmt::format("For {} of the time in which a thread was at work it had no processor.", share_text(lost)), "",
          "Measure again on a quiet machine; other findings may follow from this one.");
  }
}

void find_short_regions(const Context& c) {
  constexpr double kLong_ns = 20e6;  // then it is no matter of beginning and ending
  const auto regions = static_cast<double>(c.line.regions.size());
  if (static_cast<double>(c.line.region_ns) >= kLong_ns * regions) return;
  c.add(FindingKind::short_regions, c.share(c.lost(Cause::nobody)), "Regions begin and end more often than they work",
        fmt::format("{} regions of {} on average. For {} of the threads' time none of them worked.",
                    c.line.regions.size(), time_text(static_cast<double>(c.line.region_ns) / regions),
                    share_text(c.share(c.lost(Cause::nobody)))),
        c.analysis.regions.empty() ? "" : c.place(c.analysis.regions.front().site),
        "Put several loops into one region, with nowait where they are independent, or an if clause on short ones.");
}

void find_serial_parts(const Context& c) {
  if (!c.line.has_regions) {
    const std::int64_t alone = c.lost(Cause::serial) / std::max<std::int64_t>(c.line.most_lanes - 1, 1);
    c.add(FindingKind::serial, c.share(c.lost(Cause::serial)), "The program is outside of tasks",
          fmt::format(
              "For {} of {} there was no task, and the program did something else. {} threads could have worked "
              "meanwhile.",
              time_text(static_cast<double>(alone)), time_text(static_cast<double>(c.line.end_ns)), c.line.most_lanes),
          "", "Make tasks of more of the program, reading and writing of files too.");
  } else {
    c.add(FindingKind::serial, c.share(c.lost(Cause::serial)), "The program is outside of parallel regions",
          fmt::format("{} of {} are outside of regions. {} threads could have worked meanwhile.",
                      time_text(static_cast<double>(c.line.end_ns - c.line.region_ns)),
                      time_text(static_cast<double>(c.line.end_ns)), c.line.most_lanes),
          "", "Make more of the program parallel, reading and writing of files too.");
  }
  c.add(FindingKind::one_thread, c.share(c.lost(Cause::one_thread)), "One thread works, the others wait for it",
        fmt::format("For {} of the threads' time only a single or masked construct was at work, and made no tasks.",
                    share_text(c.share(c.lost(Cause::one_thread)))),
        c.place(c.worst_site(Cause::one_thread)), "Add nowait, or let other threads go on with independent work.");
}

}  // namespace

const char* key_of(FindingKind kind) {
  constexpr const char* kKeys[] = {"tasks-too-small",    "creation-bound", "imbalance",        "dependence-bound",
                                   "little-parallelism", "locks",          "waits-in-runtime", "messages",
                                   "oversubscribed",     "serial",         "one-thread",       "short-regions",
                                   "disturbed"};
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
  const Context c{line, analysis, counted, found};
  find_small_tasks(c);
  find_creation(c);
  find_imbalance(c);
  find_dependences(c);
  find_parallelism(c);
  find_locks(c);
  find_waits(c);
  find_messages(c);
  find_lack_of_processors(c);
  find_serial_parts(c);
  find_short_regions(c);
  // What other programs did is no property of this one. If a thread was woken and gets no processor, it looks idle
  // while tasks are ready. So in that case the finding about ready tasks comes late, too.
  const bool is_disturbed =
      std::any_of(found.begin(), found.end(), [](const Finding& f) { return f.kind == FindingKind::disturbed; });
  const auto rank = [is_disturbed](const Finding& f) {
    return f.kind == FindingKind::disturbed ? 2 : f.kind == FindingKind::waits_in_runtime && is_disturbed ? 1 : 0;
  };
  std::stable_sort(found.begin(), found.end(), [&](const Finding& x, const Finding& y) {
    return rank(x) != rank(y) ? rank(x) < rank(y) : x.share > y.share;
  });
  return found;
}

}  // namespace xomp::tool
