// SmallVector: a vector whose first N elements lie in the object itself. SmallVectorImpl: one of whatever N, for functions that take
// it by reference.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <memory>
#include <new>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace tf {

template <typename T, unsigned N>
class SmallVector;

template <typename T>
class SmallVectorImpl {
 public:
  using value_type = T;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using reference = T&;
  using const_reference = const T&;
  using pointer = T*;
  using const_pointer = const T*;
  using iterator = T*;
  using const_iterator = const T*;
  using reverse_iterator = std::reverse_iterator<iterator>;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;

  SmallVectorImpl(const SmallVectorImpl&) = delete;
  SmallVectorImpl& operator=(const SmallVectorImpl& other) {
    if (this != &other) assign(other.begin(), other.end());
    return *this;
  }
  SmallVectorImpl& operator=(SmallVectorImpl&& other) {
    if (this == &other) return *this;
    clear();
    take(other);
    return *this;
  }
  SmallVectorImpl& operator=(std::initializer_list<T> values) {
    assign(values);
    return *this;
  }

  void assign(size_type n, const T& value) {
    const T copy(value);
    clear();
    resize(n, copy);
  }
  template <typename It, typename = typename std::iterator_traits<It>::iterator_category>
  void assign(It first, It last) {
    clear();
    append(first, last);
  }
  void assign(std::initializer_list<T> values) { assign(values.begin(), values.end()); }

  iterator begin() noexcept { return data_; }
  iterator end() noexcept { return data_ + size_; }
  const_iterator begin() const noexcept { return data_; }
  const_iterator end() const noexcept { return data_ + size_; }
  const_iterator cbegin() const noexcept { return begin(); }
  const_iterator cend() const noexcept { return end(); }
  reverse_iterator rbegin() noexcept { return reverse_iterator(end()); }
  reverse_iterator rend() noexcept { return reverse_iterator(begin()); }
  const_reverse_iterator rbegin() const noexcept { return const_reverse_iterator(end()); }
  const_reverse_iterator rend() const noexcept { return const_reverse_iterator(begin()); }

  bool empty() const noexcept { return size_ == 0; }
  size_type size() const noexcept { return size_; }
  size_type capacity() const noexcept { return capacity_; }
  size_type max_size() const noexcept { return std::numeric_limits<size_type>::max() / sizeof(T); }
  size_type size_in_bytes() const noexcept { return size_ * sizeof(T); }
  size_type capacity_in_bytes() const noexcept { return capacity_ * sizeof(T); }
  pointer data() noexcept { return data_; }
  const_pointer data() const noexcept { return data_; }

  reference operator[](size_type i) { return data_[i]; }
  const_reference operator[](size_type i) const { return data_[i]; }
  reference at(size_type i) {
    if (i >= size_) fail();
    return data_[i];
  }
  const_reference at(size_type i) const {
    if (i >= size_) fail();
    return data_[i];
  }
  reference front() { return data_[0]; }
  const_reference front() const { return data_[0]; }
  reference back() { return data_[size_ - 1]; }
  const_reference back() const { return data_[size_ - 1]; }

  void reserve(size_type n) {
    if (n > capacity_) grow(n);
  }
  void shrink_to_fit() {}
  void clear() noexcept {
    std::destroy(begin(), end());
    size_ = 0;
  }
  void resize(size_type n) {
    cut(n);
    reserve(n);
    for (; size_ < n; ++size_) ::new (static_cast<void*>(data_ + size_)) T();
  }
  void resize(size_type n, const T& value) {
    cut(n);
    reserve(n);
    for (; size_ < n; ++size_) ::new (static_cast<void*>(data_ + size_)) T(value);
  }
  void push_back(const T& value) { emplace_back(value); }
  void push_back(T&& value) { emplace_back(std::move(value)); }
  template <typename... Args>
  reference emplace_back(Args&&... args) {
    if (size_ == capacity_) return grow_and_append(std::forward<Args>(args)...);
    T* const place = ::new (static_cast<void*>(data_ + size_)) T(std::forward<Args>(args)...);
    ++size_;
    return *place;
  }
  void pop_back() { data_[--size_].~T(); }
  T pop_back_val() {
    T value = std::move(back());
    pop_back();
    return value;
  }
  template <typename It, typename = typename std::iterator_traits<It>::iterator_category>
  void append(It first, It last) {
    for (; first != last; ++first) emplace_back(*first);
  }
  void append(size_type n, const T& value) {
    const T copy(value);
    while (n-- > 0) emplace_back(copy);
  }
  void append(std::initializer_list<T> values) { append(values.begin(), values.end()); }

  template <typename... Args>
  iterator emplace(const_iterator position, Args&&... args) {
    const size_type at = static_cast<size_type>(position - begin());
    emplace_back(std::forward<Args>(args)...);
    std::rotate(begin() + at, end() - 1, end());
    return begin() + at;
  }
  iterator insert(const_iterator position, const T& value) { return emplace(position, value); }
  iterator insert(const_iterator position, T&& value) { return emplace(position, std::move(value)); }
  iterator insert(const_iterator position, size_type n, const T& value) {
    const size_type at = static_cast<size_type>(position - begin()), before = size_;
    append(n, value);
    std::rotate(begin() + at, begin() + before, end());
    return begin() + at;
  }
  template <typename It, typename = typename std::iterator_traits<It>::iterator_category>
  iterator insert(const_iterator position, It first, It last) {
    const size_type at = static_cast<size_type>(position - begin()), before = size_;
    append(first, last);
    std::rotate(begin() + at, begin() + before, end());
    return begin() + at;
  }
  iterator insert(const_iterator position, std::initializer_list<T> values) {
    return insert(position, values.begin(), values.end());
  }
  iterator erase(const_iterator position) { return erase(position, position + 1); }
  iterator erase(const_iterator first, const_iterator last) {
    T* const to = data_ + (first - begin());
    T* const rest = std::move(data_ + (last - begin()), end(), to);
    std::destroy(rest, end());
    size_ = static_cast<size_type>(rest - data_);
    return to;
  }
  void swap(SmallVectorImpl& other);

