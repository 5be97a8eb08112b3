// A cluster of machines that a message crosses, as a description file in models/clusters/ says: what a message costs its sender, its
// receiver and the network between them (LogGP's parameters), and what ttg.h's own code costs. Read once at start.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace xomp::cluster {

using Picoseconds = std::uint64_t;

inline constexpr int kMostRanks = 4096;

// Between two ranks. The same for all pairs within a node, and for all pairs on different nodes.
struct Path {
  Picoseconds latency = 0;      // from port to port
  Picoseconds send = 0;         // of the sender's processor, for a message
  Picoseconds receive = 0;      // of the receiver's
  Picoseconds gap = 0;          // between two messages at a port
  double byte = 0;              // ps at a port, for each byte
  double copied_byte = 0;       // ps of either processor, for a byte of an eager message
  double fetched_byte = 0;      // ps of the receiver's processor, for a byte of a larger one
  std::size_t eager_bytes = 0;  // larger messages wait until their receiver asks for them
};

// What our own code costs, in processor time of a rank.
struct Costs {
  Picoseconds task = 0;             // from ready to ended, without its body
  Picoseconds record_sent = 0;      // a record, which is a message of the front end: made, put into a batch
  Picoseconds record_received = 0;  // taken out, delivered to its task
  Picoseconds batch_sent = 0;       // a batch, besides its records and MPI's call
  Picoseconds batch_received = 0;
  Picoseconds poll = 0;  // a look for messages that finds none
  Picoseconds wake = 0;  // until a thread that waits for tasks has one
  Picoseconds step = 0;  // a message of a collective step, besides MPI's calls for a message
};

struct Description {
  std::string name;
  int ranks_per_node = 1;
  double jitter = 0;  // latencies are up to this much longer, as the seed says
  Path network, node;
  Costs costs;

  int node_of(int rank) const { return rank / ranks_per_node; }
  const Path& between(int rank, int other) const { return node_of(rank) == node_of(other) ? node : network; }
};

// Reads the text of a description file. Throws std::runtime_error with a sentence.
Description read_description(const std::string& text);

}  // namespace xomp::cluster
