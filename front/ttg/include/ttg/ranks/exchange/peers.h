// The ranks that a rank sends to or gets from. It has memory for these and looks at these only, so the number of all
// ranks costs nothing.
//
// PEERS-1: there is one peer for a rank, which all threads see as it was made.
//   maker, under the lock: makes the peer, then its place by rank (release), then newest_ (release). Others: acquire.
//   Peers stay till the end, so `older` leads from the newest one through all.
#ifndef XOMP_TTG_RANKS_EXCHANGE_PEERS_H
#define XOMP_TTG_RANKS_EXCHANGE_PEERS_H

#include "ttg/detail/platform.h"
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>

namespace ttg::ranks {

// A Peer has a member `older`, another peer.
template <class Peer>
class Peers {
 public:
  explicit Peers(int ranks) : places_(new detail::Atomic<Peer*>[static_cast<std::size_t>(ranks)] {}) {}
  Peers(const Peers&) = delete;
  ~Peers() {
    for (const Peer* p = newest_.load(std::memory_order_relaxed); p != nullptr;)  // nobody else has it any longer
      delete std::exchange(p, p->older);
  }

  // Any thread may call these. Returns nullptr if nothing was to be sent to the rank or to be got from it yet.
  Peer* find(int rank) const {
    return places_[static_cast<std::size_t>(rank)].load(std::memory_order_acquire);  // [PEERS-1]
  }
  // Calls make(older) for a rank's first peer.
  template <class Make>
  Peer& at(int rank, Make&& make) {
    Peer* const p = find(rank);
    return p != nullptr ? *p : add(rank, make);
  }
  template <class Each>
  void for_each(Each&& each) const {
    for (Peer* p = newest_.load(std::memory_order_acquire); p != nullptr; p = p->older) each(*p);  // [PEERS-1]
  }

 private:
  template <class Make>
  [[gnu::cold, gnu::noinline]] Peer& add(int rank, Make& make) {
    const std::lock_guard lock(mutex_);
    auto& place = places_[static_cast<std::size_t>(rank)];
    if (Peer* const p = place.load(std::memory_order_relaxed)) return *p;  // written under the lock
    Peer* const p = make(newest_.load(std::memory_order_relaxed));         // as above
    place.store(p, std::memory_order_release);                             // [PEERS-1]
    newest_.store(p, std::memory_order_release);                           // [PEERS-1]
    return *p;
  }

  std::mutex mutex_;
  const std::unique_ptr<detail::Atomic<Peer*>[]> places_;  // [PEERS-1] by rank; written under mutex_
  detail::Atomic<Peer*> newest_{nullptr};                  // [PEERS-1] written under mutex_
};

}  // namespace ttg::ranks

#endif