  friend bool operator==(const SmallVectorImpl& a, const SmallVectorImpl& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }
  friend bool operator!=(const SmallVectorImpl& a, const SmallVectorImpl& b) { return !(a == b); }
  friend bool operator<(const SmallVectorImpl& a, const SmallVectorImpl& b) {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
  }

 protected:
  ~SmallVectorImpl() { free_memory(); }  // the elements are gone by now
  // `own`: the object's memory, for `room` elements.
  SmallVectorImpl(T* own, size_type room) noexcept : data_(own), capacity_(room), is_own_(true) {}

  // Moves the other's elements to this one, which has none. If they are not in the other itself, their memory comes along, and the other
  // has none.
  void take(SmallVectorImpl& other) {
    if (other.is_own_) {
      reserve(other.size_);
      std::uninitialized_move(other.begin(), other.end(), data_);
      size_ = other.size_;
      return other.clear();
    }
    free_memory();
    data_ = std::exchange(other.data_, nullptr);
    size_ = std::exchange(other.size_, 0);
    capacity_ = other.capacity_;
    is_own_ = false;
    other.set_own(nullptr, 0);
  }
  bool has_memory() const noexcept { return data_ != nullptr; }
  void set_own(T* own, size_type room) noexcept {
    data_ = own;
    capacity_ = room;
    is_own_ = true;
  }

 private:
  [[noreturn]] static void fail() {
#if defined(__cpp_exceptions)
    throw std::out_of_range("tf::SmallVector");
#else
    std::terminate();
#endif
  }
  void cut(size_type n) {
    while (size_ > n) pop_back();
  }
  void free_memory() noexcept {
    if (!is_own_) std::allocator<T>().deallocate(data_, capacity_);
  }
  size_type larger(size_type least) const { return std::max<size_type>(least, 2 * capacity_ + 1); }
  void move_to(T* to, size_type room) {
    std::uninitialized_move(begin(), end(), to);
    std::destroy(begin(), end());
    free_memory();
    data_ = to;
    capacity_ = room;
    is_own_ = false;
  }
  void grow(size_type least) {
    const size_type room = larger(least);
    move_to(std::allocator<T>().allocate(room), room);
  }
  // Makes the new element first, because the arguments may refer to one of the old ones.
  template <typename... Args>
  reference grow_and_append(Args&&... args) {
    const size_type room = larger(size_ + 1);
    T* const to = std::allocator<T>().allocate(room);
    ::new (static_cast<void*>(to + size_)) T(std::forward<Args>(args)...);
    move_to(to, room);
    return data_[size_++];
  }

  T* data_;
  size_type size_ = 0;
  size_type capacity_ : 63, is_own_ : 1;  // is_own_: the memory is the object's, or there is none
};

template <typename T, unsigned N = 2>
class SmallVector : public SmallVectorImpl<T> {
  using Base = SmallVectorImpl<T>;
  static constexpr bool moves_quietly = std::is_nothrow_move_constructible_v<T>;

 public:
  using typename Base::size_type;

  SmallVector() noexcept : Base(own(), N) {}
  explicit SmallVector(size_type n) : SmallVector() { this->resize(n); }
  SmallVector(size_type n, const T& value) : SmallVector() { this->assign(n, value); }
  template <typename It, typename = typename std::iterator_traits<It>::iterator_category>
  SmallVector(It first, It last) : SmallVector() {
    this->append(first, last);
  }
  SmallVector(std::initializer_list<T> values) : SmallVector() { this->append(values); }
  SmallVector(const SmallVector& other) : SmallVector() { this->append(other.begin(), other.end()); }
  SmallVector(const Base& other) : SmallVector() { this->append(other.begin(), other.end()); }
  SmallVector(SmallVector&& other) noexcept(moves_quietly) : SmallVector() { take_all(other); }
  SmallVector(Base&& other) : SmallVector() { this->take(other); }
  ~SmallVector() { this->clear(); }
  SmallVector& operator=(const SmallVector& other) {
    Base::operator=(other);
    return *this;
  }
  SmallVector& operator=(const Base& other) {
    Base::operator=(other);
    return *this;
  }
  SmallVector& operator=(SmallVector&& other) noexcept(moves_quietly) {
    if (this == &other) return *this;
    this->clear();
    take_all(other);
    return *this;
  }
  SmallVector& operator=(Base&& other) {
    Base::operator=(std::move(other));
    return *this;
  }
  SmallVector& operator=(std::initializer_list<T> values) {
    this->assign(values);
    return *this;
  }

 private:
  T* own() noexcept { return reinterpret_cast<T*>(memory_); }
  void take_all(SmallVector& other) {
    if (!this->has_memory()) this->set_own(own(), N);  // it has been moved from as a SmallVectorImpl
    this->take(other);
    if (!other.has_memory()) other.set_own(other.own(), N);
  }

  alignas(T) unsigned char memory_[sizeof(T) * (N == 0 ? 1 : N)];
};

template <typename T>
void SmallVectorImpl<T>::swap(SmallVectorImpl& other) {
  SmallVector<T, 1> between(std::move(*this));
  *this = std::move(other);
  other = std::move(between);
}

}  // namespace tf
