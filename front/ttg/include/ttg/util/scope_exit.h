// Runs a function at the end of a scope.
#ifndef XOMP_TTG_UTIL_SCOPE_EXIT_H
#define XOMP_TTG_UTIL_SCOPE_EXIT_H

#include <type_traits>
#include <utility>

namespace ttg::detail {

template <class F>
class scope_exit {
 public:
  explicit scope_exit(F f) : f_(std::move(f)) {}
  scope_exit(scope_exit&& other) noexcept : f_(std::move(other.f_)), active_(std::exchange(other.active_, false)) {}
  scope_exit(const scope_exit&) = delete;
  scope_exit& operator=(const scope_exit&) = delete;
  scope_exit& operator=(scope_exit&&) = delete;
  ~scope_exit() {
    if (active_) f_();
  }
  void release() { active_ = false; }

 private:
  F f_;
  bool active_ = true;
};

template <class F>
scope_exit<std::decay_t<F>> make_scope_exit(F&& f) {
  return scope_exit<std::decay_t<F>>(std::forward<F>(f));
}

}  // namespace ttg::detail

#endif
