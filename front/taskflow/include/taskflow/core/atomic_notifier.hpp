// AtomicNotifier: a two-phase wait that counts a thread from its announcement on.
#pragma once

#include "../detail/notifier.hpp"

namespace tf {

class AtomicNotifier : public detail::Notifier {
 public:
  explicit AtomicNotifier(std::size_t n) : Notifier(n) {}
  std::size_t num_waiters() const { return num_announced(); }
};

}  // namespace tf
