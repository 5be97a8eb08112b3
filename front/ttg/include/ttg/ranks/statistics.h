// What the ranks of a world have sent each other, for `xomp run --stats`: a line for each, and one for all. Rank 0 prints it when
// the world ends.
#ifndef XOMP_TTG_RANKS_STATISTICS_H
#define XOMP_TTG_RANKS_STATISTICS_H

#include "ttg/ranks/exchange.h"
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace ttg::ranks {

struct Counts {
  std::uint64_t is_wanted = 0;  // by this rank
  std::uint64_t records_sent = 0, records_received = 0;
  std::uint64_t batches = 0, batch_bytes = 0, pieces = 0, piece_bytes = 0;  // sent

  void add(const Counts& other) {
    is_wanted += other.is_wanted;
    records_sent += other.records_sent;
    records_received += other.records_received;
    batches += other.batches;
    batch_bytes += other.batch_bytes;
    pieces += other.pieces;
    piece_bytes += other.piece_bytes;
  }
};

inline Counts counts_of(Exchange& exchange) {
  const char* const wanted = std::getenv("XOMP_STATS");
  const Transport& t = exchange.transport();
  return {wanted != nullptr && *wanted != 0 && std::strcmp(wanted, "0") != 0 && std::strcmp(wanted, "false") != 0,
          exchange.sent(),
          exchange.received(),
          t.batches_sent,
          t.batch_bytes_sent,
          t.pieces_sent,
          t.piece_bytes_sent};
}

inline std::string line_of(const std::string& name, const Counts& c) {
  char text[160];
  std::snprintf(text, sizeof text, "\nttg: %9s %14llu %14llu %10llu %12.3f %10llu %12.3f", name.c_str(),
                static_cast<unsigned long long>(c.records_sent), static_cast<unsigned long long>(c.records_received),
                static_cast<unsigned long long>(c.batches), static_cast<double>(c.batch_bytes) / (1 << 20),
                static_cast<unsigned long long>(c.pieces), static_cast<double>(c.piece_bytes) / (1 << 20));
  return text;
}

// Of all ranks, in their order. Empty if none wants it.
inline std::string text_of(const std::vector<Counts>& ranks) {
  constexpr std::size_t kMostLines = 64;
  Counts all;
  for (const Counts& c : ranks) all.add(c);
  if (all.is_wanted == 0) return {};
  std::string text = "ttg: messages between " + std::to_string(ranks.size()) + " processes";
  text += "\nttg:   process   records sent       received    batches          MiB     pieces          MiB";
  for (std::size_t i = 0; i < ranks.size() && i < kMostLines; ++i) text += line_of(std::to_string(i), ranks[i]);
  return text + line_of("all", all);
}

}  // namespace ttg::ranks

#endif
