// How messages become tasks. A TT with one input that is no stream makes a task of each message. Otherwise the messages
// of a key meet in the TT's table. While one running task sends them all, they meet in a task that only this thread
// knows.
#ifndef XOMP_TTG_TT_INPUTS_H
#define XOMP_TTG_TT_INPUTS_H

#include "ttg/detail/platform.h"
#include "ttg/tt/away.h"
#include "ttg/tt/streams.h"
#include "ttg/util/print.h"
#include "ttg/util/text.h"
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

namespace ttg::detail {

template <class K, class OutTuple, class Derived, class... Ins>
class TTInputs : public TTAway<K, OutTuple, Derived, Ins...> {
 protected:
  using Base = TTAway<K, OutTuple, Derived, Ins...>;
  using typename Base::AllInputs;
  using typename Base::KeyValue;
  using typename Base::Partial;
  using typename Base::Seat;
  using typename Base::Task;
  using typename Base::Types;
  template <std::size_t i>
  using InputAt = typename Types::template InputAt<i>;
  template <std::size_t i>
  using ValueAt = typename Types::template ValueAt<i>;
  template <std::size_t i>
  using ParcelAt = typename Types::template ParcelAt<i>;
  static constexpr std::size_t numins = Types::numins;

  using Base::Base;
  // Out of line, since each of the classes above has more than one destructor.
  [[gnu::noinline]] ~TTInputs() {}

  template <std::size_t i>
  void deliver(Seat& me, const KeyValue& key, ParcelAt<i> parcel) {
    if (this->is_watched_) this->look_at_message(key, i);
    if (!this->template sent_away<i>(me, key, parcel, is_stream_[i])) deliver_own<i>(me, key, parcel);
  }
  template <std::size_t i>
  void set_goal(const KeyValue& key, std::size_t size) {
    check_size<i>(size, [&] { return this->about(key, i); });
    if (!this->size_sent_away(key, i, size)) set_own_goal<i>(key, size);
  }
  // Checks the size that a program gives for a stream. Size 0 is refused, because there would be no value that a task
  // could take.
  template <std::size_t i, class About>
  static void check_size(std::size_t size, About&& about) {
    constexpr bool may_be_empty = std::is_void_v<ValueAt<i>> || is_aggregator_v<InputAt<i>>;
    if (static_cast<std::ptrdiff_t>(size) > 0 || (size == 0 && may_be_empty)) [[likely]]
      return;
    fail<std::logic_error>(about(), "the size of stream ", i, " is given as ", static_cast<std::ptrdiff_t>(size),
                           ", but must be ", may_be_empty ? "0 or more" : "1 or more: a task needs a value");
  }
  template <std::size_t i>
  void close_stream(const KeyValue& key) {
    if (!this->close_sent_away(key, i)) close_own_stream<i>(key);
  }

  // --- for keys of this process ---

  template <std::size_t i>
  void deliver_own(Seat& me, const KeyValue& key, ParcelAt<i> parcel) {
    if constexpr (numins == 1) {
      if (!has_streams_ && !Types::kHasAggregators) [[likely]] {
        Task* const task = make_task<Task>(me, this, key);
        std::get<i>(task->slots).put(parcel, task);
        return this->ready(me, task);
      }
    }
    if (!graph::runs_group(me, this->group_)) return deliver_as_visitor<i>(me, key, parcel);
    if (Types::kHasAggregators || has_streams_) {
      if (is_stream_[i]) return deliver_to_stream<i>(me, key, parcel);
    } else if (context != nullptr) {
      return deliver_from_task<i>(me, *context, key, parcel);
    }
    deliver_to_table<i>(me, key, hash_of_key(key), parcel);
  }
  // Delivers from outside of the world's tasks.
  template <std::size_t i>
  [[gnu::noinline]] void deliver_as_visitor(Seat& me, const KeyValue& key, ParcelAt<i> parcel) {
    const TableBase::Visit visit(&table_);
    if ((Types::kHasAggregators || has_streams_) && is_stream_[i]) deliver_to_stream<i>(me, key, parcel);
    else deliver_to_table<i>(me, key, hash_of_key(key), parcel);
  }

