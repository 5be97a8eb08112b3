// A set of processors, by the numbers that the system gives them. Plain data: no allocation, copied by value.
#pragma once

#include <bit>
#include <cstdint>

namespace xomp::topology {

inline constexpr int kMaxProcessors = 8192;  // the most that a Linux kernel can be built for

class ProcessorSet {
 public:
  static constexpr bool is_number(std::int64_t processor) { return processor >= 0 && processor < kMaxProcessors; }

  bool contains(int processor) const {
    return is_number(processor) && (words_[processor / 64] >> (processor % 64) & 1) != 0;
  }
  // `processor` must be a number from 0 to kMaxProcessors - 1.
  void add(int processor) { words_[processor / 64] |= std::uint64_t{1} << (processor % 64); }
  void remove(int processor) { words_[processor / 64] &= ~(std::uint64_t{1} << (processor % 64)); }

  int count() const {
    int sum = 0;
    for (std::uint64_t word : words_) sum += std::popcount(word);
    return sum;
  }
  bool empty() const { return next(0) < 0; }

  // Returns the smallest member that is at least `from`, or -1.
  int next(int from) const {
    for (int index = from / 64; index < kWords; ++index) {
      std::uint64_t word = words_[index];
      if (index == from / 64) word &= ~std::uint64_t{0} << (from % 64);
      if (word != 0) return index * 64 + std::countr_zero(word);
    }
    return -1;
  }

  ProcessorSet& operator&=(const ProcessorSet& other) {
    for (int index = 0; index < kWords; ++index) words_[index] &= other.words_[index];
    return *this;
  }
  ProcessorSet& operator|=(const ProcessorSet& other) {
    for (int index = 0; index < kWords; ++index) words_[index] |= other.words_[index];
    return *this;
  }
  bool operator==(const ProcessorSet&) const = default;

  // A mask in the system's form, for sched_setaffinity and its like.
  std::uint64_t* words() { return words_; }
  const std::uint64_t* words() const { return words_; }

 private:
  static constexpr int kWords = kMaxProcessors / 64;
  std::uint64_t words_[kWords] = {};
};

// for (int p : members(set))
class Members {
 public:
  class Iterator {
   public:
    Iterator(const ProcessorSet& set, int at) : set_(set), at_(at) {}
    int operator*() const { return at_; }
    Iterator& operator++() {
      at_ = at_ + 1 < kMaxProcessors ? set_.next(at_ + 1) : -1;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return at_ != other.at_; }

   private:
    const ProcessorSet& set_;
    int at_;
  };
  explicit Members(const ProcessorSet& set) : set_(set) {}
  Iterator begin() const { return {set_, set_.next(0)}; }
  Iterator end() const { return {set_, -1}; }

 private:
  const ProcessorSet& set_;
};

inline Members members(const ProcessorSet& set) { return Members(set); }

}  // namespace xomp::topology
