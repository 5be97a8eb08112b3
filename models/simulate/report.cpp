// See report.h.
#include "models/simulate/report.h"

#include <algorithm>
#include <cstdio>
#include <unistd.h>

#include "models/simulate/access.h"
#include "models/simulate/critical_path.h"

namespace xomp::simulate {

namespace {

using nlohmann::json;

constexpr std::size_t kLinesShown = 12;  // and places in the code

double ns(Picoseconds time) { return static_cast<double>(time) / 1000; }

json sum_of(const Settings& settings) {
  Deeds sum;
  std::uint64_t distances[kDistances] = {};
  int i = 0;
  for (const auto& thread : world->time.threads()) {
    if (i++ == settings.workers) break;
    const Deeds& d = thread->deeds;
    for (std::size_t k = 0; k < kDistances; ++k) distances[k] += d.transfers[k];
    sum.accesses += d.accesses;
    sum.invalidated += d.invalidated;
    sum.read_modify_writes += d.read_modify_writes;
    sum.contended += d.contended;
    sum.sleeps += d.sleeps;
    sum.woken_others += d.woken_others;
    sum.heavy_fences += d.heavy_fences;
    sum.yields += d.yields;
    sum.lines_touched += d.lines_touched;
  }
  static constexpr const char* kNames[kDistances] = {"same_cache", "same_node", "other_node", "two_hops", "memory"};
  json transfers;
  for (std::size_t k = 0; k < kDistances; ++k) transfers[kNames[k]] = distances[k];
  return {{"transfers", transfers},         {"accesses", sum.accesses},
          {"invalidated", sum.invalidated}, {"read_modify_writes", sum.read_modify_writes},
          {"contended", sum.contended},     {"sleeps", sum.sleeps},
          {"woken", sum.woken_others},      {"heavy_fences", sum.heavy_fences},
          {"yields", sum.yields},           {"lines_touched", sum.lines_touched}};
}

json threads_of(const Settings& settings) {
  json list = json::array();
  for (int i = 0; i < settings.workers; ++i) {
    const Deeds& d = world->time.threads()[static_cast<std::size_t>(i)]->deeds;
    list.push_back({{"work_ns", ns(d.work)},
                    {"paused_ns", ns(d.paused)},
                    {"asleep_ns", ns(d.asleep)},
                    {"moving_ns", ns(d.moving)},
                    {"tasks", d.tasks},
                    {"lines", d.lines_touched}});
  }
  return list;
}

// "function at file:line" of a place in this program, if binutils are there; else its address.
std::string name_of(const void* code) {
  char command[512], text[2048] = "";
  std::snprintf(command, sizeof command, "addr2line -Cfipse /proc/%d/exe %p 2>/dev/null", static_cast<int>(getpid()),
                static_cast<const void*>(static_cast<const char*>(code) - 1));
  std::string found;
  if (std::FILE* pipe = popen(command, "r")) {
    while (std::fgets(text, sizeof text, pipe) != nullptr) {
      std::string line(text);
      while (!line.empty() && line.back() == '\n') line.pop_back();
      if (line.find("atomics.h:") != line.npos || line.find(" atomic.h:") != line.npos || line.find("??") != line.npos)
        continue;
      const std::string inlined = "(inlined by) ";
      const std::size_t at = line.find(inlined);
      found = at == line.npos ? line : line.substr(at + inlined.size());
      break;
    }
    pclose(pipe);
  }
  std::snprintf(text, sizeof text, "%p", code);
  return found.empty() ? text : found;
}

// The lines that most threads took from one another.
json busiest_lines() {
  std::vector<LineHistory*>& all = world->moved;
  const std::size_t shown = std::min(kLinesShown, all.size());
  std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(shown), all.end(),
                    [](const LineHistory* a, const LineHistory* b) {
                      return a->takeovers != b->takeovers ? a->takeovers > b->takeovers : a->line < b->line;
                    });
  json list = json::array();
  for (std::size_t i = 0; i < shown && all[i]->takeovers != 0; ++i) {
    const LineHistory& h = *all[i];
    char address[32];
    std::snprintf(address, sizeof address, "%p", h.line);
    list.push_back({{"line", address},
                    {"writers", count(h.written_by)},
                    {"readers", count(h.touched_by)},
                    {"takeovers", h.takeovers},
                    {"moves", h.moves},
                    {"code", name_of(h.code)}});
  }
  return list;
}

// The places in the code that waited longest for lines, of all threads or of the first one.
json slowest_places(Picoseconds Place::* waited) {
  using Entry = std::pair<const void*, Place>;
  std::vector<Entry> all(world->places.begin(), world->places.end());
  const std::size_t shown = std::min(kLinesShown, all.size());
  std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(shown), all.end(),
                    [waited](const Entry& a, const Entry& b) {
                      const Picoseconds wa = a.second.*waited, wb = b.second.*waited;
                      return wa != wb ? wa > wb : a.first < b.first;
                    });
  json list = json::array();
  for (std::size_t i = 0; i < shown && all[i].second.*waited != 0; ++i)
    list.push_back(
        {{"code", name_of(all[i].first)}, {"waited_ns", ns(all[i].second.*waited)}, {"moves", all[i].second.moves}});
  return list;
}

