// The transport of a simulated rank (front/ttg/include/ttg/ranks/transport/transport.h). What it is asked for goes to the network, what has come is
// looked at in poll(), as MPI does it: nothing moves in a rank that does not look. A collective step goes up a binomial tree of ranks and
// down again, a message for each edge.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "models/cluster/rank.h"
#include "ttg/ranks/transport/transport.h"

namespace xomp::cluster {

class SimulatedTransport final : public ttg::ranks::Transport {
 public:
  SimulatedTransport(Network& network, std::vector<Rank>& ranks, int rank)
      : network_(network), ranks_(ranks), rank_(rank) {}

  int rank() const override { return rank_; }
  int size() const override { return static_cast<int>(ranks_.size()); }
  std::string name() const override { return "simulated"; }
  bool try_begin_calls() override;
  void send_batch(int to, const char* data, std::size_t bytes, ttg::ranks::Request& request) override;
  void send_piece(int to, int tag, const void* data, std::size_t bytes, ttg::ranks::Request& request) override;
  void receive_piece(int from, int tag, void* data, std::size_t bytes, ttg::ranks::Request& request) override;
  std::size_t largest_piece() const override { return std::size_t{1} << 30; }
  void begin_wave(const ttg::ranks::Wave& mine, ttg::ranks::Wave& all) override;
  void begin_broadcast(void* data, std::size_t bytes, int root) override;
  void begin_gather(const void* mine, std::size_t bytes, void* all) override;
  bool collective_is_over() override { return what_ == What::nothing; }
  bool poll(ttg::ranks::Sink& sink) override;
  void close() override {}
  [[noreturn]] void abort() override;

 private:
  enum class What : std::uint8_t { nothing, wave, broadcast, gather };
  struct Wanted {
    void* memory;
    ttg::ranks::Request* request;
  };
  // A collective step, as far as this rank has got.
  struct Step {
    bool has_begun = false;
    int from_below = 0;  // ranks below that have given theirs
    ttg::ranks::Wave wave;
    ttg::ranks::Bytes gathered;                 // blocks: a rank, then its bytes
    std::unique_ptr<ttg::ranks::Bytes> result;  // has come from above before this rank has begun
  };

  Rank& me() { return ranks_[static_cast<std::size_t>(rank_)]; }
  void pay(Picoseconds time);
  std::unique_ptr<Message> message(Message::Kind kind, int to, std::size_t bytes);
  bool take(std::unique_ptr<Message> message, ttg::ranks::Sink& sink);
  void take_piece(const Message& m);
  void take_step(Message& m);
  // In the tree of a step, whose root is rank 0 of these numbers.
  int in_tree(int rank, int root) const { return (rank - root + size()) % size(); }
  int of_tree(int number, int root) const { return (number + root) % size(); }
  template <class Each>
  void for_each_below(int number, Each&& each) const;
  void begin_step(What what, int root);
  void go_up();
  void go_down(const ttg::ranks::Bytes& result);
  void send_step(int to, bool is_down, const ttg::ranks::Bytes& data);

  Network& network_;
  std::vector<Rank>& ranks_;
  const int rank_;
  std::map<std::pair<int, int>, std::vector<Wanted>> wanted_;  // by sender and tag, in their order
  // The step that this rank is in.
  What what_ = What::nothing;
  std::uint64_t number_ = 0;
  int root_ = 0;
  void* to_ = nullptr;
  std::size_t bytes_ = 0;  // of each rank
  std::map<std::uint64_t, Step> steps_;
};

}  // namespace xomp::cluster
