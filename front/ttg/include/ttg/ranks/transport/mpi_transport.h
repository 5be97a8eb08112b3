// The transport over MPI-3. Only the files mpi_*.h see mpi.h. Batches between ranks of one node go through memory that they
// share (mpi_node.h), others meet posted receives. Pieces and collective steps have communicators of their own.
#ifndef XOMP_TTG_RANKS_TRANSPORT_MPI_TRANSPORT_H
#define XOMP_TTG_RANKS_TRANSPORT_MPI_TRANSPORT_H

#ifndef OMPI_SKIP_MPICXX
#define OMPI_SKIP_MPICXX 1  // MPI's old C++ interface, which no program needs
#endif
#ifndef MPICH_SKIP_MPICXX
#define MPICH_SKIP_MPICXX 1
#endif
#include <mpi.h>

#include "ttg/ranks/transport/batch.h"
#include "ttg/ranks/transport/call_gate.h"
#include "ttg/ranks/transport/mpi_node.h"
#include "ttg/ranks/transport/mpi_receives.h"
#include "ttg/ranks/transport/settings.h"
#include "ttg/ranks/transport/transport.h"
#include "ttg/util/print.h"
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace ttg::ranks {

// Requests under way. Batches that are sent, pieces that are sent and pieces that come have one each, so that none starves another.
class MpiRequests {
 public:
  MPI_Request* add(Request& request) {
    handles_.push_back(MPI_REQUEST_NULL);
    owners_.push_back(&request);
    return &handles_.back();
  }
  bool empty() const { return handles_.empty(); }
  // Calls check(result, peer) for MPI's results. Returns how many have ended.
  template <class Check>
  std::size_t test(Check&& check) {
    if (handles_.empty()) return 0;
    if (handles_.size() == 1) return test_one(check);
    int count = 0;
    ended_.resize(handles_.size());
    check(MPI_Testsome(static_cast<int>(handles_.size()), handles_.data(), &count, ended_.data(), MPI_STATUSES_IGNORE));
    if (count <= 0) return 0;
    done_.clear();
    for (int i = 0; i < count; ++i) {
      done_.push_back(owners_[static_cast<std::size_t>(ended_[static_cast<std::size_t>(i)])]);
      owners_[static_cast<std::size_t>(ended_[static_cast<std::size_t>(i)])] = nullptr;
    }
    remove_ended();
    // A copy, because these calls may begin other requests.
    const std::vector<Request*> done = std::move(done_);
    done_ = {};
    for (Request* r : done) r->is_done();
    return done.size();
  }

 private:
  template <class Check>
  std::size_t test_one(Check&& check) {
    int has_ended = 0;
    check(MPI_Test(handles_.data(), &has_ended, MPI_STATUS_IGNORE));
    if (has_ended == 0) return 0;
    Request* const done = owners_[0];
    handles_.clear();
    owners_.clear();
    done->is_done();
    return 1;
  }
  void remove_ended() {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < owners_.size(); ++i)
      if (owners_[i] != nullptr) {
        handles_[kept] = handles_[i];
        owners_[kept++] = owners_[i];
      }
    handles_.resize(kept);
    owners_.resize(kept);
  }
  std::vector<MPI_Request> handles_;
  std::vector<Request*> owners_;
  std::vector<int> ended_;
  std::vector<Request*> done_;
};

class MpiTransport final : public Transport {
  auto checked() {
    return [this](int result) { check(result, "exchange with one of", size_); };
  }