// Returns how many workers were at tasks, in each part of the time.
json busy_over_time(Picoseconds time) {
  constexpr std::size_t kParts = 40;
  const std::vector<Picoseconds>& slices = world->work_by_time;
  const std::size_t in_part = std::max<std::size_t>(1, (slices.size() + kParts - 1) / kParts);
  json list = json::array();
  for (std::size_t i = 0; i < slices.size(); i += in_part) {
    Picoseconds work = 0;
    for (std::size_t j = i; j < std::min(i + in_part, slices.size()); ++j) work += slices[j];
    const Picoseconds from = i * kSlice, until = std::min<Picoseconds>(time, (i + in_part) * kSlice);
    if (until > from) list.push_back(static_cast<double>(work) / static_cast<double>(until - from));
  }
  return list;
}

std::uint64_t written_by_many(int writers) {
  return static_cast<std::uint64_t>(
      std::count_if(world->moved.begin(), world->moved.end(),
                    [writers](const LineHistory* h) { return count(h->written_by) >= writers; }));
}

// Jain's index of the threads' work: 1 = all the same, 1/n = one has all.
double fairness(const json& threads) {
  double sum = 0, squares = 0;
  for (const json& t : threads) {
    const double w = t["work_ns"];
    sum += w;
    squares += w * w;
  }
  return squares == 0 ? 1 : sum * sum / (static_cast<double>(threads.size()) * squares);
}

}  // namespace

json report(const Outcome& outcome, const Settings& settings) {
  json answer = sum_of(settings);
  answer["threads"] = threads_of(settings);
  double work = 0, tasks = 0;
  for (const json& t : answer["threads"]) {
    work += t["work_ns"].get<double>();
    tasks += t["tasks"].get<double>();
  }
  const EngineCounts& c = outcome.counts;
  answer["workers"] = settings.workers;
  answer["size"] = settings.size;
  answer["grain_ns"] = settings.grain_ns;
  answer["time_ns"] = ns(outcome.time);
  answer["work_ns"] = work;
  answer["tasks"] = tasks;
  answer["efficiency"] = outcome.time == 0 ? 0 : work / (settings.workers * ns(outcome.time));
  const Path path = longest_path();
  answer["longest_path_ns"] = ns(path.longest);
  answer["parallelism"] = path.longest == 0 ? 0 : ns(path.work) / ns(path.longest);
  const double most =
      ns(path.work) + (settings.workers - 1) * ns(path.longest);  // time of all workers [critical_path.h]
  answer["bound"] = most == 0 ? 0 : ns(path.work) / most;
  answer["fairness"] = fairness(answer["threads"]);
  answer["deferred"] = outcome.deferred;
  answer["overflowed"] = c.overflowed;
  answer["stolen"] = c.stolen;
  answer["raids"] = c.raids;
  answer["requests"] = {{"sent", c.requests_sent}, {"served", c.requests_served}, {"refused", c.requests_refused}};
  answer["pushed"] = {{"near", c.pushed_near}, {"far", c.pushed_far}, {"moved", c.moved}};
  answer["lines"] = {
      {"moved", world->moved.size()}, {"by_8_writers", written_by_many(8)}, {"busiest", busiest_lines()}};
  answer["busy_over_time"] = busy_over_time(outcome.time);
  answer["places"] = slowest_places(&Place::waited);
  answer["places_of_first"] = slowest_places(&Place::waited_by_first);
  return answer;
}

}  // namespace xomp::simulate