  template <std::size_t i>
  void set_own_goal(const KeyValue& key, std::size_t size) {
    check_stream(key, i);
    of_stream_[i].set_goal(*this, key, size);
  }
  template <std::size_t i>
  void close_own_stream(const KeyValue& key) {
    check_stream(key, i);
    of_stream_[i].close(*this, key);
  }
  // Makes input i a stream. Only here are the functions of its stream named, so that a compiler makes none for other inputs.
  template <std::size_t i>
  void make_stream() {
    is_stream_[i] = has_streams_ = true;
    std::get<i>(take_value_) = [](TTInputs& self, Seat& me, const KeyValue& key, ParcelAt<i> parcel) {
      self.template take_into_stream<i>(me, key, parcel);
    };
    of_stream_[i] = {
        [](TTInputs& self, const KeyValue& key, std::size_t size) { self.template set_goal_of_stream<i>(key, size); },
        [](TTInputs& self, const KeyValue& key) { self.template close_stream_of<i>(key); }};
  }

  void discard_partial(Seat& me, Partial* p) {
    if (p->streams() != nullptr) {
      for (std::size_t i = 0; i < numins; ++i) {
        if (p->streams()[i].accumulator != nullptr) p->streams()[i].accumulator->let_go(me);
        while (graph::Task* const t = p->streams()[i].waiting) {
          p->streams()[i].waiting = t->next;
          static_cast<CopyBase*>(t)->let_go(me);
        }
      }
      give_streams_back(me, *p);
    }
    drop_present(me, *p, AllInputs{});
    p->~Partial();
    graph::give_back(me, p);
  }
  std::string incomplete(const Partial& p) const {
    std::uint64_t missing = 0;
    for (std::size_t i = 0; i < numins; ++i)
      if (!p.is_present(i) && !this->is_pulled_[i]) missing |= std::uint64_t{1} << i;
    if constexpr (std::is_void_v<K>) {
      return this->about_incomplete(nullptr, missing);
    } else {
      const std::string key = text_of(p.task_key);
      return this->about_incomplete(&key, missing);
    }
  }

  Table<Partial> table_;
  // --- written before the first message ---
  bool has_streams_ = false;
  std::array<bool, numins> is_stream_{};
  std::array<std::size_t, numins> static_goal_ = filled_with_unknown();
  std::array<AggregatorTarget<K>, numins> targets_;
  typename Types::Reducers reducers_;
  struct OfStream {
    void (*set_goal)(TTInputs&, const KeyValue&, std::size_t);
    void (*close)(TTInputs&, const KeyValue&);
  };
  template <class Numbers>
  struct Takers;
  template <std::size_t... i>
  struct Takers<std::index_sequence<i...>> {
    using Tuple = std::tuple<void (*)(TTInputs&, Seat&, const KeyValue&, ParcelAt<i>)...>;
  };
  std::array<OfStream, numins> of_stream_;  // of inputs that are streams, as the next one
  typename Takers<AllInputs>::Tuple take_value_;

 private:
  static constexpr std::array<std::size_t, numins> filled_with_unknown() {
    std::array<std::size_t, numins> a{};
    a.fill(StreamState::kUnknown);
    return a;
  }
  static std::size_t hash_of_key(const KeyValue& key) {
    if constexpr (std::is_void_v<K>) return 0;
    else return Table<Partial>::mix(hash_of(key));
  }
  template <class Bucket>
  static Partial* find(Bucket& bucket, std::size_t hash, const KeyValue& key) {
    return look(bucket, hash, key);
  }
  // As find(), for where it is worth its code.
  template <class Bucket>
  [[gnu::always_inline]] static Partial* look(Bucket& bucket, std::size_t hash, const KeyValue& key) {
    const auto fits = [&key](const Partial& p) { return p.task_key == key; };
    if constexpr (noexcept(key == key)) return bucket.find(hash, fits);
    else return look_safely(bucket, [&] { return bucket.find(hash, fits); });
  }
  template <class Bucket>
  [[gnu::always_inline]] Partial* make_safely(Seat& me, Bucket& bucket, std::size_t hash, const KeyValue& key) {
    constexpr bool kThrows = !std::is_nothrow_copy_constructible_v<KeyValue> || Types::kHasAggregators;
    if constexpr (!kThrows) return make_partial(me, key, hash);
    else return look_safely(bucket, [&] { return make_partial(me, key, hash); });
  }
  void check_stream(const KeyValue& key, std::size_t i) const {
    if (!is_stream_[i]) fail<std::logic_error>(this->about(key, i), "is no stream");
  }
  [[noreturn]] void throw_second_value(const KeyValue& key, std::size_t i) const {
    fail<std::logic_error>(this->about(key, i), "a second value came before the task was complete");
  }
  template <std::size_t... i>
  void drop_present(Seat& me, Partial& p, std::index_sequence<i...>) {
    ((p.is_present(i) ? std::get<i>(p.slots).drop(me) : void()), ...);
  }