 public:
  // MPI must be initialised. The ranks of `comm` become the world's; the caller keeps `comm`.
  explicit MpiTransport(MPI_Comm comm) : main_(std::this_thread::get_id()) {
    MPI_Query_thread(&level_);
    while (!MpiTransport::try_begin_calls()) std::this_thread::yield();
    MPI_Comm_rank(comm, &rank_);
    MPI_Comm_size(comm, &size_);
    for (MPI_Comm* c : {&batches_, &pieces_, &steps_}) {
      MPI_Comm_dup(comm, c);
      MPI_Comm_set_errhandler(*c, MPI_ERRORS_RETURN);
    }
    if (rank_ == 0) {
      std::random_device device;
      id_ = std::uint64_t{device()} << 32 | device();
    }
    MPI_Bcast(&id_, sizeof id_, MPI_BYTE, 0, steps_);
    MPI_Op_create(combine, 1, &combine_);
    MPI_Type_contiguous(sizeof(Wave), MPI_BYTE, &wave_type_);
    MPI_Type_commit(&wave_type_);
    taken_.resize(static_cast<std::size_t>(size_));
    sent_.resize(static_cast<std::size_t>(size_));
    node_ = std::make_unique<MpiNode>(batches_);
    is_crowded_ = node_->is_crowded();
    post_receives();
    MpiTransport::end_calls();
  }

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  std::uint64_t id() const override { return id_; }
  std::string name() const override {
    char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int length = 0;
    MPI_Get_library_version(text, &length);
    const std::string version(text, static_cast<std::size_t>(length));
    return version.substr(0, version.find_first_of(",\n"));
  }
  bool may_call() const override {
    if (level_ >= MPI_THREAD_MULTIPLE || is_main()) return true;
    return level_ == MPI_THREAD_SERIALIZED && gate.may_try(CallGate::Caller::other);
  }
  // With less than MPI_THREAD_MULTIPLE calls go through the gate (call_gate.h).
  bool try_begin_calls() override {
    if (level_ >= MPI_THREAD_MULTIPLE) return true;
    if (is_main()) return gate.try_begin(CallGate::Caller::main);
    return level_ == MPI_THREAD_SERIALIZED && gate.try_begin(CallGate::Caller::other);
  }
  void end_calls() override {
    if (level_ < MPI_THREAD_MULTIPLE) gate.end();
  }
  bool is_crowded() const override { return is_crowded_; }
  void begin_fence() override { count_fences(1); }
  void end_fence() override { count_fences(-1); }

  void send_batch(int to, const char* data, std::size_t bytes, Request& request) override {
    ++batches_sent;
    batch_bytes_sent += bytes;
    ++sent_[static_cast<std::size_t>(to)];
    if (node_->has(to)) return node_->send(to, data, bytes, request);
    MPI_Request handle;
    check(MPI_Isend(data, static_cast<int>(bytes), MPI_BYTE, to, 0, batches_, &handle), "send to", to);
    // MPI has often copied a small message already. So its memory can be used again at once, and no later look asks for
    // it.
    int is_through = 0;
    if (bytes <= kSmall) check(MPI_Test(&handle, &is_through, MPI_STATUS_IGNORE), "send to", to);
    if (is_through != 0) request.is_done();
    else *sends_.add(request) = handle;
  }
  void send_piece(int to, int tag, const void* data, std::size_t bytes, Request& request) override {
    ++pieces_sent;
    piece_bytes_sent += bytes;
    begin_piece(bytes);
    check(MPI_Isend(data, static_cast<int>(bytes), MPI_BYTE, to, tag, pieces_, piece_sends_.add(request)), "send to",
          to);
  }
  void receive_piece(int from, int tag, void* data, std::size_t bytes, Request& request) override {
    begin_piece(bytes);
    check(MPI_Irecv(data, static_cast<int>(bytes), MPI_BYTE, from, tag, pieces_, piece_receives_.add(request)),
          "receive from", from);
  }
  std::size_t largest_piece() const override { return std::size_t{1} << 30; }
  bool can_read(int rank) const override { return node_->can_read(rank); }
  bool all_can_read() const override { return node_->all_can_read(); }
  bool read(int rank, std::uint64_t address, void* to, std::size_t bytes) override {
    return node_->read(rank, address, to, bytes);
  }

  void begin_wave(const Wave& mine, Wave& all) override {
    if (is_one_node()) return node_->waves().begin(mine, all);
    mine_ = mine;
    check(MPI_Iallreduce(&mine_, &all, 1, wave_type_, combine_, steps_, &step_), "reduce with all of", size_);
  }
  void begin_broadcast(void* data, std::size_t bytes, int root) override {
    check(MPI_Ibcast(data, static_cast<int>(bytes), MPI_BYTE, root, steps_, &step_), "broadcast from", root);
  }
  void begin_gather(const void* mine, std::size_t bytes, void* all) override {
    const int count = static_cast<int>(bytes);
    check(MPI_Iallgather(mine, count, MPI_BYTE, all, count, MPI_BYTE, steps_, &step_), "gather from all of", size_);
  }
  bool collective_is_over() override {
    if (is_one_node() && node_->waves().is_on()) return node_->waves().is_over();
    int is_over = 0;
    check(MPI_Test(&step_, &is_over, MPI_STATUS_IGNORE), "wait for all of", size_);
    return is_over != 0;
  }

