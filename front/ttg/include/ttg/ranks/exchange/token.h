// The token of an exchange: the thread that has it talks to the transport and handles what has come.
//
// TOKEN-1: what a thread adds to an outbox is sent: by itself, or by the thread that has the token meanwhile.
//   adder: adds; tries to take the token; if another one has it: wanted = true, tries again (both seq_cst)
//   holder: sends what waits if `wanted` was set; gives the token back; looks at `wanted` (both seq_cst)
//   In the one order of these four, either the adder's second try comes after the token was given back, or the holder's look comes
//   after `wanted` was set. Nobody waits for the token while it holds a lock, and nobody handles records while it sends.
#ifndef XOMP_TTG_RANKS_EXCHANGE_TOKEN_H
#define XOMP_TTG_RANKS_EXCHANGE_TOKEN_H

#include "ttg/detail/platform.h"

namespace ttg::ranks {

class Token {
 public:
  // begin() may refuse. Then the token is free again, so what should be sent is sent by a later poll.
  template <class Begin>
  bool try_take(Begin&& begin) {
    if (taken_.exchange(true, std::memory_order_seq_cst)) return false;  // [TOKEN-1]
    if (begin()) return true;
    taken_.store(false, std::memory_order_seq_cst);  // [TOKEN-1]
    return false;
  }
  // A hint.
  bool is_taken() const { return taken_.load(std::memory_order_relaxed); }
  // For a thread that has added something. Returns false if another thread sends it.
  template <class Begin>
  bool take_or_ask(Begin&& begin) {
    if (try_take(begin)) return true;
    wanted_.store(true, std::memory_order_seq_cst);  // [TOKEN-1]
    return try_take(begin);
  }
  // Calls send() if somebody has asked, and end() before each time the token is free.
  template <class Begin, class Send, class End>
  void give_back(Begin&& begin, Send&& send, End&& end) {
    for (;;) {
      if (wanted_.load(std::memory_order_seq_cst)) {         // [TOKEN-1]
        wanted_.exchange(false, std::memory_order_seq_cst);  // [TOKEN-1] sees what those have added that have asked
        send();
      }
      end();
      taken_.store(false, std::memory_order_seq_cst);                            // [TOKEN-1]
      if (!wanted_.load(std::memory_order_seq_cst) || !try_take(begin)) return;  // [TOKEN-1]
    }
  }

 private:
  detail::Atomic<bool> taken_{false};   // [TOKEN-1] written by a thread that takes it, and by its holder
  detail::Atomic<bool> wanted_{false};  // [TOKEN-1] set by threads that have added, cleared by the holder
};

}  // namespace ttg::ranks

#endif
