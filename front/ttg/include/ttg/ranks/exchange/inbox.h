// What has come from one rank: batches in the order in which they were sent, whatever order they came in.
//
// INBOX-1: each batch is dealt with once, after all that were sent before it, and not before this rank is in the batch's epoch.
// Used by the thread that has the token.
#ifndef XOMP_TTG_RANKS_EXCHANGE_INBOX_H
#define XOMP_TTG_RANKS_EXCHANGE_INBOX_H

#include "ttg/ranks/transport/batch.h"
#include "ttg/ranks/wire/bytes.h"
#include <cstdint>
#include <map>
#include <utility>

namespace ttg::ranks {

class Inbox {
 public:
  std::uint64_t owed = 0;      // credits: batches dealt with that the peer has not been told of
  std::uint64_t fetching = 0;  // values of the peer's that are still being fetched

  // Returns false if this batch has come before.
  template <class Handle>
  [[nodiscard]] bool take(const char* data, std::size_t bytes, std::uint64_t epoch, bool may_handle, Handle&& handle) {
    BatchHeader header;
    std::memcpy(&header, data, sizeof header);
    if (header.sequence <= handled_) return false;  // [INBOX-1]
    if (header.sequence != handled_ + 1 || header.epoch > epoch || !may_handle)
      return waiting_.try_emplace(header.sequence, data, bytes).second;
    deal_with(data, bytes, handle);
    go_on(epoch, may_handle, handle);
    return true;
  }
  // Handles batches that have been waiting. Returns whether there was one.
  template <class Handle>
  bool go_on(std::uint64_t epoch, bool may_handle, Handle&& handle) {
    bool any = false;
    while (may_handle && !waiting_.empty() && waiting_.begin()->first == handled_ + 1) {  // [INBOX-1]
      BatchHeader header;
      std::memcpy(&header, waiting_.begin()->second.data(), sizeof header);
      if (header.epoch > epoch) break;
      const Bytes batch = std::move(waiting_.begin()->second);
      waiting_.erase(waiting_.begin());
      deal_with(batch.data(), batch.size(), handle);
      any = true;
    }
    return any;
  }
  std::uint64_t handled() const { return handled_; }
  std::size_t waiting() const { return waiting_.size(); }

 private:
  template <class Handle>
  void deal_with(const char* data, std::size_t bytes, Handle&& handle) {
    ++handled_;
    ++owed;
    handle(Reader(data + sizeof(BatchHeader), bytes - sizeof(BatchHeader)));
  }

  std::uint64_t handled_ = 0;  // all batches up to this one have been dealt with
  std::map<std::uint64_t, Bytes> waiting_;
};

}  // namespace ttg::ranks

#endif
