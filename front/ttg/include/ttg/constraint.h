// Constraints: which of the tasks that have all their inputs may start.
#ifndef XOMP_TTG_CONSTRAINT_H
#define XOMP_TTG_CONSTRAINT_H

#include "ttg/fwd.h"
#include "ttg/util/meta.h"
#include "ttg/util/meta/callable.h"
#include "ttg/util/span.h"
#include <cstddef>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <type_traits>
#include <utility>
#include <vector>

namespace ttg {

namespace detail {
template <class Key>
struct ConstraintListener {
  using type = std::function<void(const span<Key>&)>;
};
template <>
struct ConstraintListener<void> {
  using type = std::function<void()>;
};
}  // namespace detail

// What a constraint derives from. A constraint that a program writes has
//   bool check(key, tt)       whether the task may start. If not, notify_listener() of its key lets it go later.
//   void complete(key, tt)    a task that was let in has ended.
// The key is left out where it is void; an ordinal stands before `tt` if add_constraint() was given a mapper. Any thread calls
// them.
template <class Key>
struct ConstraintBase {
  using key_type = Key;
  using listener_t = typename detail::ConstraintListener<Key>::type;

  ConstraintBase() = default;
  ConstraintBase(const ConstraintBase& other) : listeners_(other.listeners_) {}
  ConstraintBase(ConstraintBase&& other) : listeners_(std::move(other.listeners_)) {}
  ConstraintBase& operator=(const ConstraintBase& other) {
    listeners_ = other.listeners_;
    return *this;
  }
  virtual ~ConstraintBase() = default;

  void add_listener(listener_t listener, TTBase* tt) {
    const auto guard = lock_guard();
    listeners_.insert_or_assign(tt, std::move(listener));
  }
  // Lets the tasks of these keys go. The caller does not hold the lock.
  template <class Keys>
  void notify_listener(Keys&& keys, TTBase* tt) {
    listener_of(tt)(keys);
  }
  void notify_listener(TTBase* tt) { listener_of(tt)(); }

 protected:
  auto lock_guard() { return std::lock_guard{listeners_mutex_}; }

 private:
  listener_t listener_of(TTBase* tt) {
    const auto guard = lock_guard();
    return listeners_[tt];
  }

  std::map<TTBase*, listener_t> listeners_;
  std::mutex listeners_mutex_;
};

// Tasks start in the order of their ordinals. By default the program releases ordinals. With auto_release the lowest one
// that waits goes as soon as the last running task has ended.
template <class Key, class Ordinal = std::size_t, class Compare = std::less<Ordinal>, class Mapper = Void>
struct SequencedKeysConstraint : ConstraintBase<Key> {
  using key_type = meta::void_to_Void_t<Key>;
  using ordinal_type = Ordinal;
  using compare_t = Compare;
  static_assert(!Compare{}(Ordinal{}, Ordinal{}), "ttg: the order of a constraint must be strict");

  explicit SequencedKeysConstraint(bool auto_release = false) : auto_(auto_release) {}
  template <class M>
    requires(!std::is_same_v<std::decay_t<M>, bool> && !std::is_same_v<std::decay_t<M>, SequencedKeysConstraint>)
  explicit SequencedKeysConstraint(M&& mapper, bool auto_release = false)
      : map_(std::forward<M>(mapper)), auto_(auto_release) {}
  SequencedKeysConstraint(const SequencedKeysConstraint& other)
      : ConstraintBase<Key>(other),
        map_(other.map_),
        auto_(other.auto_),
        stopped_(other.stopped_),
        current_(other.current_) {}

  Ordinal ordinal(const key_type& key) const {
    if constexpr (std::is_same_v<Mapper, Void>) return Ordinal{};
    else if constexpr (std::is_void_v<Key>) return map_();
    else return map_(key);
  }

  // For classes that derive from this one. They mean what they mean in ConstraintBase.
  bool check(const key_type& key, TTBase* tt)
    requires(!std::is_void_v<Key>)
  {
    return check(key, ordinal(key), tt);
  }
  bool check(const key_type& key, const Ordinal& ordinal, TTBase* tt)
    requires(!std::is_void_v<Key>)
  {
    return enter(ordinal, [this, k = key, tt]() mutable { this->notify_listener(span<key_type>(&k, 1), tt); });
  }
  bool check(TTBase* tt)
    requires(std::is_void_v<Key>)
  {
    return check(ordinal(Void{}), tt);
  }
  bool check(const Ordinal& ordinal, TTBase* tt)
    requires(std::is_void_v<Key>)
  {
    return enter(ordinal, [this, tt] { this->notify_listener(tt); });
  }
  template <class... Anything>
  void complete(const Anything&...) {
    leave();
  }

