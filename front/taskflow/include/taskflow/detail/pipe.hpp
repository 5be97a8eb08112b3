// What a Pipe and a DataPipe have in common: the type and the callable.
#pragma once

#include <utility>

namespace tf {

enum class PipeType : int { PARALLEL = 1, SERIAL = 2 };

namespace detail {

template <typename C>
class PipeBase {
 public:
  using callable_t = C;
  PipeBase() = default;
  PipeBase(PipeType type, C&& callable) : type_(type), callable_(std::forward<C>(callable)) {}
  template <typename U, std::enable_if_t<std::is_constructible_v<C, U&&>, int> = 0>
  PipeBase(PipeType type, U&& callable) : type_(type), callable_(std::forward<U>(callable)) {}

  PipeType type() const { return type_; }
  void type(PipeType type) { type_ = type; }
  template <typename U>
  void callable(U&& callable) {
    callable_ = std::forward<U>(callable);
  }

  // For the headers.
  C& get() { return callable_; }

 private:
  PipeType type_ = PipeType::SERIAL;
  C callable_;
};

}  // namespace detail
}  // namespace tf
