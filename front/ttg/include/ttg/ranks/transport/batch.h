// A batch: records to one rank that travel together. The header says where it stands among the batches from this sender to
// this receiver, since a transport may deliver them in another order.
#ifndef XOMP_TTG_RANKS_TRANSPORT_BATCH_H
#define XOMP_TTG_RANKS_TRANSPORT_BATCH_H

#include "ttg/ranks/transport/transport.h"
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace ttg::ranks {

inline constexpr std::size_t kBatchBytes = 32 * 1024;

struct BatchHeader {
  std::uint64_t sequence;  // from 1 on; 0: nothing but credits
  std::uint64_t epoch;     // in which fence its records count
  std::uint64_t credits;   // how many batches of the receiver's the sender has dealt with since it last said so
};
static_assert(sizeof(BatchHeader) == 24);

class Outbox;

// Threads that send write it under the outbox's lock, until it is closed. Then the thread that has the token writes it.
struct Batch final : Request {
  Outbox* outbox = nullptr;
  Batch* next = nullptr;  // in a list of the outbox
  std::uint64_t epoch = 0;
  std::size_t bytes = sizeof(BatchHeader);
  char memory[kBatchBytes];

  bool has_room(std::size_t count) const { return kBatchBytes - bytes >= count; }
  bool is_empty() const { return bytes == sizeof(BatchHeader); }
  void add(const char* data, std::size_t count) {
    std::memcpy(memory + bytes, data, count);
    bytes += count;
  }
  void is_done() override;  // outbox.h
};

}  // namespace ttg::ranks

#endif
