// The promise of an async or of a run: one thread keeps it, once, and one thread asks for its future, once.
//
// std::promise guards against threads that keep it at the same time by std::call_once. In the GNU C library that is a system
// call for each promise: it wakes the threads that wait for the flag, and there are none. The value lies in memory of its own
// besides. With libstdc++ this promise has one piece of memory and stores the value without that guard. Its future is a
// std::future like any other. With another library it is a std::promise.
//
// A worker that waits for the future names its seat in `waiter`, and the thread that keeps the promise wakes it (VIEW-1 in
// xomp/graph.h). The worker sleeps by timed waits nevertheless: it is not always told, as where a std::promise is kept.
#pragma once

#include <atomic>
#include <cstring>
#include <exception>
#include <future>
#include <memory>

#include "../utility/os.hpp"
#include "scope.hpp"

namespace tf {
namespace detail {

#if TF_OPENS_FUTURES

using FutureState = std::__future_base::_State_baseV2;
using FutureResult = std::__future_base::_Result_base;
using FutureResultPointer = std::__future_base::_Ptr<FutureResult>;
using FutureStatus = std::__atomic_futex_unsigned<>;

// Two members of the state are private. The rules of access do not hold for the arguments of an explicit instantiation.
template <typename Tag, typename Tag::Member kMember>
struct OpenedMember {
  friend constexpr typename Tag::Member member_of(Tag) { return kMember; }
};
struct ResultTag {
  using Member = FutureResultPointer FutureState::*;
  friend constexpr Member member_of(ResultTag);
};
struct StatusTag {
  using Member = FutureStatus FutureState::*;
  friend constexpr Member member_of(StatusTag);
};
template struct OpenedMember<ResultTag, &FutureState::_M_result>;
template struct OpenedMember<StatusTag, &FutureState::_M_status>;

// What promise and future share.
template <typename R>
class PromisedState final : public FutureState {
 public:
  PromisedState() = default;
  ~PromisedState() { result().release(); }  // before `value_` goes, which it points to

  // The future's thread reads the value after `_M_status`, by acquire.
  template <typename... V>
  void keep(V&&... value) {
    if constexpr (sizeof...(V) != 0) value_._M_set(std::forward<V>(value)...);
    make_ready();
  }
  void fail(std::exception_ptr error) {
    value_._M_error = std::move(error);
    make_ready();
  }
  void abandon() { this->_M_break_promise(FutureResultPointer(&value_)); }

  std::atomic<Seat*> waiter{nullptr};  // written by the thread that waits

 private:
  struct Value final : std::__future_base::_Result<R> {
    void _M_destroy() override {}  // its memory is the state's
  };
  FutureResultPointer& result() { return this->*member_of(ResultTag{}); }
  void make_ready() {
    result().reset(&value_);
    (this->*member_of(StatusTag{}))._M_store_notify_all(1, std::memory_order_release);  // publishes the value
    if (Seat* const seat = waiter.load(std::memory_order_seq_cst)) xomp::graph::tell(seat);
  }
  Value value_;
};

template <typename R>
class Promise {
 public:
  Promise() : state_(make()) {}
  Promise(Promise&&) = default;
  Promise& operator=(Promise&&) = delete;
  ~Promise() {
    if (state_ != nullptr && state_.use_count() > 1) state_->abandon();
  }
  template <typename... V>
  void set_value(V&&... value) {
    state_->keep(std::forward<V>(value)...);
    state_.reset();
  }
  void set_exception(std::exception_ptr error) {
    state_->fail(std::move(error));
    state_.reset();
  }

 private:
  template <typename>
  friend class PromisedFuture;
  using State = PromisedState<R>;

  // Takes the threads' own memory where its alignment allows that.
  static std::shared_ptr<State> make() {
    if constexpr (alignof(State) <= 16) return std::allocate_shared<State>(WorkAllocator<State>());
    else return std::make_shared<State>();
  }
  std::shared_ptr<State> state_;  // nullptr once it is kept
};

// A std::future, also of a promise of ours.
template <typename R>
class PromisedFuture : public std::future<R> {
 public:
  PromisedFuture() = default;
  PromisedFuture(std::future<R>&& other) : std::future<R>(std::move(other)) {}
  explicit PromisedFuture(Promise<R>& promise) {
    struct Made : std::__basic_future<R> {
      explicit Made(const std::shared_ptr<FutureState>& state) : std::__basic_future<R>(state) {}
    } made(promise.state_);
    this->_M_swap(made);
    promised_ = promise.state_.get();
  }

 protected:
  // For a valid future: names the seat that waits, or nullptr.
  void set_waiter(Seat* seat) const {
    if (is_promised()) promised_->waiter.store(seat, std::memory_order_seq_cst);
  }
  // Says whether this is still the future of the promise that it was made of.
  bool is_promised() const { return promised_ != nullptr && state() == promised_; }

 private:
  // The program sees a std::future, so it may have given this one another state.
  const void* state() const {
    using Base = std::__basic_future<R>;
    static_assert(sizeof(Base) == sizeof(std::shared_ptr<FutureState>), "all that it has is its state");
    const void* state;
    std::memcpy(&state, static_cast<const void*>(static_cast<const Base*>(this)), sizeof state);
    return state;
  }
  PromisedState<R>* promised_ = nullptr;  // our promise's state, as long as the future has it
};

#else

template <typename R>
using Promise = std::promise<R>;

template <typename R>
class PromisedFuture : public std::future<R> {
 public:
  PromisedFuture() = default;
  PromisedFuture(std::future<R>&& other) : std::future<R>(std::move(other)) {}
  explicit PromisedFuture(std::promise<R>& promise) : std::future<R>(promise.get_future()) {}

 protected:
  void set_waiter(Seat*) const {}
  bool is_promised() const { return false; }
};

#endif

}  // namespace detail
}  // namespace tf
