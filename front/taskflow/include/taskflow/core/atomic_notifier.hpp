// AtomicNotifier: a two-phase wait.
#pragma once

#include "../detail/notifier.hpp"

namespace tf {

class AtomicNotifier : public detail::Notifier {
 public:
  explicit AtomicNotifier(std::size_t n) : Notifier(n) {}
};

}  // namespace tf
