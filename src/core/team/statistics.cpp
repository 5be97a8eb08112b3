// The report. Other threads may still run while it is made, so each figure was true a moment ago.
#include "core/team/statistics.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <unistd.h>

#include "platform/atomic.h"
#include "platform/message.h"
#include "platform/process.h"
#include "trace/recorder.h"

namespace xomp::team {

bool (*report_graphs)() = nullptr;

namespace {

using sched::Counters;
using trace::Activity;

constexpr int kRows = 64;  // threads that get a row of their own
constexpr int kActivities = static_cast<int>(Activity::count);

struct Sum {
  std::uint64_t regions = 0, deferred = 0, undeferred = 0, overflowed = 0, executed = 0, stolen = 0;
  std::uint64_t raids = 0, sent = 0, served = 0, refused = 0, near = 0, far = 0, moved = 0;
  std::uint64_t left_waits = 0, made_stacks = 0;
  double seconds[kActivities] = {};

  void add(const Worker& w, double ticks_per_second) {
    const Counters& c = w.counters;
    regions += c.regions.load(relaxed);  // here and below: statistics only
    deferred += c.deferred.load(relaxed);
    undeferred += c.undeferred.load(relaxed);
    overflowed += c.overflowed.load(relaxed);
    executed += c.executed.load(relaxed);
    stolen += c.stolen.load(relaxed);
    raids += c.raids.load(relaxed);
    sent += c.requests_sent.load(relaxed);
    served += c.requests_served.load(relaxed);
    refused += c.requests_refused.load(relaxed);
    near += c.pushed_near.load(relaxed);
    far += c.pushed_far.load(relaxed);
    moved += c.moved.load(relaxed);
    left_waits += c.left_waits.load(relaxed);
    made_stacks += c.made_stacks.load(relaxed);
    for (int i = 0; i < kActivities; ++i)
      seconds[i] += static_cast<double>(w.clock.ticks[i].load(relaxed)) / ticks_per_second;
    if (w.clock.stopped.load(relaxed)) return;
    const double since = static_cast<double>(platform::ticks() - w.clock.since.load(relaxed));
    seconds[static_cast<int>(w.clock.now.load(relaxed))] += since / ticks_per_second;
  }
  std::uint64_t created() const { return deferred + undeferred; }
  // Tasks that stay are not counted on their way. But each deferred task is put once, and may be moved later, so their
  // number follows.
  std::uint64_t put_at_home() const {
    const std::uint64_t elsewhere = overflowed + near + far - moved;
    return deferred > elsewhere ? deferred - elsewhere : 0;
  }
};

void print_row(const char* thread, const Sum& s) {
  platform::print("xomp: %8s %10.3f %10.3f %10.3f %10.3f %14llu %12llu\n", thread,
                  s.seconds[static_cast<int>(Activity::serial)], s.seconds[static_cast<int>(Activity::working)],
                  s.seconds[static_cast<int>(Activity::runtime)], s.seconds[static_cast<int>(Activity::waiting)],
                  static_cast<unsigned long long>(s.executed + s.undeferred),
                  static_cast<unsigned long long>(s.stolen));
}

void print_totals(const Sum& total, int threads) {
  platform::print("xomp: statistics of %s, process %ld, %.3f s\n", program_invocation_short_name,
                  static_cast<long>(getpid()), trace::seconds_measured());
  platform::print("xomp: threads      %d at once at most\n", threads);
  platform::print("xomp: regions      %llu\n", static_cast<unsigned long long>(total.regions));
  platform::print("xomp: tasks        %llu created, %llu run inline, %llu stolen\n",
                  static_cast<unsigned long long>(total.created()),
                  static_cast<unsigned long long>(total.undeferred + total.overflowed),
                  static_cast<unsigned long long>(total.stolen));
  const auto value = [](std::uint64_t n) { return static_cast<unsigned long long>(n); };
  if (total.sent != 0)
    platform::print("xomp: requests     %llu sent, %llu served, %llu refused\n", value(total.sent), value(total.served),
                    value(total.refused));
  if (total.deferred != 0)
    platform::print(
        "xomp: pushes       %llu to the own or the team's queue, %llu to threads of the same NUMA domain, "
        "%llu to others\n",
        value(total.put_at_home()), value(total.near), value(total.far));
  if (total.raids != 0) platform::print("xomp: raids        %llu\n", value(total.raids));
  if (total.left_waits != 0)
    platform::print("xomp: left waits   %llu, on %llu further stacks\n", value(total.left_waits),
                    value(total.made_stacks));
  platform::print("xomp: peak memory  %.1f MiB\n", static_cast<double>(platform::peak_memory_kib()) / 1024);
}

// Prints the counts in a build that counts atomics (docs/statistics.md).
void print_atomics(std::uint64_t tasks) {
  if constexpr (!platform::kCountsAtomics) return;
  const platform::AtomicsCount count = platform::count_of_atomics();
  platform::print("xomp: atomics      %llu read-modify-writes, %llu fences, %llu heavy fences\n",
                  static_cast<unsigned long long>(count.read_modify_writes),
                  static_cast<unsigned long long>(count.fences), static_cast<unsigned long long>(count.heavy_fences));
  if (tasks == 0) return;
  const auto a_task = [tasks](std::uint64_t n) { return static_cast<double>(n) / static_cast<double>(tasks); };
  platform::print("xomp:   a task     %.6f read-modify-writes, %.6f fences, %.6f heavy fences\n",
                  a_task(count.read_modify_writes), a_task(count.fences), a_task(count.heavy_fences));
}

// Runs after the program's own exit handlers and destructors.
[[gnu::destructor(101)]] void print_statistics() {
  if (!trace::measures) return;
  if (const char* const file = icv::global.statistics_file)
    if (const int error = platform::print_to_file(file); error != 0)
      platform::warn("XOMP_STATS=%s: the file cannot be written (%s); the statistics are here:", file,
                     std::strerror(error));
  const double unit = trace::ticks_per_second();
  Sum total;
  int threads = 0;
  for (int id = 0; id < sched::kMaxWorkers; ++id) {
    Worker* const w = sched::workers[id];
    if (w == nullptr) break;
    total.add(*w, unit);
    ++threads;
  }
  if (total.regions == 0 && total.created() == 0) {  // it did nothing with OpenMP
    if (report_graphs != nullptr) report_graphs();
    return;
  }
  print_totals(total, threads);
  if (report_graphs != nullptr) report_graphs();
  print_atomics(total.created());
  platform::print("xomp: %8s %10s %10s %10s %10s %14s %12s\n", "thread", "serial s", "working s", "runtime s",
                  "waiting s", "tasks run", "stolen");
  for (int id = 0; id < threads && id < kRows; ++id) {
    Sum row;
    row.add(*sched::workers[id], unit);
    char name[16];
    snprintf(name, sizeof name, "%d", id);
    print_row(name, row);
  }
  if (threads > kRows) platform::print("xomp: %8s %d more threads\n", "...", threads - kRows);
  if (threads > 1) print_row("all", total);
}

}  // namespace

void start_statistics() {
  if (icv::global.statistics) trace::start_measuring();
}

void finish_trace() {
  if (!trace::is_recording()) return;
  Sum total;
  for (int id = 0; id < sched::kMaxWorkers && sched::workers[id] != nullptr; ++id) total.add(*sched::workers[id], 1);
  trace::finish_recorder({total.created(), total.undeferred + total.overflowed, total.stolen, total.regions});
}

void count_tasks(const Team& team) {
  for (int i = 0; i < team.size; ++i) {
    const sched::TeamThread& thread = *team.threads[i];
    Counters& counters = thread.worker.load(relaxed)->counters;
    Counters::add(counters.deferred, thread.created.load(relaxed));  // the barrier has ordered them
    Counters::add(counters.executed, thread.finished.load(relaxed));
  }
}

void forget_statistics() {
  if (!trace::measures) return;
  trace::start_measuring();
  platform::forget_atomics();
  for (int id = 0; id < sched::kMaxWorkers; ++id) {
    Worker* const w = sched::workers[id];
    if (w == nullptr) break;
    w->counters.forget();
    w->clock.forget();
  }
}

}  // namespace xomp::team
