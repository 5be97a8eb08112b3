// See sim_table.h.
#include "sim_table.h"

#include <string>

#include "message.h"

namespace xomp::tool {

using nlohmann::json;

namespace {

double number(const json& answer, const char* name) { return answer.at(name).get<double>(); }

double each(const json& answer, double count) {
  const double tasks = number(answer, "tasks");
  return tasks > 0 ? count / tasks : 0;
}

double far_transfers(const json& t) { return t.at("other_node").get<double>() + t.at("two_hops").get<double>(); }

}  // namespace

double share_of(const json& answer, const char* what) {
  double sum = 0;
  for (const json& thread : answer.at("threads")) sum += thread.at(what).get<double>();
  const double all = number(answer, "workers") * number(answer, "time_ns");
  return all > 0 ? sum / all : 0;
}

static void print_legend() {
  fmt::print(
      "\n"
      "effic.            share of all workers' time that is the tasks' own work. The rest of the time:\n"
      "asleep, polls     sleeping; pauses and yields\n"
      "lines, other      waiting for cache lines; the engine's instructions\n"
      "bound             what any greedy schedule is sure to reach when nothing but the tasks' work costs time: P / (P "
      "+ W - 1)\n"
      "paral.            parallelism P of the tasks: their work over the longest path. W workers reach P / W at most\n"
      "near, node, far   cache lines from a core of the same cache, the same node, another node, for each task\n"
      "RMW, stolen       read-modify-writes and steals for each task\n"
      "requests, fences  steal requests sent; heavy fences\n"
      "fair              how evenly the work is divided among the workers (Jain's index; 1 = equal)\n");
}

void print_table(const std::vector<json>& answers) {
  fmt::print(
      "{:<9} {:<15} {:>7} {:>9} {:>11} {:>6} {:>6} {:>7} | {:>6} {:>6} {:>6} {:>6} | {:>5} {:>5} {:>5} {:>5} {:>6} "
      "{:>8} "
      "{:>7} "
      "{:>5} {:>6}\n",
      "program", "policy", "workers", "tasks", "time ms", "effic.", "bound", "paral.", "asleep", "polls", "lines",
      "other", "near", "node", "far", "RMW", "stolen", "requests", "fences", "fair", "host s");
  for (const json& a : answers) {
    const json& t = a.at("transfers");
    const double work = share_of(a, "work_ns"), asleep = share_of(a, "asleep_ns"), polls = share_of(a, "paused_ns"),
                 lines = share_of(a, "moving_ns");
    fmt::print(
        "{:<9} {:<15} {:>7} {:>9.0f} {:>11.3f} {:>6.3f} {:>6.3f} {:>7.0f} | {:>6.3f} {:>6.3f} {:>6.3f} {:>6.3f} | "
        "{:>5.2f} "
        "{:>5.2f} "
        "{:>5.2f} {:>5.2f} {:>6.3f} {:>8} {:>7} {:>5.2f} {:>6.1f}\n",
        a.at("program").get<std::string>(), a.at("policy").get<std::string>(), a.at("workers").get<int>(),
        number(a, "tasks"), number(a, "time_ns") / 1e6, number(a, "efficiency"), number(a, "bound"),
        number(a, "parallelism"), asleep, polls, lines, std::max(0.0, 1 - work - asleep - polls - lines),
        each(a, t.at("same_cache").get<double>()), each(a, t.at("same_node").get<double>()), each(a, far_transfers(t)),
        each(a, number(a, "read_modify_writes")), each(a, number(a, "stolen")),
        a.at("requests").at("sent").get<long long>(), a.at("heavy_fences").get<long long>(), number(a, "fairness"),
        number(a, "host_seconds"));
  }
  print_legend();
}

static void print_places(const json& answer, const char* which, double time) {
  for (const json& place : answer.at(which))
    fmt::print("  {:>9.1f} {:>9.2f}  {}\n", 100 * place.at("waited_ns").get<double>() / time,
               each(answer, place.at("moves").get<double>()), place.at("code").get<std::string>());
}

void print_lines(const std::vector<json>& answers) {
  for (const json& a : answers) {
    fmt::print(
        "\n{} {} {}: {} cache lines were written by 8 cores or more. Cores take these from one another most often:\n",
        a.at("program").get<std::string>(), a.at("policy").get<std::string>(), a.at("workers").get<int>(),
        a.at("lines").at("by_8_writers").get<long long>());
    fmt::print("  {:>9} {:>9} {:>7}  {}\n", "takeovers", "a task", "writers", "last written at");
    for (const json& l : a.at("lines").at("busiest"))
      fmt::print("  {:>9} {:>9.3f} {:>7}  {}\n", l.at("takeovers").get<long long>(),
                 each(a, l.at("takeovers").get<double>()), l.at("writers").get<int>(), l.at("code").get<std::string>());
    const double time = number(a, "time_ns"), workers = a.at("workers").get<double>();
    fmt::print("\n  {:>9} {:>9}  {}\n", "% of time", "a task",
               "share of the time in which workers waited for lines here, and lines that came");
    print_places(a, "places", time * workers);
    fmt::print("\n  {:>9} {:>9}  {}\n", "% of its", "a task",
               "where the first thread waited for them, and lines that came to all threads");
    print_places(a, "places_of_first", time);
  }
}

}  // namespace xomp::tool
