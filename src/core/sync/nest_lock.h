// A lock that its owner, a task, may take again: omp_nest_lock_t in the eight bytes that clang's type and
// gfortran's kind have. Any thread.
#pragma once

#include <cassert>
#include <cstdint>

#include "core/sync/lock_word.h"

namespace xomp::sync {

// The identity of a task as a lock's owner: the address of what stands for the task. Such addresses are multiples of 64
// below 2^48. All 42 remaining bits are compared, so two tasks are never taken for one.
class NestOwner {
 public:
  explicit NestOwner(const void* task) : bits_(reinterpret_cast<std::uintptr_t>(task) >> 6) {
    assert(reinterpret_cast<std::uintptr_t>(task) % 64 == 0 && bits_ >> 42 == 0);
  }

 private:
  friend class NestLock;
  Owner low() const { return static_cast<Owner>(bits_ & 0x3fff'ffffu) | 0x4000'0000u; }  // never 0
  std::uint32_t high() const { return static_cast<std::uint32_t>(bits_ >> 30) & 0xfffu; }

  std::uint64_t bits_;
};

//   word_    : the lock, owned under the owner's low 30 bits
//   nesting_ : bits 31 .. 20 the owner's high 12 bits, bits 19 .. 0 how often the owner has it; 0 while it is free
class NestLock {
 public:
  void lock(NestOwner me) {
    if (is_held_by(me)) return nest();
    word_.lock_in_program(me.low());
    nesting_.store(me.high() << kHighShift | 1, relaxed);  // [NEST-1]
  }

  // As lock(); returns the new nesting count.
  std::int32_t lock_and_count(NestOwner me) {
    lock(me);
    return static_cast<std::int32_t>(nesting_.load(relaxed) & kCount);  // the owner's own
  }

  // Returns the new nesting count, or 0 if another task has the lock.
  std::int32_t try_lock(NestOwner me) {
    if (is_held_by(me)) {
      nest();
    } else {
      if (!word_.try_lock(me.low())) return 0;
      nesting_.store(me.high() << kHighShift | 1, relaxed);  // [NEST-1]
    }
    return static_cast<std::int32_t>(nesting_.load(relaxed) & kCount);  // the owner's own
  }

  // Called by the owner. Returns true if it has let the lock go.
  bool unlock() {
    const std::uint32_t nesting = nesting_.load(relaxed);  // the owner's own
    assert((nesting & kCount) != 0);
    if ((nesting & kCount) > 1) {
      nesting_.store(nesting - 1, relaxed);  // only the owner looks at the count
      return false;
    }
    nesting_.store(0, relaxed);  // [NEST-1]
    word_.unlock();
    return true;
  }

 private:
  static constexpr int kHighShift = 20;
  static constexpr std::uint32_t kCount = (1u << kHighShift) - 1;

  // NEST-1: true for the owner only. word_ holds the caller's low half if the caller has the lock, or if a task
  // with an equal low half has it; that task's high half differs from the caller's. The caller cannot read its
  // own high half from an earlier time: it has overwritten that with 0 when it unlocked, and a thread never reads
  // what is older than its own write.
  bool is_held_by(NestOwner me) const {
    if (!word_.is_held_by(me.low())) return false;
    const std::uint32_t nesting = nesting_.load(relaxed);  // [NEST-1]
    return nesting != 0 && nesting >> kHighShift == me.high();
  }

  void nest() {
    const std::uint32_t nesting = nesting_.load(relaxed);  // the owner's own
    assert((nesting & kCount) < kCount);
    nesting_.store(nesting + 1, relaxed);
  }

  LockWord word_;
  // Written by the owner only; a task with an equal low half may read it.
  atomic<std::uint32_t> nesting_{0};
};

static_assert(sizeof(NestLock) == 8, "clang's omp_nest_lock_t has eight bytes");

}  // namespace xomp::sync