  Partial* make_partial(Seat& me, const KeyValue& key, std::size_t hash) {
    Partial* const p = make_task<Partial>(me, this, key, static_cast<std::uint32_t>(numins) - this->pulled_);
    p->set_hash(hash);
    if (Types::kHasAggregators || has_streams_) make_streams(me, *p);
    return p;
  }
  // In memory as a task's, behind its header: there is one for each partial task.
  void make_streams(Seat& me, Partial& p) {
    graph::Task* const block = graph::allocate(me, sizeof(graph::Task) + numins * sizeof(StreamState));
    StreamState* const states = reinterpret_cast<StreamState*>(block + 1);
    for (std::size_t i = 0; i < numins; ++i) ::new (static_cast<void*>(states + i)) StreamState;
    p.set_streams(states);
    for (std::size_t i = 0; i < numins; ++i) {
      StreamState& s = p.streams()[i];
      s.goal = targets_[i] ? targets_[i](p.task_key) : static_goal_[i];
      if (is_stream_[i] && s.goal == 0) complete(p, i);
    }
    if constexpr (Types::kHasAggregators) reserve(p, AllInputs{});
  }
  template <std::size_t... i>
  static void reserve(Partial& p, std::index_sequence<i...>) {
    (reserve_for(std::get<i>(p.slots), p.streams()[i].goal), ...);
  }
  template <class S>
  static void reserve_for(S& slot, std::size_t goal) {
    constexpr std::size_t kMost = 64;  // a size that is wrong does no harm
    if constexpr (requires { slot.aggregator; }) slot.aggregator.parcels().reserve(goal < kMost ? goal : 0);
  }
  static void give_streams_back(Seat& me, Partial& p) {
    graph::give_back(me, reinterpret_cast<graph::Task*>(p.streams()) - 1);
    p.set_streams(nullptr);
  }
  template <class Bucket>
  Partial* find_or_insert(Seat& me, Bucket& bucket, std::size_t hash, const KeyValue& key) {
    Partial* p = find(bucket, hash, key);
    if (p == nullptr) bucket.insert(p = make_safely(me, bucket, hash, key));
    return p;
  }
  static void complete(Partial& p, std::size_t i) {
    p.note_present(i);
    if (p.streams() != nullptr) p.streams()[i].is_complete = true;
  }
  // Unlocks the bucket. If the task is ready, no other thread has it afterwards.
  template <class Bucket>
  void go_on(Seat& me, Bucket& bucket, Partial* p) {
    const bool is_ready = p->is_complete();
    if (is_ready) bucket.remove(p);
    bucket.unlock();
    if (is_ready) finish(me, p);
  }
  void finish(Seat& me, Partial* p) {
    if (p->streams() != nullptr) take_accumulators(me, *p, AllInputs{});
    this->ready(me, p);
  }

  // --- plain inputs ---

  template <std::size_t i>
  void deliver_to_table(Seat& me, const KeyValue& key, std::size_t hash, ParcelAt<i> parcel) {
    auto bucket = table_.lock(hash);
    Partial* p = look(bucket, hash, key);
    if (p == nullptr) bucket.insert(p = make_safely(me, bucket, hash, key));
    if (p->is_present(i)) [[unlikely]] {
      bucket.unlock();
      drop_parcel<ValueAt<i>>(me, parcel);
      throw_second_value(key, i);
    }
    std::get<i>(p->slots).put(parcel);
    complete(*p, i);
    go_on(me, bucket, p);
  }

