#include "trace/analysis.h"

#include <algorithm>
#include <utility>

namespace xomp::tool {

namespace {

std::string text_of(const Site& site, const SourcePlace& place) {
  if (!site.name.empty()) return site.name;
  if (site.kind == Site::native) return place.function.empty() ? place.text() : "task spawned in " + place.function;
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

// Where there is no debug information, this uses what the compiler has told the runtime.
void use_compilers_text(const Timeline& line, const Sources& sources, std::uint64_t call, SourcePlace& place) {
  const auto text = line.texts_of_places.find(call);
  if (text == line.texts_of_places.end()) return;
  SourcePlace said = place_in_text(sources.text_at(text->second));
  if (said.file.empty()) return;
  said.module = place.module;
  place = std::move(said);
}

void name_sites(const Timeline& line, const Sources& sources, Analysis& a) {
  for (const Site& site : line.sites) {
    // The construct's own line is that of the call, which stands before the address. If there is no call, a body's name
    // serves.
    SourcePlace place = sources.find(site.call != 0 ? site.call - 1 : site.body);
    if (site.call != 0 && place.function.empty() && site.body != 0) place.function = sources.find(site.body).function;
    if (place.file.empty()) use_compilers_text(line, sources, site.call, place);
    a.places.push_back(place);
    a.site_texts.push_back(text_of(site, place));
  }
}

void add_path(const Timeline& line, std::uint32_t path, std::map<std::uint32_t, std::int64_t>& by_site) {
  for (; path != kNoIndex; path = line.paths[path].before) {
    const Path& p = line.paths[path];
    if (p.task == 2) add_path(line, p.site, by_site);  // a region's own chain
    else if (p.site != kNoIndex) by_site[p.site] += p.work;
  }
}

void count_functions(const Timeline& line, Analysis& a) {
  std::map<std::uint32_t, std::int64_t> on_path;
  add_path(line, line.span_path, on_path);
  for (const auto& [site, totals] : line.totals.by_site()) {
    FunctionRow row;
    const auto count = static_cast<std::int64_t>(totals.count);
    row.site = site;
    row.count = totals.count;
    row.moved = totals.moved;
    row.total = totals.total;
    row.mean = totals.total / count;
    row.median = totals.lengths.quantile(500);
    row.p99 = totals.lengths.quantile(990);
    row.waited = totals.waited / count;
    row.on_path = on_path[site];
    for (const auto& [sum, tasks] : totals.below)
      row.below_by_depth.push_back(tasks == 0 ? 0 : sum / static_cast<std::int64_t>(tasks));
    a.functions.push_back(row);
  }
  std::sort(a.functions.begin(), a.functions.end(), [](const FunctionRow& x, const FunctionRow& y) {
    return x.total != y.total ? x.total > y.total : x.site < y.site;
  });
  constexpr int kParts = 4;
  a.histogram = line.totals.lengths().coarse(kParts);
  a.median_task_ns = line.totals.lengths().quantile(500);
}

void count_regions(const Timeline& line, Analysis& a) {
  std::map<std::uint32_t, RegionRow> rows;
  std::map<std::uint32_t, std::pair<double, double>> sums;  // of the most work of each phase, and of the mean
  for (const Region& r : line.regions) {
    if (r.is_ours) continue;
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

void count_messages(const Timeline& line, Analysis& a) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, Flow> flows;
  for (const RecordedMessage& m : line.messages) {
    const std::uint32_t from = line.lanes[m.from].process, to = line.lanes[m.to].process;
    Flow& flow = flows.try_emplace({from, to}, Flow{from, to}).first->second;
    const std::int64_t took = m.received - m.sent;
    ++flow.count;
    flow.bytes += m.bytes;
    flow.took += took;
    flow.most = std::max(flow.most, took);
  }
  for (const auto& [ends, flow] : flows) a.flows.push_back(flow);
}

}  // namespace

Analysis analyse(const Timeline& line, const Sources& sources, std::uint64_t counted, const Machine& machine) {
  Analysis a;
  a.machine = machine;
  a.counted = counted;
  name_sites(line, sources, a);
  count_functions(line, a);
  count_regions(line, a);
  count_messages(line, a);
  if (line.span_ns > 0) {
    a.parallelism = static_cast<double>(line.work_ns) / static_cast<double>(line.span_ns);
    const double tasks = static_cast<double>(std::max(line.begun, counted));
    const double burden = machine.task_ns;
    // Each step of the chain that comes from another task pays for that task once.
    double steps = 0;
    for (std::uint32_t p = line.span_path; p != kNoIndex; p = line.paths[p].before) ++steps;
    a.burdened_parallelism =
        (static_cast<double>(line.work_ns) + tasks * burden) / (static_cast<double>(line.span_ns) + steps * burden);
  }
  a.findings = find_limits(line, a, counted);
  return a;
}

}  // namespace xomp::tool
