// The streams of a TT's inputs. The values of a key are folded by one thread at a time, without the lock of the key's bucket.
#ifndef XOMP_TTG_TT_STREAM_INPUTS_H
#define XOMP_TTG_TT_STREAM_INPUTS_H

#include "ttg/tt/inputs.h"
#include "ttg/util/text.h"

namespace ttg::detail {

template <class K, class OutTuple, class Derived, class... Ins>
template <std::size_t i>
void TTInputs<K, OutTuple, Derived, Ins...>::set_goal_of_stream(const KeyValue& key, std::size_t size) {
  Seat& me = graph::self();
  const TableBase::Visit visit(graph::runs_group(me, this->group_) ? nullptr : &table_);
  const std::size_t hash = hash_of_key(key);
  auto bucket = table_.lock(hash);
  Partial* const p = find_or_insert(me, bucket, hash, key);
  StreamState& s = p->streams()[i];
  if ((s.goal != StreamState::kUnknown && s.goal != size) || s.received > size) {
    const std::size_t before = s.goal == StreamState::kUnknown ? s.received : s.goal;
    const std::string text = joined(
        this->about(key, i), "the stream was given two sizes, or more values than its size: ", size, " after ", before);
    bucket.unlock();
    throw std::logic_error(text);
  }
  s.goal = size;
  look_at_stream(me, bucket, p, i);
}

template <class K, class OutTuple, class Derived, class... Ins>
template <std::size_t i>
void TTInputs<K, OutTuple, Derived, Ins...>::close_stream_of(const KeyValue& key) {
  Seat& me = graph::self();
  const TableBase::Visit visit(graph::runs_group(me, this->group_) ? nullptr : &table_);
  const std::size_t hash = hash_of_key(key);
  auto bucket = table_.lock(hash);
  Partial* const p = find(bucket, hash, key);
  if (p == nullptr || p->streams()[i].received == 0) {
    bucket.unlock();
    fail<std::runtime_error>(this->about(key, i), "finalize was called, but no value has come");
  }
  p->streams()[i].goal = p->streams()[i].received;
  look_at_stream(me, bucket, p, i);
}

template <class K, class OutTuple, class Derived, class... Ins>
template <std::size_t i>
void TTInputs<K, OutTuple, Derived, Ins...>::take_into_stream(Seat& me, const KeyValue& key, ParcelAt<i> parcel) {
  const std::size_t hash = hash_of_key(key);
  auto bucket = table_.lock(hash);
  Partial* const p = find_or_insert(me, bucket, hash, key);
  StreamState& s = p->streams()[i];
  if (s.received >= s.goal) [[unlikely]] {
    const std::string text = joined(this->about(key, i), "more values came than the size of the stream, ", s.goal);
    bucket.unlock();
    drop_parcel<ValueAt<i>>(me, parcel);
    throw std::logic_error(text);
  }
  ++s.received;
  if constexpr (is_aggregator_v<InputAt<i>>) {
    std::get<i>(p->slots).put(parcel);
    ++s.folded;
    look_at_stream(me, bucket, p, i);
  } else {
    if constexpr (!std::is_void_v<ValueAt<i>>) {
      CopyBase* const copy = boxed<ValueAt<i>>(me, parcel);
      copy->next = s.waiting;
      s.waiting = copy;
    }
    if (s.is_folding) return bucket.unlock();
    s.is_folding = true;
    fold<i>(me, bucket, p);
  }
}

// The bucket must be locked, and the caller must be the one that folds.
template <class K, class OutTuple, class Derived, class... Ins>
template <std::size_t i, class Bucket>
void TTInputs<K, OutTuple, Derived, Ins...>::fold(Seat& me, Bucket bucket, Partial* p) {
  StreamState& s = p->streams()[i];
  const std::size_t hash = p->hash();
  for (;;) {
    graph::Task* values = std::exchange(s.waiting, nullptr);
    const std::size_t count = s.received - s.folded;
    bucket.unlock();
    try {
      fold_values<ValueAt<i>>(me, s, values, count, std::get<i>(reducers_));
    } catch (...) {
      this->failure_.note(std::current_exception());
    }
    bucket = table_.lock(hash);
    s.folded += count;
    if (s.folded == s.received) break;
  }
  s.is_folding = false;
  look_at_stream(me, bucket, p, i);
}

// Looks whether the stream is complete, and unlocks the bucket.
template <class K, class OutTuple, class Derived, class... Ins>
template <class Bucket>
void TTInputs<K, OutTuple, Derived, Ins...>::look_at_stream(Seat& me, Bucket& bucket, Partial* p, std::size_t i) {
  StreamState& s = p->streams()[i];
  if (!s.is_folding && !s.is_complete && s.folded == s.goal) complete(*p, i);
  go_on(me, bucket, p);
}

template <class K, class OutTuple, class Derived, class... Ins>
template <std::size_t i>
void TTInputs<K, OutTuple, Derived, Ins...>::take_accumulator(Seat& me, Partial& p) {
  if constexpr (!std::is_void_v<ValueAt<i>> && !is_aggregator_v<InputAt<i>>) {
    using V = ValueAt<i>;
    if (!is_stream_[i] || p.streams()[i].accumulator == nullptr) return;
    Copy<V>* const copy = static_cast<Copy<V>*>(p.streams()[i].accumulator);
    if constexpr (is_inline_v<V>) {
      std::get<i>(p.slots).put(copy->value());
      copy->let_go(me);
    } else {
      std::get<i>(p.slots).put(copy);
    }
  }
}

}  // namespace ttg::detail

#endif
