// NonblockingNotifier: a two-phase wait for up to 2^16 threads.
#pragma once

#include "../detail/notifier.hpp"

namespace tf {

class NonblockingNotifier : public detail::Notifier {
 public:
  static constexpr std::size_t STACK_BITS = 16;
  static constexpr std::size_t WAITER_BITS = 16;
  static constexpr std::size_t EPOCH_BITS = 32;
  explicit NonblockingNotifier(std::size_t n) : Notifier(n) {}
  static constexpr std::size_t capacity() { return std::size_t{1} << STACK_BITS; }
};

}  // namespace tf
