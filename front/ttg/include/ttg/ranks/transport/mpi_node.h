// The ranks of a world that are on this rank's node: batches between them go through memory that they share, and so do waves, if all
// ranks are there. MPI makes that memory (MPI_Win_allocate_shared). Each rank has a ring from each other one, so on a node with many ranks only
// groups of neighbours share memory.
#ifndef XOMP_TTG_RANKS_TRANSPORT_MPI_NODE_H
#define XOMP_TTG_RANKS_TRANSPORT_MPI_NODE_H

#include "ttg/ranks/transport/node_memory.h"
#include "ttg/ranks/transport/node_ring.h"
#include "ttg/ranks/transport/node_waves.h"
#include "ttg/ranks/transport/settings.h"
#include "ttg/ranks/transport/transport.h"
#include <mpi.h>

#include <cstdint>
#include <deque>
#include <memory>
#include <new>
#include <optional>
#include <random>
#include <sched.h>
#include <vector>

namespace ttg::ranks {

class MpiNode {
  using Ring = NodeRingMemory<>;
  using Places = NodeWavePlaces<Wave>;

 public:
  // Collective, among all ranks of `comm`. Memory is shared unless this rank is alone on its node, or the system refuses.
  explicit MpiNode(MPI_Comm comm) {
    int rank = 0, all = 0;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &all);
    by_rank_.resize(static_cast<std::size_t>(all));
    MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &comm_);
    MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN);
    MPI_Comm_rank(comm_, &here_);
    MPI_Comm_size(comm_, &count_);
    is_crowded_ = count_ > processors();
    const int most = least_of_all(static_cast<int>(setting("XOMP_TTG_NODE_RANKS", 8, 0, 64)));
    if (most < 2) return;
    if (count_ > most) join_group(most);
    if (count_ == 1) return;
    if (least_of_all(allocate()) != 0) find_others(rank, all);
    else window_ = MPI_WIN_NULL;  // some have one: it stays until MPI ends
  }
  MpiNode(const MpiNode&) = delete;
  ~MpiNode() {
    if (window_ != MPI_WIN_NULL) {
      MPI_Win_unlock_all(window_);
      MPI_Win_free(&window_);
    }
    MPI_Comm_free(&comm_);
  }

  bool has(int rank) const { return place_of(rank) != nullptr; }
  bool has_all() const { return waves_.has_value(); }
  // Says whether this process can read the memory of that one.
  bool can_read(int rank) const { return can_read_ && has(rank); }
  bool all_can_read() const { return can_read_ && has_all(); }
  bool read(int rank, std::uint64_t address, void* to, std::size_t bytes) const {
    return read_memory(place_of(rank)->process, address, to, bytes);
  }
  // Says whether there are more ranks on the node than processors. Then what a rank waits for can happen only if it gives way.
  bool is_crowded() const { return is_crowded_; }
  NodeWaves<Wave>& waves() { return *waves_; }
  const NodeWaves<Wave>& waves() const { return *waves_; }

  // The request is done now, or when a later poll() has found room.
  void send(int to, const char* data, std::size_t bytes, Request& request) {
    Other& other = *place_of(to);
    if (other.waiting.empty() && other.writer.write(data, bytes)) return request.is_done();
    other.waiting.push_back({data, bytes, &request});
    count_waiting(1);
  }
  // Calls take(from, data, bytes) for what has come. Returns whether anything has come or was sent.
  template <class Take>
  bool poll(Take&& take) {
    bool any = has_waiting() && send_waiting();
    for (const auto& other : others_) {
      const auto take_from = [&](const char* data, std::size_t bytes) { take(other->rank, data, bytes); };
      for (std::size_t n = 0; n < Ring::kSlots && other->reader.read(take_from); ++n) any = true;
    }
    return any;
  }
  // These two are hints for threads without the token.
  bool has_waiting() const { return waiting_.load(std::memory_order_relaxed) != 0; }
  bool has_come() const {
    for (const auto& other : others_)
      if (other->reader.has_next()) return true;
    return false;
  }

 private:
  struct Member {
    int rank = 0;
    MemoryProbe probe;
  };
  struct Waiting {
    const char* data;
    std::size_t bytes;
    Request* request;
  };
  struct Other {
    Other(int r, pid_t p, Ring& out, Ring& in) : rank(r), process(p), writer(out), reader(in) {}
    const int rank;
    const pid_t process;
    NodeRingWriter<> writer;
    NodeRingReader<> reader;
    std::deque<Waiting> waiting;
  };

  int least_of_all(int mine) const {
    MPI_Allreduce(MPI_IN_PLACE, &mine, 1, MPI_INT, MPI_MIN, comm_);
    return mine;
  }
  // Of the node's ranks only `most` share memory with one another: neighbours.
  void join_group(int most) {
    MPI_Comm group = MPI_COMM_NULL;
    MPI_Comm_split(comm_, here_ / most, here_, &group);
    MPI_Comm_free(&comm_);
    comm_ = group;
    MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN);
    MPI_Comm_rank(comm_, &here_);
    MPI_Comm_size(comm_, &count_);
  }
  // How many processors all ranks of the node together may run on.
  int processors() const {
    cpu_set_t mine, all;
    CPU_ZERO(&mine);
    CPU_ZERO(&all);
    if (sched_getaffinity(0, sizeof mine, &mine) != 0) return count_;
    MPI_Allreduce(&mine, &all, sizeof mine, MPI_BYTE, MPI_BOR, comm_);
    return CPU_COUNT(&all);
  }

  // Each rank's memory: its places in waves, then a ring from each rank of the node.
  std::size_t bytes_of_each() const { return sizeof(Places) + static_cast<std::size_t>(count_) * sizeof(Ring) + kPage; }
  bool allocate() {
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "alloc_shared_noncontig", "true");  // each rank's part near that rank
    void* base = nullptr;
    const int result = MPI_Win_allocate_shared(static_cast<MPI_Aint>(bytes_of_each()), 1, info, comm_, &base, &window_);
    MPI_Info_free(&info);
    if (result != MPI_SUCCESS) {
      window_ = MPI_WIN_NULL;
      return false;
    }
    MPI_Win_lock_all(MPI_MODE_NOCHECK, window_);
    char* const mine = part_of(here_);
    ::new (static_cast<void*>(mine)) Places;
    for (int i = 0; i < count_; ++i) ::new (static_cast<void*>(&ring_of(mine, i))) Ring;
    MPI_Win_sync(window_);
    return true;  // the all-reduce that follows shows it to the others
  }
  // Where that rank of the node has its memory: the same lines of it in all processes.
  char* part_of(int place) const {
    MPI_Aint bytes = 0;
    int unit = 1;
    char* base = nullptr;
    MPI_Win_shared_query(window_, place, &bytes, &unit, &base);
    const auto over = reinterpret_cast<std::uintptr_t>(base) % kLine;  // pages are the same in all
    return over == 0 ? base : base + (kLine - over);
  }
  static Ring& ring_of(char* part, int from) {
    return *(std::launder(reinterpret_cast<Ring*>(part + sizeof(Places))) + from);
  }
  void find_others(int mine, int all) {
    MPI_Win_sync(window_);
    std::random_device device;
    const std::uint64_t secret = std::uint64_t{device()} << 32 | device();
    const Member own_member{mine, {getpid(), reinterpret_cast<std::uintptr_t>(&secret), secret}};
    std::vector<Member> members(static_cast<std::size_t>(count_));
    MPI_Allgather(&own_member, sizeof own_member, MPI_BYTE, members.data(), sizeof own_member, MPI_BYTE, comm_);
    bool can_read = true;
    std::vector<Places*> places;
    char* const own = part_of(here_);
    for (int i = 0; i < count_; ++i) {
      char* const theirs = part_of(i);
      places.push_back(std::launder(reinterpret_cast<Places*>(theirs)));
      if (i == here_) continue;
      const auto& [rank, probe] = members[static_cast<std::size_t>(i)];
      can_read = can_read && probe.can_be_read();
      others_.push_back(std::make_unique<Other>(rank, probe.process, ring_of(theirs, here_), ring_of(own, i)));
      by_rank_[static_cast<std::size_t>(rank)] = others_.back().get();
    }
    can_read_ = least_of_all(can_read) != 0;
    if (count_ == all) waves_.emplace(std::move(places), static_cast<std::size_t>(here_));
  }
  Other* place_of(int rank) const { return by_rank_[static_cast<std::size_t>(rank)]; }
  void count_waiting(int more) {
    waiting_.store(waiting_.load(std::memory_order_relaxed) + more, std::memory_order_relaxed);  // with the token
  }
  bool send_waiting() {
    bool any = false;
    for (const auto& other : others_)
      while (!other->waiting.empty()) {
        const Waiting first = other->waiting.front();
        if (!other->writer.write(first.data, first.bytes)) break;
        other->waiting.pop_front();
        count_waiting(-1);
        first.request->is_done();
        any = true;
      }
    return any;
  }

  static constexpr std::size_t kLine = 64, kPage = 4096;
  static_assert(sizeof(Places) % kLine == 0 && sizeof(Ring) % kLine == 0 && alignof(Ring) == kLine);
  MPI_Comm comm_ = MPI_COMM_NULL;
  MPI_Win window_ = MPI_WIN_NULL;
  int here_ = 0, count_ = 0;  // this rank's place on the node, and how many there are
  bool is_crowded_ = false, can_read_ = false;
  std::vector<std::unique_ptr<Other>> others_;
  std::vector<Other*> by_rank_;                // nullptr: on another node
  detail::Atomic<std::ptrdiff_t> waiting_{0};  // of all others; written with the token
  std::optional<NodeWaves<Wave>> waves_;
};

}  // namespace ttg::ranks

#endif