  // Delivers from a running task. The partial task to which it sends stays its own until it sends to another one, or
  // ends.
  template <std::size_t i>
  void deliver_from_task(Seat& me, Context& running, const KeyValue& key, ParcelAt<i> parcel) {
    Partial* p = static_cast<Partial*>(running.unpublished.newest);
    if (p == nullptr || running.unpublished.newest_tt != this || !(p->task_key == key)) {
      if (p != nullptr) running.unpublished.publish_newest(me);
      if (misses_.load(std::memory_order_relaxed) >= kManyMisses) {  // a guess what is quicker
        const std::size_t hash = hash_of_key(key);
        if (table_.is_large()) {
          if (!this->has_many_.load(std::memory_order_relaxed)) this->has_many_.store(true, std::memory_order_relaxed);
          return delay<i>(me, running, key, hash, parcel);
        }
        if (hash % kSeldom != 0) return deliver_to_table<i>(me, key, hash, parcel);
      }
      p = make_alone(me, key);
      running.unpublished.newest = p;
      running.unpublished.newest_tt = this;
    } else if (p->is_present(i)) [[unlikely]] {
      drop_parcel<ValueAt<i>>(me, parcel);
      throw_second_value(key, i);
    }
    std::get<i>(p->slots).put(parcel, p);
    p->note_present(i);
    if (!p->is_complete()) return;
    running.unpublished.newest = nullptr;
    if (misses_.load(std::memory_order_relaxed) != 0) misses_.store(0, std::memory_order_relaxed);  // as above
    this->ready(me, p);
  }
  template <std::size_t i>
  void delay(Seat& me, Context& running, const KeyValue& key, std::size_t hash, ParcelAt<i> parcel) {
    if (const graph::Task* const next = graph::next_free(me, sizeof(Partial))) Ended::prefetch_after(next);
    Partial* const p = make_alone(me, key);
    p->set_hash(hash);
    std::get<i>(p->slots).put(parcel, p);
    p->note_present(i);
    p->run = &publish_delayed;
    running.unpublished.delay(me, p, table_, hash);
  }
  Partial* make_alone(Seat& me, const KeyValue& key) {
    Partial* const p = make_task<Partial>(me, this, key, static_cast<std::uint32_t>(numins) - this->pulled_);
    p->run = &publish;
    return p;
  }
  static void publish(Seat& me, graph::Task* task) {
    Partial* const p = static_cast<Partial*>(task);
    TTInputs& self = *static_cast<TTInputs*>(p->tt);
    p->set_hash(hash_of_key(p->task_key));
    if (const std::uint8_t misses = self.misses_.load(std::memory_order_relaxed); misses < kManyMisses)
      self.misses_.store(static_cast<std::uint8_t>(misses + 1), std::memory_order_relaxed);  // a guess
    publish_delayed(me, p);
  }
  // As above, for a task whose hash is known.
  static void publish_delayed(Seat& me, graph::Task* task) {
    Partial* const p = static_cast<Partial*>(task);
    TTInputs& self = *static_cast<TTInputs*>(p->tt);
    p->set_streams(nullptr);
    auto bucket = self.table_.lock(p->hash());
    Partial* const there = find(bucket, p->hash(), p->task_key);
    if (there == nullptr) {
      bucket.insert(p);
      return self.go_on(me, bucket, p);
    }
    if (const std::uint64_t both = there->present() & p->present(); both != 0) [[unlikely]] {
      bucket.unlock();
      const KeyValue key = p->task_key;
      self.discard_partial(me, p);
      self.throw_second_value(key, static_cast<std::size_t>(std::countr_zero(both)));
    }
    move_inputs(*p, *there, AllInputs{});
    self.go_on(me, bucket, there);
    p->~Partial();
    graph::give_back(me, p);
  }
  template <std::size_t... i>
  static void move_inputs(Partial& from, Partial& to, std::index_sequence<i...>) {
    ((from.is_present(i) ? (std::get<i>(to.slots) = std::move(std::get<i>(from.slots)), to.note_present(i)) : void()),
     ...);
  }
  // A miss is a task that was begun here, and then did not get all its inputs from one other task. After so many misses
  // most messages go to the table at once, since a task of this thread alone gains nothing then.
  static constexpr std::uint8_t kManyMisses = 4;
  static constexpr std::size_t kSeldom = 64;  // one key of so many is tried again
  Atomic<std::uint8_t> misses_{0};            // any thread writes it

  // --- streams: stream_inputs.h ---

  template <std::size_t i>
  void deliver_to_stream(Seat& me, const KeyValue& key, ParcelAt<i> parcel) {
    if constexpr (is_aggregator_v<InputAt<i>>) take_into_stream<i>(me, key, parcel);
    else std::get<i>(take_value_)(*this, me, key, parcel);
  }
  template <std::size_t i>
  void set_goal_of_stream(const KeyValue& key, std::size_t size);
  template <std::size_t i>
  void close_stream_of(const KeyValue& key);
  template <std::size_t i>
  void take_into_stream(Seat& me, const KeyValue& key, ParcelAt<i> parcel);
  template <std::size_t i, class Bucket>
  void fold(Seat& me, Bucket bucket, Partial* p);
  template <class Bucket>
  void look_at_stream(Seat& me, Bucket& bucket, Partial* p, std::size_t i);
  template <std::size_t... i>
  void take_accumulators(Seat& me, Partial& p, std::index_sequence<i...>) {
    (take_accumulator<i>(me, p), ...);
    give_streams_back(me, p);
  }
  template <std::size_t i>
  void take_accumulator(Seat& me, Partial& p);
};

}  // namespace ttg::detail

#endif
