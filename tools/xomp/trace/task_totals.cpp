#include "trace/task_totals.h"

#include <algorithm>
#include <cmath>

#include "trace/timeline.h"

namespace xomp::tool {

namespace {

std::size_t bucket_of(std::int64_t ns, int parts) {
  return ns <= 1 ? 0 : static_cast<std::size_t>(std::log2(static_cast<double>(ns)) * parts);
}

// Where there are very many tasks they are short.
template <int parts>
std::size_t bucket_of_short(std::int64_t ns) {
  static const std::vector<std::uint16_t> known = [] {
    std::vector<std::uint16_t> buckets;
    for (std::int64_t i = 0; i < 8192; ++i) buckets.push_back(static_cast<std::uint16_t>(bucket_of(i, parts)));
    return buckets;
  }();
  const auto at = static_cast<std::size_t>(std::max<std::int64_t>(ns, 0));
  return at < known.size() ? known[at] : bucket_of(ns, parts);
}

}  // namespace

void Histogram::add(std::int64_t ns) {
  if (buckets_.empty()) buckets_.resize(kBuckets);
  ++buckets_[std::min(bucket_of_short<kParts>(ns), kBuckets - 1)];
  ++count_;
}

std::int64_t Histogram::quantile(int of_1000) const {
  if (count_ == 0) return 0;
  const std::uint64_t wanted = (count_ - 1) * static_cast<std::uint64_t>(of_1000) / 1000;
  std::uint64_t seen = 0;
  std::size_t i = 0;
  while (i + 1 < kBuckets && (seen += buckets_[i]) <= wanted) ++i;
  if (i == 0) return 1;
  return static_cast<std::int64_t>(std::exp2((static_cast<double>(i) + 0.5) / kParts));
}

std::vector<std::uint64_t> Histogram::coarse(int parts) const {
  std::vector<std::uint64_t> found;
  for (std::size_t i = 0; i < buckets_.size(); ++i) {
    const std::size_t at = i * static_cast<std::size_t>(parts) / kParts;
    if (found.size() <= at) found.resize(at + 1);
    found[at] += buckets_[i];
  }
  while (found.size() > 1 && found.back() == 0) found.pop_back();
  return found;
}

void TaskTotals::add(const Task& t, const RecordingCost& cost) {
  constexpr std::size_t kDepths = 64;
  blocked_ += t.was_blocked;
  if (t.begun < 0 || t.site == kNoIndex) return;
  OfSite& site = by_site_[t.site];
  const std::int64_t own = std::max<std::int64_t>(0, t.own - cost.each - cost.child * t.children);
  ++site.count;
  site.total += own;
  recording_ns_ += t.own - own;
  site.moved += t.creator_lane != t.lane && t.creator_lane != kNoIndex;
  if (t.created >= 0) site.waited += t.begun - t.created;
  site.lengths.add(own);
  lengths_.add(own);
  if (t.depth >= kDepths) return;
  if (site.below.size() <= t.depth) site.below.resize(t.depth + 1u);
  site.below[t.depth].first += own + t.below;
  ++site.below[t.depth].second;
}

}  // namespace xomp::tool
