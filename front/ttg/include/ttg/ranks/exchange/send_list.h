// The peers that have something to be sent to them, for the thread that has the token: it looks at these and at no others, however many
// ranks there are.
//
// SEND-LIST-1: what was put to a peer before list() is seen by a take_all() that gets the peer, and each list() is followed by one that does.
//   lister: puts something there; is_listed = true (acquire, release): if it was false, the list's head = the peer (release)
//   holder: takes the head (acquire); for each peer reads `next`, then is_listed = false (acquire, release); then looks what is there
//   A lister that finds is_listed true comes before the holder's write of false, which reads what the lister wrote, and so sees what it put.
//   `next` belongs to the lister that found false, until is_listed is false again: so the holder reads it before. Peers stay until
//   the exchange ends, and all of the list is taken at once: a peer that is listed again is no other one at the same address.
#ifndef XOMP_TTG_RANKS_EXCHANGE_SEND_LIST_H
#define XOMP_TTG_RANKS_EXCHANGE_SEND_LIST_H

#include "ttg/detail/platform.h"

namespace ttg::ranks {

template <class Peer>
class SendList {
 public:
  // The fields that a peer needs for the list.
  class Place {
    friend class SendList;
    detail::Atomic<bool> is_listed_{false};  // [SEND-LIST-1] set by listers, cleared by the thread that has the token
    Peer* next_ = nullptr;                   // [SEND-LIST-1] written by the lister that found is_listed_ false
  };

  // Any thread.
  void list(Peer& peer) {
    Place& place = peer.in_send_list;
    if (place.is_listed_.exchange(true, std::memory_order_acq_rel)) return;  // [SEND-LIST-1]
    Peer* first = first_.load(std::memory_order_relaxed);                    // the exchange below checks it
    do place.next_ = first;
    while (!first_.compare_exchange_weak(first, &peer, std::memory_order_release,
                                         std::memory_order_relaxed));  // [SEND-LIST-1]
  }
  // A hint, for any thread.
  bool is_empty() const { return first_.load(std::memory_order_relaxed) == nullptr; }
  // The thread that has the token. Calls each(peer).
  template <class Each>
  void take_all(Each&& each) {
    if (is_empty()) return;                                            // listed later: a later look's
    Peer* peer = first_.exchange(nullptr, std::memory_order_acquire);  // [SEND-LIST-1]
    while (peer != nullptr) {
      Peer* const next = peer->in_send_list.next_;
      peer->in_send_list.is_listed_.exchange(false, std::memory_order_acq_rel);  // [SEND-LIST-1]
      each(*peer);
      peer = next;
    }
  }

 private:
  detail::Atomic<Peer*> first_{nullptr};  // [SEND-LIST-1] written by listers and by the thread that has the token
};

}  // namespace ttg::ranks

#endif
