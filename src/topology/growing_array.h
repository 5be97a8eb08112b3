// An array that grows, in pages of its own. Elements are plain data. One thread only.
#pragma once

#include <cstddef>
#include <cstring>
#include <type_traits>

#include "platform/memory.h"

namespace xomp::topology {

template <class T>
class GrowingArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  GrowingArray() = default;
  ~GrowingArray() { release(); }
  GrowingArray(const GrowingArray&) = delete;
  GrowingArray& operator=(const GrowingArray&) = delete;
  GrowingArray(GrowingArray&& other) noexcept { take(other); }
  GrowingArray& operator=(GrowingArray&& other) noexcept {
    if (this != &other) {
      release();
      take(other);
    }
    return *this;
  }

  // Aborts with a message when there is no memory.
  void add(const T& element) {
    if (count_ == capacity_) grow();
    elements_[count_++] = element;
  }
  void cut_to(int count) { count_ = count; }

  int count() const { return count_; }
  T& operator[](int index) { return elements_[index]; }
  const T& operator[](int index) const { return elements_[index]; }
  T* begin() { return elements_; }
  T* end() { return elements_ + count_; }
  const T* begin() const { return elements_; }
  const T* end() const { return elements_ + count_; }

 private:
  [[gnu::cold]] void grow() {
    const int capacity = capacity_ == 0 ? static_cast<int>(4096 / sizeof(T)) : 2 * capacity_;
    void* pages = platform::map_pages(static_cast<std::size_t>(capacity) * sizeof(T));
    if (pages == nullptr) platform::out_of_memory("places");
    if (count_ != 0) std::memcpy(pages, elements_, static_cast<std::size_t>(count_) * sizeof(T));
    const int count = count_;
    release();
    elements_ = static_cast<T*>(pages);
    count_ = count;
    capacity_ = capacity;
  }
  void release() {
    if (elements_ != nullptr) platform::unmap_pages(elements_, static_cast<std::size_t>(capacity_) * sizeof(T));
    elements_ = nullptr;
    count_ = capacity_ = 0;
  }
  void take(GrowingArray& other) {
    elements_ = other.elements_;
    count_ = other.count_;
    capacity_ = other.capacity_;
    other.elements_ = nullptr;
    other.count_ = other.capacity_ = 0;
  }

  T* elements_ = nullptr;
  int count_ = 0;
  int capacity_ = 0;
};

}  // namespace xomp::topology
