// Several ranks in one process, for tests: what one sends is put off and comes in another order, as a seed says.
#ifndef XOMP_TTG_RANKS_TRANSPORT_LOOP_BACK_H
#define XOMP_TTG_RANKS_TRANSPORT_LOOP_BACK_H

#include "ttg/ranks/transport/transport.h"
#include "ttg/ranks/wire/bytes.h"
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace ttg::ranks {

// What the ranks share. All of it is used under the mutex.
class LoopBack {
 public:
  LoopBack(int size, std::uint64_t seed, std::size_t largest_piece = 1000)
      : largest_piece_(largest_piece), random_(seed | 1), ranks_(static_cast<std::size_t>(size)) {}

  std::unique_ptr<Transport> transport(int rank);

 private:
  class End;
  struct Message {
    int from;
    Bytes bytes;
    int delay;  // so many polls
  };
  struct Wanted {
    void* data;
    std::size_t bytes;
    Request* request;
  };
  struct Rank {
    std::vector<Message> batches;
    std::map<std::pair<int, int>, std::vector<Bytes>> pieces;   // by sender and tag, in their order
    std::map<std::pair<int, int>, std::vector<Wanted>> wanted;  // as above
    std::vector<std::pair<int, Request*>> sent;                 // and in how many polls that is over
    bool is_in_step = false;
    unsigned steps = 0;  // that it has left
  };
  struct Step {
    int begun = 0, left = 0;
    Wave wave;
    Bytes broadcast;
    std::vector<Bytes> gathered;
  };
  std::uint32_t draw(std::uint32_t most) {
    random_ ^= random_ << 13;
    random_ ^= random_ >> 7;
    random_ ^= random_ << 17;
    return static_cast<std::uint32_t>(random_ >> 33) % most;
  }

  std::mutex mutex_;
  const std::size_t largest_piece_;
  std::uint64_t random_;
  std::vector<Rank> ranks_;
  Step steps_[2];  // a rank may begin the next one while others still read the last one
};

class LoopBack::End final : public Transport {
 public:
  End(LoopBack& net, int rank) : net_(net), rank_(rank) {}

  int rank() const override { return rank_; }
  int size() const override { return static_cast<int>(net_.ranks_.size()); }
  std::string name() const override { return "loop-back"; }
  std::uint64_t id() const override { return reinterpret_cast<std::uintptr_t>(&net_); }

  void send_batch(int to, const char* data, std::size_t bytes, Request& request) override {
    const std::lock_guard lock(net_.mutex_);
    ++batches_sent;
    batch_bytes_sent += bytes;
    at(to).batches.push_back({rank_, Bytes(data, bytes), static_cast<int>(net_.draw(8))});
    sent_later(request);
  }
  void send_piece(int to, int tag, const void* data, std::size_t bytes, Request& request) override {
    const std::lock_guard lock(net_.mutex_);
    ++pieces_sent;
    piece_bytes_sent += bytes;
    at(to).pieces[{rank_, tag}].emplace_back(static_cast<const char*>(data), bytes);
    sent_later(request);
  }
  void receive_piece(int from, int tag, void* data, std::size_t bytes, Request& request) override {
    const std::lock_guard lock(net_.mutex_);
    at(rank_).wanted[{from, tag}].push_back({data, bytes, &request});
  }
  std::size_t largest_piece() const override { return net_.largest_piece_; }

  void begin_wave(const Wave& mine, Wave& all) override {
    const std::lock_guard lock(net_.mutex_);
    if (begin_step()) step().wave = mine;
    else step().wave.combine(mine);
    finish_ = [this, &all] { all = step().wave; };
  }
  void begin_broadcast(void* data, std::size_t bytes, int root) override {
    const std::lock_guard lock(net_.mutex_);
    begin_step();
    if (rank_ == root) step().broadcast = Bytes(static_cast<const char*>(data), bytes);
    finish_ = [this, data, bytes] { std::memcpy(data, step().broadcast.data(), bytes); };
  }
  void begin_gather(const void* mine, std::size_t bytes, void* all) override {
    const std::lock_guard lock(net_.mutex_);
    if (begin_step()) step().gathered.resize(net_.ranks_.size());
    step().gathered[static_cast<std::size_t>(rank_)] = Bytes(static_cast<const char*>(mine), bytes);
    finish_ = [this, bytes, all] {
      for (std::size_t i = 0; i < net_.ranks_.size(); ++i)
        std::memcpy(static_cast<char*>(all) + i * bytes, step().gathered[i].data(), bytes);
    };
  }
  bool collective_is_over() override {
    const std::lock_guard lock(net_.mutex_);
    if (!at(rank_).is_in_step) return true;
    if (step().begun != size() || net_.draw(3) == 0) return false;
    finish_();
    at(rank_).is_in_step = false;
    Step& left = step();
    ++at(rank_).steps;
    if (++left.left == size()) left = {};
    return true;
  }

  bool poll(Sink& sink) override {
    std::vector<Request*> done;
    std::vector<Message> come;
    {
      const std::lock_guard lock(net_.mutex_);
      take_batches(come);
      take_pieces(done);
      take_sent(done);
    }
    for (const Message& m : come) sink.take_batch(m.from, m.bytes.data(), m.bytes.size());
    for (Request* r : done) r->is_done();
    return !come.empty() || !done.empty();
  }
  void close() override {}
  [[noreturn]] void abort() override { std::abort(); }

 private:
  Rank& at(int rank) { return net_.ranks_[static_cast<std::size_t>(rank)]; }
  void sent_later(Request& request) { at(rank_).sent.push_back({static_cast<int>(net_.draw(4)), &request}); }
  Step& step() { return net_.steps_[at(rank_).steps % 2]; }
  // Returns true for the first of the ranks.
  bool begin_step() {
    at(rank_).is_in_step = true;
    return step().begun++ == 0;
  }
  void take_batches(std::vector<Message>& come) {
    auto& batches = at(rank_).batches;
    for (std::size_t i = 0; i < batches.size();) {
      if (batches[i].delay-- > 0) {
        ++i;
        continue;
      }
      come.push_back(std::move(batches[i]));
      batches[i] = std::move(batches.back());  // the order changes, too
      batches.pop_back();
    }
  }
  void take_pieces(std::vector<Request*>& done) {
    for (auto& [where, wanted] : at(rank_).wanted) {
      auto& pieces = at(rank_).pieces[where];
      while (!wanted.empty() && !pieces.empty() && net_.draw(2) == 0) {
        std::memcpy(wanted.front().data, pieces.front().data(), wanted.front().bytes);
        done.push_back(wanted.front().request);
        wanted.erase(wanted.begin());
        pieces.erase(pieces.begin());
      }
    }
  }
  void take_sent(std::vector<Request*>& done) {
    auto& sent = at(rank_).sent;
    for (std::size_t i = 0; i < sent.size();) {
      if (sent[i].first-- > 0) {
        ++i;
        continue;
      }
      done.push_back(sent[i].second);
      sent[i] = sent.back();
      sent.pop_back();
    }
  }

  LoopBack& net_;
  const int rank_;
  std::function<void()> finish_;
};

inline std::unique_ptr<Transport> LoopBack::transport(int rank) { return std::make_unique<End>(*this, rank); }

}  // namespace ttg::ranks

#endif
