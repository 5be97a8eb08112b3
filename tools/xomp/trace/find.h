// What the parts of findings.cpp share. Internal to them.
#pragma once

#include <utility>

#include "trace/analysis.h"

namespace xomp::tool {

constexpr double kWorthSaying = 0.02;     // of the time that other programs left
constexpr double kErrorOfAccount = 0.01;  // of what they took: so much of it may look like a fault of the program

struct Context {
  const Timeline& line;
  const Analysis& analysis;
  std::uint64_t counted;
  std::vector<Finding>& found;
  double taken_by_others;  // share of the threads' time

  double share(std::int64_t ns) const {
    return line.thread_ns > 0 ? static_cast<double>(ns) / static_cast<double>(line.thread_ns) : 0;
  }
  std::int64_t time(LaneState state) const { return time_in(line.time, state); }
  std::int64_t lost(Cause cause) const { return line.lost[static_cast<std::size_t>(cause)]; }
  bool is_oversubscribed() const {
    return line.most_lanes > static_cast<unsigned>(std::max(analysis.machine.processors, 1)) &&
           2 * line.delayed_in_crowd_ns > time(LaneState::delayed);
  }
  double lost_without_processor() const { return share(time(LaneState::delayed) + lost(Cause::delayed)); }
  // Returns the site where most of the time was lost.
  std::uint32_t worst_site(Cause cause) const {
    std::uint32_t site = kNoIndex;
    std::int64_t most = 0;
    for (const auto& [s, ns] : line.lost_by_site[static_cast<std::size_t>(cause)])
      if (s != kNoIndex && ns > most) most = ns, site = s;
    return site;
  }
  std::string place(std::uint32_t site) const { return site == kNoIndex ? "" : analysis.site_texts[site]; }
  const std::vector<Span>& where(Cause cause) const { return line.lost_where[static_cast<std::size_t>(cause)]; }
  // Worth asking before what a finding has to say is put together from all segments.
  bool is_worth_saying(double share_lost) const {
    return share_lost >= kWorthSaying * (1 - taken_by_others) + kErrorOfAccount * taken_by_others;
  }
  void add(FindingKind kind, double share_lost, std::string title, std::string evidence, std::string place,
           std::string remedy, std::vector<Span> where) const {
    if (!is_worth_saying(share_lost)) return;
    found.push_back({kind, share_lost, std::move(title), std::move(evidence), std::move(place), std::move(remedy),
                     std::move(where)});
  }
};

// The longest segments in this state, in the order of time.
std::vector<Span> longest_in(const Timeline& line, LaneState state);

// findings_outside.cpp
void find_messages(const Context& c);
void find_blocked(const Context& c);
void find_lack_of_processors(const Context& c);
void tell_of_uncertainty(const Context& c);

}  // namespace xomp::tool
