// Ptr: a counted handle of a value that tasks pass around, usable outside of tasks.
#ifndef XOMP_TTG_PTR_H
#define XOMP_TTG_PTR_H

#include "ttg/detail/context.h"
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <utility>

namespace ttg {

template <class T>
struct Ptr {
  using value_type = std::decay_t<T>;
  using handle_of = value_type;

  Ptr() = default;
  Ptr(const Ptr& other) : copy_(other.copy_) {
    if (copy_ != nullptr) copy_->hold();
  }
  Ptr(Ptr&& other) noexcept : copy_(std::exchange(other.copy_, nullptr)) {}
  Ptr& operator=(Ptr other) noexcept {
    std::swap(copy_, other.copy_);
    return *this;
  }
  ~Ptr() { reset(); }

  value_type& operator*() const { return copy_->value(); }
  value_type* operator->() const { return &copy_->value(); }
  bool is_valid() const { return copy_ != nullptr; }
  explicit operator bool() const { return is_valid(); }
  void reset() {
    if (copy_ != nullptr) copy_->let_go(xomp::graph::self());
    copy_ = nullptr;
  }
  friend bool operator==(const Ptr& a, const Ptr& b) { return a.copy_ == b.copy_; }
  friend bool operator==(const Ptr& a, std::nullptr_t) { return a.copy_ == nullptr; }

  // --- the library's own ---
  explicit Ptr(detail::Copy<value_type>* copy) : copy_(copy) {}
  detail::Parcel<value_type> parcel(xomp::graph::Seat&) const {
    if (copy_ == nullptr) throw std::runtime_error("ttg: a Ptr without a value was sent");
    if constexpr (detail::is_inline_v<value_type>) {
      return copy_->value();
    } else {
      copy_->hold();
      return copy_;
    }
  }

 private:
  detail::Copy<value_type>* copy_ = nullptr;
};

template <class T, class... Args>
Ptr<T> make_ptr(Args&&... args) {
  return Ptr<T>(detail::Copy<std::decay_t<T>>::make(xomp::graph::self(), std::forward<Args>(args)...));
}
// Makes a handle of an input of the running task.
template <class T>
Ptr<std::decay_t<T>> get_ptr(T&& input) {
  using V = std::decay_t<T>;
  if constexpr (detail::is_inline_v<V>) {
    if (detail::context == nullptr) throw std::runtime_error("ttg: get_ptr() was called outside of a task");
    return make_ptr<V>(input);
  } else {
    detail::OwnInput* const own = detail::context == nullptr ? nullptr : detail::context->find<V>(input);
    if (own == nullptr) throw std::runtime_error("ttg: get_ptr() is for the inputs of the running task");
    own->copy->hold();
    return Ptr<V>(static_cast<detail::Copy<V>*>(own->copy));
  }
}

}  // namespace ttg

#endif
