// Chains of tasks in a row of tables. Nothing here throws, but `same` is a front end's and may.
#include "core/graph/chained_table.h"

#include <new>
#include <utility>

#include "core/graph/graph.h"
#include "platform/cpu.h"
#include "platform/thread.h"

namespace xomp::graph {

ChainedTable::ChainedTable(Reader* readers, const atomic<std::uint32_t>& known, sync::ReaderFence fence,
                           const Shape& shape)
    : shape_(shape), readers_(readers), known_(known), fence_(fence) {
  lock_.set_slots(readers_, known_, fence_);
  front_ = make(shape_.first, nullptr);
}

ChainedTable::~ChainedTable() {
  while (Buckets* const gone = front_) {
    front_ = gone->older;
    discard(gone);
  }
}

ChainedTable::Buckets* ChainedTable::make(std::size_t size, Buckets* older) {
  Buckets* const made =
      static_cast<Buckets*>(take_lines(bytes_of(size - 1)));  // zeroes: no bucket is locked, each chain is empty
  made->mask = size - 1;
  made->older = older;
  made->limit = shape_.limit;
  return made;
}
void ChainedTable::discard(Buckets* buckets) { give_lines_back(buckets, bytes_of(buckets->mask)); }

std::size_t ChainedTable::count_tasks(Buckets& buckets) {
  std::size_t sum = 0;
  for (std::size_t i = 0; i <= buckets.mask; ++i) sum += buckets.all()[i].count;
  return sum;
}

namespace {
// Looks before it writes, because several threads may wait for a bucket, and its line is the holder's.
void lock_bucket(platform::ShortLock& lock) {
  for (int i = 0; !lock.try_lock(); ++i)
    if (i < 64) platform::cpu_relax();
    else platform::yield_processor();  // the holder may be descheduled
}
}  // namespace

void ChainedTable::lock(LockedPlace& place, std::size_t hash, std::uint32_t reader) {
  lock_.lock_shared(reader);  // [CHAIN-2]
  Bucket& bucket = front_->of(hash);
  place.table = this;
  place.hash = hash;
  place.reader = reader;
  place.is_full = place.has_emptied = false;
  place.front = front_;
  place.bucket = &bucket;
  lock_bucket(bucket.lock);  // [CHAIN-1]
}

void ChainedTable::unlock(LockedPlace& place) {
  if (place.older != nullptr) [[unlikely]]  // `same` threw
    static_cast<Bucket*>(std::exchange(place.older, nullptr))->lock.unlock();
  if (place.held != nullptr) put_back(place);
  place.table = nullptr;
  static_cast<Bucket*>(place.bucket)->lock.unlock();  // [CHAIN-1]
  lock_.unlock_shared(place.reader);                  // [CHAIN-2]
  if (place.is_full) [[unlikely]]
    grow(static_cast<Buckets*>(place.front));
  if (place.has_emptied) [[unlikely]]
    drop_empty();
}

void ChainedTable::put_back(LockedPlace& place) {
  Bucket& bucket = *static_cast<Bucket*>(place.bucket);
  Task* const task = std::exchange(place.held, nullptr);
  task->next = bucket.first.load(relaxed);  // under the lock
  bucket.first.store(task, release);        // [CHAIN-4]
  if (++bucket.count > static_cast<Buckets*>(place.front)->limit) place.is_full = true;
}

template <class Fits>
Task* ChainedTable::take(Bucket& bucket, Fits&& fits) {
  Task* before = nullptr;
  for (Task* task = bucket.first.load(relaxed); task != nullptr; before = task, task = task->next) {  // under the lock
    if (!fits(task)) continue;
    if (before != nullptr) before->next = task->next;
    else bucket.first.store(task->next, relaxed);  // under the lock
    --bucket.count;
    return task;
  }
  return nullptr;
}

// Looks through the older tables, from the newest on.
template <class Fits>
Task* ChainedTable::take_from_older(LockedPlace& place, Fits&& fits) {
  for (Buckets* older = static_cast<Buckets*>(place.front)->older; older != nullptr; older = older->older) {
    Bucket& bucket = older->of(place.hash);
    lock_bucket(bucket.lock);  // [CHAIN-1]
    place.older = &bucket;
    Task* const task = take(bucket, fits);
    place.older = nullptr;
    bucket.lock.unlock();
    if (task == nullptr) continue;
    if (older->left.fetch_sub(1, relaxed) == 1) place.has_emptied = true;  // [CHAIN-3] the writer that follows orders
    return task;
  }
  return nullptr;
}

Task* ChainedTable::find(LockedPlace& place, Same same, const void* key) {
  const auto is_it = [&](const Task* t) { return same(t, key); };
  Task* task = take(*static_cast<Bucket*>(place.bucket), is_it);
  if (task == nullptr) task = take_from_older(place, is_it);
  if (task != nullptr) insert(place, task);  // to the front, where the next look finds it at once
  return task;
}

void ChainedTable::insert(LockedPlace& place, Task* task) {
  task->next = reinterpret_cast<Task*>(place.hash);
  place.held = task;
}

void ChainedTable::remove(LockedPlace& place, Task* task) {
  if (place.held == task) {
    place.held = nullptr;
    return;
  }
  const auto is_it = [task](const Task* t) { return t == task; };
  if (take(*static_cast<Bucket*>(place.bucket), is_it) == nullptr) take_from_older(place, is_it);
}

// [CHAIN-2] Called when a bucket was too full. If the table holds few tasks all the same, their hashes are alike, and a larger table would
// not part them. Then it bears more in a bucket.
void ChainedTable::grow(Buckets* full) {
  lock_.lock();
  if (front_ == full) {
    const std::size_t size = full->mask + 1, tasks = count_tasks(*full);
    if (tasks >= size / 2 && size < shape_.largest) {
      full->left.store(tasks, relaxed);  // published by unlock()
      front_ = make(2 * size, full);
    } else {
      full->limit *= 2;
    }
  }
  lock_.unlock();
}

// [CHAIN-2] [CHAIN-3]
void ChainedTable::drop_empty() {
  Buckets* gone = nullptr;
  lock_.lock();
  for (Buckets** link = &front_->older; *link != nullptr;) {
    Buckets* const older = *link;
    if (older->left.load(relaxed) != 0) {  // nobody else is here
      link = &older->older;
      continue;
    }
    *link = older->older;
    older->older = gone;
    gone = older;
  }
  lock_.unlock();
  while (Buckets* const buckets = gone) {
    gone = buckets->older;
    discard(buckets);
  }
}

void ChainedTable::visit(std::uint32_t reader, void (*call)(Task*, void*), void* argument) {
  lock_.lock_shared(reader);  // [CHAIN-2]
  for (Buckets* buckets = front_; buckets != nullptr; buckets = buckets->older)
    for (std::size_t i = 0; i <= buckets->mask; ++i) {
      Bucket& bucket = buckets->all()[i];
      if (bucket.first.load(relaxed) == nullptr) continue;  // a hint
      const platform::ShortGuard guard(bucket.lock);
      for (Task* task = bucket.first.load(relaxed); task != nullptr;) {  // under the lock
        Task* const next = task->next;
        call(task, argument);
        task = next;
      }
    }
  lock_.unlock_shared(reader);
}

Task* ChainedTable::drain() {
  Task* taken = nullptr;
  lock_.lock();
  for (Buckets* buckets = front_; buckets != nullptr; buckets = buckets->older) {
    for (std::size_t i = 0; i <= buckets->mask; ++i) {
      Bucket& bucket = buckets->all()[i];
      while (Task* const task = bucket.first.load(relaxed)) {  // nobody else is here
        bucket.first.store(task->next, relaxed);               // as above
        task->next = taken;
        taken = task;
      }
      bucket.count = 0;
    }
    buckets->left.store(0, relaxed);  // as above
  }
  lock_.unlock();
  drop_empty();
  return taken;
}

// What other threads were about in the parent may be half done. The chains are whole [CHAIN-4], and the numbers are made anew.
void ChainedTable::forget(Reader* own) {
  new (&lock_) sync::BravoLock;
  for (std::uint32_t i = 0; i < known_.load(relaxed); ++i)
    if (&readers_[i] != own) readers_[i].reading.store(0, relaxed);  // only this thread exists
  lock_.set_slots(readers_, known_, fence_);
  for (Buckets* buckets = front_; buckets != nullptr; buckets = buckets->older) {
    for (std::size_t i = 0; i <= buckets->mask; ++i) {
      Bucket& bucket = buckets->all()[i];
      bucket.count = 0;
      for (const Task* task = bucket.first.load(relaxed); task != nullptr; task = task->next) ++bucket.count;
    }
    buckets->left.store(count_tasks(*buckets), relaxed);  // only this thread exists
  }
}

std::size_t ChainedTable::tables() const {
  std::size_t count = 0;
  for (const Buckets* buckets = front_; buckets != nullptr; buckets = buckets->older) ++count;
  return count;
}
std::size_t ChainedTable::buckets() const { return front_->mask + 1; }

}  // namespace xomp::graph
