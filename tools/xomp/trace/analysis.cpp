#include "trace/analysis.h"

#include <algorithm>
#include <cmath>

namespace xomp::tool {

namespace {

std::int64_t quantile(std::vector<std::int64_t>& values, double q) {
  if (values.empty()) return 0;
  const auto at = static_cast<std::ptrdiff_t>(q * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), values.begin() + at, values.end());
  return values[static_cast<std::size_t>(at)];
}

std::string text_of(const Site& site, const SourcePlace& place) {
  if (!site.name.empty()) return site.name;
  const std::string where = place.file.empty() ? "" : place.short_file() + ":" + std::to_string(place.line);
  const char* const what = site.kind == Site::task     ? "task in "
                           : site.kind == Site::region ? "parallel in "
                           : site.kind == Site::loop   ? "loop in "
                           : site.kind == Site::mutex  ? "lock in "
                           : site.kind == Site::wait   ? "wait in "
                                                       : "";
  return what + (place.function.empty() && where.empty() ? place.text()
                 : place.function.empty()                ? where
                                                         : place.text());
}

void name_sites(const Timeline& line, const Sources& sources, Analysis& a) {
  for (const Site& site : line.sites) {
    // The construct's own line is that of the call before the address; a body's name serves where there is no call.
    SourcePlace place = sources.find(site.call != 0 ? site.call - 1 : site.body);
    if (site.call != 0 && place.function.empty() && site.body != 0) place.function = sources.find(site.body).function;
    a.places.push_back(place);
    a.site_texts.push_back(text_of(site, place));
  }
}

std::size_t bucket_of(std::int64_t ns) {
  return ns <= 1 ? 0 : static_cast<std::size_t>(std::log2(static_cast<double>(ns)) * 4);
}

void add_path(const Timeline& line, std::uint32_t path, std::map<std::uint32_t, std::int64_t>& by_site) {
  for (; path != kNoIndex; path = line.paths[path].before) {
    const Path& p = line.paths[path];
    if (p.task == 2) add_path(line, p.site, by_site);  // a region's own chain
    else if (p.site != kNoIndex) by_site[p.site] += p.work;
  }
}

void count_functions(const Timeline& line, Analysis& a, const RecordingCost& cost) {
  std::map<std::uint32_t, std::vector<std::int64_t>> lengths;
  std::map<std::uint32_t, FunctionRow> rows;
  std::map<std::uint32_t, std::vector<std::pair<std::int64_t, std::uint64_t>>> below;
  std::vector<std::int64_t> all;
  a.histogram.assign(180, 0);
  for (const Task& t : line.tasks) {
    if (t.begun < 0 || t.site == kNoIndex) continue;
    FunctionRow& row = rows[t.site];
    row.site = t.site;
    ++row.count;
    const std::int64_t own = std::max<std::int64_t>(0, t.own - cost.each - cost.child * t.children);
    row.total += own;
    row.moved += t.creator_lane != t.lane && t.creator_lane != kNoIndex;
    if (t.created >= 0) row.waited += t.begun - t.created;
    lengths[t.site].push_back(own);
    all.push_back(own);
    ++a.histogram[std::min(bucket_of(own), a.histogram.size() - 1)];
    auto& depths = below[t.site];
    constexpr std::size_t kDepths = 64;
    if (t.depth < kDepths) {
      if (depths.size() <= t.depth) depths.resize(t.depth + 1u);
      depths[t.depth].first += own + t.below;
      ++depths[t.depth].second;
    }
  }
  while (a.histogram.size() > 1 && a.histogram.back() == 0) a.histogram.pop_back();
  std::map<std::uint32_t, std::int64_t> on_path;
  add_path(line, line.span_path, on_path);
  for (auto& [site, row] : rows) {
    auto& values = lengths[site];
    row.mean = row.total / static_cast<std::int64_t>(row.count);
    row.median = quantile(values, 0.5);
    row.p99 = quantile(values, 0.99);
    row.waited /= static_cast<std::int64_t>(row.count);
    row.on_path = on_path[site];
    for (const auto& [sum, count] : below[site])
      row.below_by_depth.push_back(count == 0 ? 0 : sum / static_cast<std::int64_t>(count));
    a.functions.push_back(row);
  }
  std::sort(a.functions.begin(), a.functions.end(),
            [](const FunctionRow& x, const FunctionRow& y) { return x.total > y.total; });
  a.median_task_ns = quantile(all, 0.5);
}

void count_regions(const Timeline& line, Analysis& a) {
  std::map<std::uint32_t, RegionRow> rows;
  std::map<std::uint32_t, std::pair<double, double>> sums;  // of the most work of each phase, and of the mean
  for (const Region& r : line.regions) {
    RegionRow& row = rows[r.site];
    row.site = r.site;
    ++row.count;
    if (r.end > r.begin) row.ns += r.end - r.begin;
    row.threads = std::max(row.threads, r.threads);
    for (std::size_t s = 0; s < r.time.size(); ++s) row.time[s] += r.time[s];
    for (const Region::Phase& p : r.phases) {
      if (p.threads < 2) continue;
      row.imbalance_lost += p.most * p.threads - p.sum;
      sums[r.site].first += static_cast<double>(p.most);
      sums[r.site].second += static_cast<double>(p.sum) / p.threads;
    }
  }
  for (auto& [site, row] : rows) {
    if (sums[site].second > 0) row.imbalance = sums[site].first / sums[site].second;
    a.regions.push_back(row);
  }
  std::sort(a.regions.begin(), a.regions.end(), [](const RegionRow& x, const RegionRow& y) { return x.ns > y.ns; });
  for (const Loop& loop : line.loops)
    a.loops.push_back({loop.site, loop.kind, loop.instances, loop.iterations, loop.sum});
}

}  // namespace

// The shortest task shows what recording adds to each. An empty body takes a few nanoseconds; what a creation adds was measured.
RecordingCost recording_cost(const Timeline& line) {
  constexpr std::int64_t kMost = 60, kChild = 45;
  std::int64_t shortest = kMost;
  for (const Task& t : line.tasks)
    if (t.ended >= 0 && t.children == 0) shortest = std::min(shortest, t.own);
  return {shortest, kChild};
}

Analysis analyse(const Timeline& line, const Sources& sources, const trace_file::FileHeader& header,
                 const Machine& machine) {
  Analysis a;
  a.machine = machine;
  name_sites(line, sources, a);
  count_functions(line, a, recording_cost(line));
  count_regions(line, a);
  for (std::size_t s = 0; s < line.time.size(); ++s)
    if (s != static_cast<std::size_t>(LaneState::outside) && s != static_cast<std::size_t>(LaneState::serial))
      a.thread_ns += line.time[s];
  a.thread_ns += line.time[static_cast<int>(LaneState::serial)] * std::max<std::int64_t>(line.most_lanes, 1);
  if (line.span_ns > 0) {
    a.parallelism = static_cast<double>(line.work_ns) / static_cast<double>(line.span_ns);
    const double tasks = static_cast<double>(std::max<std::uint64_t>(line.begun, header.created));
    const double burden = machine.task_ns;
    // Each step of the chain that comes from another task pays for that task once.
    double steps = 0;
    for (std::uint32_t p = line.span_path; p != kNoIndex; p = line.paths[p].before) ++steps;
    a.burdened_parallelism =
        (static_cast<double>(line.work_ns) + tasks * burden) / (static_cast<double>(line.span_ns) + steps * burden);
  }
  a.findings = find_limits(line, a, header);
  return a;
}

}  // namespace xomp::tool