  // Returns true if the task may start. Otherwise `go` is called later, by the thread that lets the task go on.
  bool enter(const Ordinal& ordinal, std::function<void()> go) {
    const std::lock_guard lock(mutex_);
    const bool is_due = !order_(current_, ordinal);
    if (!stopped_ && (is_due || (auto_ && active_ == 0 && waiting_.empty()))) {
      if (auto_) {
        ++active_;
        current_ = ordinal;
      }
      return true;
    }
    waiting_[ordinal].push_back(std::move(go));
    return false;
  }
  // Called when a task that had been let in has ended, or was not started after all.
  void leave() {
    if (!auto_) return;
    std::vector<std::function<void()>> next;
    {
      const std::lock_guard lock(mutex_);
      if (--active_ == 0) next = take_next();
    }
    for (auto& go : next) go();
  }

  void stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  void start() {
    std::vector<std::function<void()>> next;
    {
      const std::lock_guard lock(mutex_);
      if (!stopped_) return;
      stopped_ = false;
      if (auto_) {
        if (active_ == 0) next = take_next();
      } else {
        if (current_ == std::numeric_limits<Ordinal>::min() && !waiting_.empty()) current_ = waiting_.begin()->first;
        next = take_due();
      }
    }
    for (auto& go : next) go();
  }
  // Lets all tasks up to `ordinal` go. With auto_release it lets only the next one go that waits.
  void release(ordinal_type ordinal = 0) {
    std::vector<std::function<void()>> next;
    {
      const std::lock_guard lock(mutex_);
      if (auto_) {
        next = take_next();
      } else {
        current_ = ordinal;
        next = take_due();
      }
    }
    for (auto& go : next) go();
  }
  bool is_auto() const { return auto_; }

 private:
  // Called under the lock.
  std::vector<std::function<void()>> take_next() {
    if (stopped_ || waiting_.empty()) return {};
    auto first = waiting_.begin();
    current_ = first->first;
    auto next = std::move(first->second);
    waiting_.erase(first);
    active_ += next.size();
    return next;
  }
  std::vector<std::function<void()>> take_due() {
    std::vector<std::function<void()>> due;
    while (!stopped_ && !waiting_.empty() && !order_(current_, waiting_.begin()->first)) {
      auto& group = waiting_.begin()->second;
      due.insert(due.end(), std::make_move_iterator(group.begin()), std::make_move_iterator(group.end()));
      waiting_.erase(waiting_.begin());
    }
    return due;
  }

  [[no_unique_address]] Mapper map_{};
  [[no_unique_address]] Compare order_{};
  const bool auto_;
  std::mutex mutex_;  // of all that follows
  bool stopped_ = false;
  Ordinal current_ = std::numeric_limits<Ordinal>::min();
  std::size_t active_ = 0;
  std::map<Ordinal, std::vector<std::function<void()>>, Compare> waiting_;
};

namespace detail {
template <class>
inline constexpr bool is_sequenced_constraint_v = false;
template <class Key, class Ordinal, class Compare, class Mapper>
inline constexpr bool is_sequenced_constraint_v<SequencedKeysConstraint<Key, Ordinal, Compare, Mapper>> = true;

template <class Mapper>
using MapperKey = std::decay_t<meta::typelist_element_t<0, typename meta::callable_detail::signature<Mapper>::args>>;
template <class Mapper>
using MapperOrdinal = std::decay_t<typename meta::callable_detail::signature<Mapper>::ret>;
}  // namespace detail

template <class Mapper>
  requires requires { typename detail::MapperKey<Mapper>; }
SequencedKeysConstraint(Mapper&&)
    -> SequencedKeysConstraint<detail::MapperKey<Mapper>, detail::MapperOrdinal<Mapper>,
                               std::less<detail::MapperOrdinal<Mapper>>, std::decay_t<Mapper>>;
template <class Mapper>
  requires requires { typename detail::MapperKey<Mapper>; }
SequencedKeysConstraint(Mapper&&, bool)
    -> SequencedKeysConstraint<detail::MapperKey<Mapper>, detail::MapperOrdinal<Mapper>,
                               std::less<detail::MapperOrdinal<Mapper>>, std::decay_t<Mapper>>;

template <template <class...> class Constraint, class... Args>
auto make_shared_constraint(Args&&... args) {
  return std::make_shared<decltype(Constraint(std::forward<Args>(args)...))>(std::forward<Args>(args)...);
}
template <class Constraint, class... Args>
auto make_shared_constraint(Args&&... args) {
  return std::make_shared<Constraint>(std::forward<Args>(args)...);
}

}  // namespace ttg

#endif
