// Findings about what lies outside of the program's tasks: other processes, the system's calls, and who had the processors.
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "trace/find.h"
#include "trace/longest_spans.h"

namespace xomp::tool {

std::vector<Span> longest_in(const Timeline& line, LaneState state) {
  Longest longest;
  for (std::uint32_t lane = 0; lane < line.segments.size(); ++lane)
    for (const Segment& s : line.segments[lane])
      if (s.state == state) longest.add({s.begin, s.end, lane});
  return longest.finish();
}

namespace {

// The site of the segments in this state that took longest in all.
std::uint32_t worst_site_in(const Timeline& line, LaneState state) {
  std::map<std::uint32_t, std::int64_t> time;
  for (const auto& segments : line.segments)
    for (const Segment& s : segments)
      if (s.state == state) time[s.what != kNoIndex ? line.tasks[s.what].site : s.site] += s.end - s.begin;
  const auto worst =
      std::max_element(time.begin(), time.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  return worst != time.end() ? worst->first : kNoIndex;
}

// Which two processes have sent each other most, and how long a message takes.
std::string describe_messages(const Context& c) {
  std::vector<std::int64_t> took;
  for (const RecordedMessage& m : c.line.messages) took.push_back(m.received - m.sent);
  std::uint64_t bytes = 0;
  for (const Flow& flow : c.analysis.flows) bytes += flow.bytes;
  if (took.empty()) return "";
  std::nth_element(took.begin(), took.begin() + static_cast<std::ptrdiff_t>(took.size() / 2), took.end());
  const auto& flows = c.analysis.flows;
  const auto most =
      std::max_element(flows.begin(), flows.end(), [](const Flow& a, const Flow& b) { return a.count < b.count; });
  return fmt::format(
      " {} messages with {:.1f} MiB; half of them took less than {}. Most of them, {}, went from process {} to {}.",
      took.size(), static_cast<double>(bytes) / (1 << 20),
      time_text(static_cast<double>(std::max<std::int64_t>(took[took.size() / 2], 0))), most->count, most->from,
      most->to);
}

}  // namespace

void find_messages(const Context& c) {
  const std::int64_t in_mpi = c.time(LaneState::mpi);
  const double lost = c.share(c.lost(Cause::message) + in_mpi);
  if ((c.line.processes == 1 && in_mpi == 0) || !c.is_worth_saying(lost)) return;
  std::string evidence =
      fmt::format("For {} of the threads' time a process had nothing to do, and waited for others.", share_text(lost));
  const std::uint32_t call = in_mpi > 0 ? worst_site_in(c.line, LaneState::mpi) : kNoIndex;
  if (call != kNoIndex)
    evidence += fmt::format(" {} of the threads' time is in calls of MPI, most of it in {}.",
                            share_text(c.share(in_mpi)), c.place(call));
  evidence += describe_messages(c);
  c.add(FindingKind::messages, lost, "Processes wait for one another", std::move(evidence),
        c.place(c.worst_site(Cause::message)),
        in_mpi > c.lost(Cause::message) / 2 || c.analysis.flows.empty()
            ? "Give all processes the same amount of work, begin to send and receive before it is needed (MPI_Isend, "
              "MPI_Irecv), and let other threads work meanwhile."
            : "Choose key maps that spread the work evenly and keep what depends on each other in one process. Make "
              "more tasks than threads, so that some can run while others wait. Give the tasks that others wait for a "
              "higher priority.",
        in_mpi > 0 ? longest_in(c.line, LaneState::mpi) : c.where(Cause::message));
}

// Calls that sleep, read files, wait for other programs or for locks of the system.
void find_blocked(const Context& c) {
  const std::int64_t own = c.time(LaneState::blocked), others = c.lost(Cause::blocked);
  // Where others take the processors much, some of that looks like sleep.
  const double lost = c.share(own + others);
  if (lost < 0.1 * c.taken_by_others || !c.is_worth_saying(lost)) return;
  const bool in_serial = own > 2 * c.line.blocked_in_bodies_ns;
  std::string evidence = fmt::format("For {} of the threads' time a thread was in a system call and did not run.",
                                     share_text(c.share(own)));
  if (others > 0)
    evidence += fmt::format(" For {} other threads had nothing to do meanwhile.", share_text(c.share(others)));
  const std::uint32_t site = worst_site_in(c.line, LaneState::blocked);
  c.add(FindingKind::blocked, lost, "Threads sleep or wait in system calls", std::move(evidence), c.place(site),
        in_serial ? "Do other work meanwhile: read and write in tasks, or before and after the data are needed."
                  : "Look for sleep, reading and writing, and locks of the system in this function. Let more threads "
                    "than processors do such work, or do it in tasks beside others.",
        longest_in(c.line, LaneState::blocked));
}

void find_lack_of_processors(const Context& c) {
  const double lost = c.lost_without_processor();
  if (!c.is_worth_saying(lost)) return;
  const auto processors = static_cast<unsigned>(std::max(c.analysis.machine.processors, 1));
  if (c.is_oversubscribed()) {
    const unsigned each = std::max(1u, processors / c.line.processes);
    const std::string in_processes =
        c.line.processes > 1 ? fmt::format(" in each of the {} processes", c.line.processes) : "";
    c.add(FindingKind::oversubscribed, lost, "There are more threads than processors",
          fmt::format("{} threads share {} processor{}. For {} of the threads' time they had none, or waited for one "
                      "that had none.",
                      c.line.most_lanes, processors, processors == 1 ? "" : "s", share_text(lost)),
          "", fmt::format("Use OMP_NUM_THREADS={}{}. Bind the threads (OMP_PROC_BIND=close).", each, in_processes),
          longest_in(c.line, LaneState::delayed));
  } else {
    c.add(FindingKind::disturbed, lost, "Other programs took the processors",
          fmt::format("For {} of the threads' time they had no processor, or waited for one that had none.",
                      share_text(lost)),
          "", "Measure again on a quiet machine; other findings may follow from this one.",
          longest_in(c.line, LaneState::delayed));
  }
}

// Says of each finding that others have taken the processors meanwhile.
void tell_of_uncertainty(const Context& c) {
  constexpr double kMuch = 0.1;
  if (c.taken_by_others < kMuch) return;
  for (Finding& finding : c.found)
    if (finding.kind != FindingKind::disturbed)
      finding.evidence +=
          fmt::format(" Other programs took {} of it meanwhile, so this is uncertain.", share_text(c.taken_by_others));
}

}  // namespace xomp::tool
