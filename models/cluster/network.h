// What lies between the ranks: a port for each rank within its node, and one for each node; and the latency between two ports. A message
// takes its sender's port, then its receiver's, for the time that its bytes take; those that come meanwhile wait. A message of more than the
// path's eager_bytes is announced first. Its bytes leave when the receiver has seen that and asked for them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <unordered_map>
#include <vector>

#include "models/cluster/timeline.h"
#include "ttg/ranks/transport/transport.h"
#include "ttg/ranks/wire/bytes.h"

namespace xomp::cluster {

struct Message {
  enum class Kind : std::uint8_t { batch, piece, step, sent };  // sent: the sender may use its memory again
  // The message's form on its way: whole, announced, or fetched after an announcement.
  enum class Form : std::uint8_t { whole, announcement, fetched };
  Kind kind = Kind::batch;
  Form form = Form::whole;
  enum class Stage : std::uint8_t { leaves, arrives, is_there } stage = Stage::leaves;
  int from = 0, to = 0;
  std::size_t bytes = 0;
  ttg::ranks::Bytes data;        // of a batch or a step
  const void* memory = nullptr;  // of a piece, the sender's
  ttg::ranks::Request* request = nullptr;
  int tag = 0;               // of a piece
  std::uint64_t number = 0;  // of a step: which collective call
  bool is_down = false;      // of a step: from the root
  bool was_piece = false;    // what the sender is told of
};

struct Arrivals {
  std::deque<std::unique_ptr<Message>> come;
};

class Network final : public Actor {
 public:
  Network(Timeline& timeline, const Description& description, std::vector<Rank>& ranks, std::uint64_t seed);

  const Path& path(const Message& m) const { return description_.between(m.from, m.to); }
  // The calling thread's rank sends it, and pays for that.
  void send(std::unique_ptr<Message> message);
  // Called when the receiver has seen the announcement.
  void fetch(std::unique_ptr<Message> announcement);
  void happen(Picoseconds now, std::uint64_t what) override;

  std::uint64_t messages() const { return messages_; }

 private:
  struct Port {
    Picoseconds out_free = 0, in_free = 0;
  };
  Port& port(const Message& m, int rank) {
    const int node = description_.node_of(rank);
    return description_.node_of(m.from) == description_.node_of(m.to) ? of_ranks_[static_cast<std::size_t>(rank)]
                                                                      : of_nodes_[static_cast<std::size_t>(node)];
  }
  std::size_t wire_bytes(const Message& m) const { return m.form == Message::Form::announcement ? 64 : m.bytes; }
  Picoseconds port_time(const Message& m) const;
  Picoseconds arrival(const Message& m, Picoseconds left);
  void leave(std::unique_ptr<Message> message, Picoseconds now);
  void arrive(std::unique_ptr<Message> message, Picoseconds now);
  void deliver(std::unique_ptr<Message> message, Picoseconds now);
  void tell_sender(const Message& m, Picoseconds at);

  Timeline& timeline_;
  const Description& description_;
  std::vector<Rank>& ranks_;
  std::vector<Port> of_ranks_, of_nodes_;
  std::uint64_t random_, messages_ = 0;
  std::unordered_map<std::uint64_t, Picoseconds> last_;  // arrival from one rank at another: messages do not overtake
};

}  // namespace xomp::cluster
