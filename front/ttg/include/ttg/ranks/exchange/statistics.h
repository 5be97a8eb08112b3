// What the ranks of a world have done and have sent each other, for `xomp run --stats`: a line for each rank, and one for each
// name of tasks. Rank 0 prints it when the world ends.
#ifndef XOMP_TTG_RANKS_EXCHANGE_STATISTICS_H
#define XOMP_TTG_RANKS_EXCHANGE_STATISTICS_H

#include "ttg/ranks/exchange/exchange.h"
#include "xomp/graph.h"
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace ttg::ranks {

struct Counts {
  std::uint64_t is_wanted = 0;  // by this rank
  std::uint64_t records_sent = 0, records_received = 0;
  std::uint64_t batches = 0, batch_bytes = 0, pieces = 0, piece_bytes = 0;  // sent
  std::uint64_t tasks = 0, names_bytes = 0;                                 // of tasks_by_name()

  void add(const Counts& other) {
    is_wanted += other.is_wanted;
    records_sent += other.records_sent;
    records_received += other.records_received;
    batches += other.batches;
    batch_bytes += other.batch_bytes;
    pieces += other.pieces;
    piece_bytes += other.piece_bytes;
    tasks += other.tasks;
  }
};

// "12 potrf\n", for each name of tasks that have run in this process; of those whose names are too many, "others".
inline std::string tasks_by_name() {
  std::vector<xomp::graph::NameCount> counts(xomp_graph_counts_1(nullptr, 0));
  counts.resize(std::min(counts.size(), xomp_graph_counts_1(counts.data(), counts.size())));
  std::string text;
  for (const auto& [name, tasks] : counts) {
    std::string line = name;
    std::replace(line.begin(), line.end(), '\n', ' ');
    text += std::to_string(tasks) + ' ' + line + '\n';
  }
  return text;
}
inline std::vector<std::pair<std::string, std::uint64_t>> read_tasks(const std::string& text) {
  std::vector<std::pair<std::string, std::uint64_t>> tasks;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t space = line.find(' ');
    tasks.emplace_back(line.substr(space + 1), std::strtoull(line.c_str(), nullptr, 10));
  }
  return tasks;
}

inline Counts counts_of(Exchange& exchange, const std::string& names) {
  std::uint64_t tasks = 0;
  for (const auto& [name, count] : read_tasks(names)) tasks += count;

  const char* const wanted = std::getenv("XOMP_STATS");
  const Transport& t = exchange.transport();
  return {wanted != nullptr && *wanted != 0 && std::strcmp(wanted, "0") != 0 && std::strcmp(wanted, "false") != 0,
          exchange.sent(),
          exchange.received(),
          t.batches_sent,
          t.batch_bytes_sent,
          t.pieces_sent,
          t.piece_bytes_sent,
          tasks,
          names.size()};
}

inline std::string line_of(const std::string& name, const Counts& c) {
  char text[176];
  std::snprintf(text, sizeof text, "\nttg: %9s %14llu %14llu %14llu %10llu %12.3f %10llu %12.3f", name.c_str(),
                static_cast<unsigned long long>(c.tasks), static_cast<unsigned long long>(c.records_sent),
                static_cast<unsigned long long>(c.records_received), static_cast<unsigned long long>(c.batches),
                static_cast<double>(c.batch_bytes) / (1 << 20), static_cast<unsigned long long>(c.pieces),
                static_cast<double>(c.piece_bytes) / (1 << 20));
  return text;
}

// Writes the lines of all ranks, in their order. Empty if no rank wants statistics.
inline std::string text_of(const std::vector<Counts>& ranks) {
  constexpr std::size_t kMostLines = 64;
  Counts all;
  for (const Counts& c : ranks) all.add(c);
  if (all.is_wanted == 0) return {};
  std::string text = "ttg: tasks of " + std::to_string(ranks.size()) + " processes, and messages between them";
  text +=
      "\nttg:   process          tasks   records sent       received    batches          MiB     pieces          MiB";
  for (std::size_t i = 0; i < ranks.size() && i < kMostLines; ++i) text += line_of(std::to_string(i), ranks[i]);
  return text + line_of("all", all);
}

// `ranks`: tasks_by_name() of each. How evenly the key maps have spread the tasks of each name, those with most tasks first.
inline std::string text_of_names(const std::vector<std::string>& ranks) {
  struct Row {
    std::uint64_t all = 0, most = 0, processes = 0;
  };
  std::map<std::string, Row> rows;
  for (const std::string& rank : ranks)
    for (const auto& [name, tasks] : read_tasks(rank)) {
      Row& row = rows[name];
      row.all += tasks;
      row.most = std::max(row.most, tasks);
      ++row.processes;
    }
  std::vector<std::pair<std::string, Row>> sorted(rows.begin(), rows.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.second.all > b.second.all; });
  constexpr std::size_t kMostLines = 32;
  std::string text = "\nttg:          tasks   most in one   processes  name";
  for (std::size_t i = 0; i < sorted.size() && i < kMostLines; ++i) {
    const auto& [name, row] = sorted[i];
    char line[64];
    std::snprintf(line, sizeof line, "\nttg: %14llu %13llu %11llu  ", static_cast<unsigned long long>(row.all),
                  static_cast<unsigned long long>(row.most), static_cast<unsigned long long>(row.processes));
    text += line + name;
  }
  if (sorted.size() > kMostLines) text += "\nttg: ... " + std::to_string(sorted.size() - kMostLines) + " more names";
  return text;
}

}  // namespace ttg::ranks

#endif