  // Others than ranks of this node, and pieces, are heard of by calls of MPI only.
  bool may_find_something() const override {
    return !is_one_node() || has_pieces_under_way() || node_->has_waiting() || node_->has_come();
  }
  bool may_be_over() const override { return !is_one_node() || node_->waves().has_next(); }
  bool poll(Sink& sink) override {
    if (is_closed_) return false;  // the thread of progress.h lives a little longer
    const auto take = [&](int from, const char* data, std::size_t bytes) {
      ++taken_[static_cast<std::size_t>(from)];
      sink.take_batch(from, data, bytes);
    };
    // Pieces come first: what a batch asks for can then use the memory of a piece that has been sent, while it is still
    // in the caches.
    const std::size_t ended = piece_sends_.test(checked()) + piece_receives_.test(checked());
    if (ended != 0) end_pieces(ended);
    bool any = node_->poll(take);
    if (of_each_) any |= of_each_->poll(checked(), take);
    if (of_any_) any |= of_any_->poll(checked(), take);
    any |= sends_.test(checked()) != 0;
    return any || ended != 0;
  }

  // Only credits that nobody needs are left. They must be taken in all the same.
  void close() override {
    struct Nobody final : Sink {
      void take_batch(int, const char*, std::size_t) override {}
    } nobody;
    std::vector<std::uint64_t> wanted(static_cast<std::size_t>(size_));
    MPI_Alltoall(sent_.data(), sizeof(std::uint64_t), MPI_BYTE, wanted.data(), sizeof(std::uint64_t), MPI_BYTE, steps_);
    while (taken_ != wanted || !sends_.empty() || !piece_sends_.empty() || node_->has_waiting()) poll(nobody);
    if (of_each_) of_each_->cancel();
    if (of_any_) of_any_->cancel();
    node_ = nullptr;
    is_closed_ = true;
    MPI_Op_free(&combine_);
    MPI_Type_free(&wave_type_);
    for (MPI_Comm* c : {&batches_, &pieces_, &steps_}) MPI_Comm_free(c);
  }
  [[noreturn]] void abort() override { end_all(); }

 private:
  bool is_main() const { return std::this_thread::get_id() == main_; }
  // Says whether all ranks are on this node.
  bool is_one_node() const { return node_->has_all(); }
  // For batches of ranks on other nodes.
  void post_receives() {
    const std::uint64_t most_own = setting("XOMP_TTG_OWN_RECEIVES", 16, 0, 1024);
    if (is_one_node()) return;
    std::vector<int> others;
    for (int rank = 0; rank < size_; ++rank)
      if (rank != rank_ && !node_->has(rank)) others.push_back(rank);
    if (others.size() <= most_own) of_each_.emplace(batches_, others).post(checked());
    else of_any_.emplace(batches_).post(checked());
  }
  void count_fences(int more) {
    if (level_ < MPI_THREAD_MULTIPLE) gate.count_fences(more);
  }

  [[noreturn]] static void end_all() {
    // Some launchers end before they have read what the processes have written, so they get a moment to read it.
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    MPI_Abort(MPI_COMM_WORLD, 1);
    std::abort();
  }

  static void combine(void* in, void* inout, int* count, MPI_Datatype*) {
    for (int i = 0; i < *count; ++i) static_cast<Wave*>(inout)[i].combine(static_cast<Wave*>(in)[i]);
  }
  void check(int result, const char* what, int peer) const {
    if (result == MPI_SUCCESS) [[likely]]
      return;
    char text[MPI_MAX_ERROR_STRING];
    int length = 0;
    MPI_Error_string(result, text, &length);
    print_error("ttg: process " + std::to_string(rank_) + " of " + std::to_string(size_) + ": MPI could not " + what +
                " process " + std::to_string(peer) + ": " + std::string(text, static_cast<std::size_t>(length)));
    end_all();
  }

  static constexpr std::size_t kSmall = 2048;
  static inline CallGate gate;  // of the process
  const std::thread::id main_;
  int rank_ = 0, size_ = 1, level_ = MPI_THREAD_SINGLE;
  std::uint64_t id_ = 0;
  MPI_Comm batches_ = MPI_COMM_NULL, pieces_ = MPI_COMM_NULL, steps_ = MPI_COMM_NULL;
  MPI_Op combine_ = MPI_OP_NULL;
  MPI_Datatype wave_type_ = MPI_DATATYPE_NULL;
  std::unique_ptr<MpiNode> node_;             // of ranks on this node
  std::optional<MpiReceivesOfEach> of_each_;  // one of these two, for the others
  std::optional<MpiReceivesOfAny> of_any_;
  MpiRequests sends_, piece_sends_, piece_receives_;
  MPI_Request step_ = MPI_REQUEST_NULL;
  bool is_closed_ = false, is_crowded_ = false;
  Wave mine_;                                // while a wave is on
  std::vector<std::uint64_t> sent_, taken_;  // batches to each rank, and taken from each
};

}  // namespace ttg::ranks

#endif
