// The receives that a rank has posted for batches, before any comes. If peers are few, each has receives of its own:
// MPI then knows where a message comes from, so only the oldest receive of each peer has to be looked at. Many peers
// share the receives, because otherwise their memory would grow with the number of ranks.
#ifndef XOMP_TTG_RANKS_TRANSPORT_MPI_RECEIVES_H
#define XOMP_TTG_RANKS_TRANSPORT_MPI_RECEIVES_H

#include "ttg/ranks/transport/batch.h"
#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace ttg::ranks {

// Messages of one sender meet its receives in the order in which those were posted.
class MpiReceivesOfEach {
 public:
  MpiReceivesOfEach(MPI_Comm comm, const std::vector<int>& peers) : comm_(comm) {
    for (const int peer : peers) rings_.push_back({peer});
    heads_.assign(rings_.size(), MPI_REQUEST_NULL);
    ended_.resize(rings_.size());
    statuses_.resize(rings_.size());
    memory_.reset(new char[rings_.size() * kDepth * kBatchBytes]);
  }
  template <class Check>
  void post(Check&& check) {
    for (Ring& ring : rings_) {
      for (std::size_t slot = 0; slot < kDepth; ++slot) receive(ring, slot, check);
      head_of(ring) = std::exchange(ring.requests[0], MPI_REQUEST_NULL);
    }
  }
  // Calls check(result) for MPI's results, and take(from, data, bytes). Returns whether anything has come.
  template <class Check, class Take>
  bool poll(Check&& check, Take&& take) {
    if (rings_.size() == 1) return take_from(rings_[0], 0, check, take);
    int count = 0;
    check(MPI_Testsome(static_cast<int>(heads_.size()), heads_.data(), &count, ended_.data(), statuses_.data()));
    for (int i = 0; i < count; ++i) {
      Ring& ring = rings_[static_cast<std::size_t>(ended_[static_cast<std::size_t>(i)])];
      take_one(ring, statuses_[static_cast<std::size_t>(i)], check, take);
      take_from(ring, 1, check, take);
    }
    return count > 0;
  }
  void cancel() {
    for (MPI_Request& head : heads_) cancel_one(head);
    for (Ring& ring : rings_)
      for (MPI_Request& request : ring.requests) cancel_one(request);
  }

 private:
  static constexpr std::size_t kDepth = 8;
  struct Ring {
    int peer;
    std::size_t first = 0;              // the oldest receive, whose request is the head
    std::size_t burst = 1;              // how many messages are looked for in one go: as many as came lately
    MPI_Request requests[kDepth] = {};  // of the others
  };

  std::size_t index_of(const Ring& ring) const { return static_cast<std::size_t>(&ring - rings_.data()); }
  MPI_Request& head_of(const Ring& ring) { return heads_[index_of(ring)]; }
  char* memory_of(const Ring& ring, std::size_t slot) {
    return memory_.get() + (index_of(ring) * kDepth + slot) * kBatchBytes;
  }
  static void cancel_one(MPI_Request& request) {
    if (request == MPI_REQUEST_NULL) return;
    MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  template <class Check>
  void receive(Ring& ring, std::size_t slot, Check&& check) {
    check(MPI_Irecv(memory_of(ring, slot), static_cast<int>(kBatchBytes), MPI_BYTE, ring.peer, 0, comm_,
                    &ring.requests[slot]));
  }
  // Takes what has come from this peer, `taken` of which have been taken already. A look in vain makes MPI look at all
  // its networks. So where messages come one by one it is left to the next poll.
  template <class Check, class Take>
  bool take_from(Ring& ring, std::size_t taken, Check&& check, Take&& take) {
    const std::size_t before = taken;
    for (; taken < ring.burst; ++taken) {
      int has_ended = 0;
      MPI_Status status;
      check(MPI_Test(&head_of(ring), &has_ended, &status));
      if (has_ended == 0) {
        ring.burst = std::max(taken, std::size_t{1});
        return taken != before;
      }
      take_one(ring, status, check, take);
    }
    ring.burst = std::min(2 * ring.burst, kDepth);
    return taken != before;
  }
  template <class Check, class Take>
  void take_one(Ring& ring, const MPI_Status& status, Check&& check, Take&& take) {
    const std::size_t slot = ring.first;
    int bytes = 0;
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    take(ring.peer, memory_of(ring, slot), static_cast<std::size_t>(bytes));
    receive(ring, slot, check);
    ring.first = (slot + 1) % kDepth;
    head_of(ring) = std::exchange(ring.requests[ring.first], MPI_REQUEST_NULL);
  }

  const MPI_Comm comm_;
  std::vector<Ring> rings_;
  std::vector<MPI_Request> heads_;  // a ring's oldest each, side by side for MPI_Testsome
  std::vector<int> ended_;
  std::vector<MPI_Status> statuses_;
  std::unique_ptr<char[]> memory_;
};

// A ring of receives for messages of whatever sender.
class MpiReceivesOfAny {
 public:
  explicit MpiReceivesOfAny(MPI_Comm comm) : comm_(comm), memory_(new char[kRing * kBatchBytes]) {}
  template <class Check>
  void post(Check&& check) {
    for (std::size_t slot = 0; slot < kRing; ++slot) receive(slot, check);
  }
  template <class Check, class Take>
  bool poll(Check&& check, Take&& take) {
    int count = 0;
    check(MPI_Testsome(kRing, requests_, &count, ended_, statuses_));
    if (count <= 0) return false;
    // In the order in which they were posted, so that batches of one sender come in order.
    int order[kRing];
    for (int i = 0; i < count; ++i) order[i] = i;
    const auto posted = [this](int i) { return posted_[static_cast<std::size_t>(ended_[i])]; };
    if (count > 1) std::sort(order, order + count, [&](int a, int b) { return posted(a) < posted(b); });
    for (int i = 0; i < count; ++i) {
      const MPI_Status& status = statuses_[order[i]];
      const auto slot = static_cast<std::size_t>(ended_[order[i]]);
      int bytes = 0;
      MPI_Get_count(&status, MPI_BYTE, &bytes);
      take(status.MPI_SOURCE, memory_.get() + slot * kBatchBytes, static_cast<std::size_t>(bytes));
      receive(slot, check);
    }
    return true;
  }
  void cancel() {
    for (MPI_Request& request : requests_) {
      MPI_Cancel(&request);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
  }

 private:
  static constexpr int kRing = 16;

  template <class Check>
  void receive(std::size_t slot, Check&& check) {
    posted_[slot] = ++last_posted_;
    check(MPI_Irecv(memory_.get() + slot * kBatchBytes, static_cast<int>(kBatchBytes), MPI_BYTE, MPI_ANY_SOURCE, 0,
                    comm_, &requests_[slot]));
  }

  const MPI_Comm comm_;
  MPI_Request requests_[kRing];
  std::unique_ptr<char[]> memory_;
  std::uint64_t posted_[kRing] = {}, last_posted_ = 0;  // when each of them was
  int ended_[kRing];
  MPI_Status statuses_[kRing];
};

}  // namespace ttg::ranks

#endif
