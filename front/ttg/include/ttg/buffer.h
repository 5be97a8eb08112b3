// Buffer: memory of a number of elements, which a value can have and which travels with it.
#ifndef XOMP_TTG_BUFFER_H
#define XOMP_TTG_BUFFER_H

#include "ttg/detail/large_memory.h"
#include "ttg/device/device.h"
#include "ttg/devicescope.h"
#include "ttg/serialization/traits.h"
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace ttg {

template <class T, class Allocator = std::allocator<std::remove_cv_t<T>>>
struct Buffer {
  using element_type = T;
  using value_type = std::remove_cv_t<T>;
  using pointer_type = T*;
  static_assert(std::is_trivially_copyable_v<value_type>, "ttg: the elements of a Buffer must be trivially copyable");

  Buffer() = default;
  explicit Buffer(std::size_t n, ttg::scope s = ttg::scope::SyncIn) : size_(n), scope_(s), data_(allocate(n)) {}
  Buffer(std::shared_ptr<value_type[]> data, std::size_t n, ttg::scope s = ttg::scope::SyncIn)
      : size_(n), scope_(s), data_(std::move(data)) {}
  template <class Deleter>
  Buffer(std::unique_ptr<value_type[], Deleter> data, std::size_t n, ttg::scope s = ttg::scope::SyncIn)
      : size_(n), scope_(s), data_(std::move(data)) {}
  Buffer(Buffer&& other) noexcept
      : size_(std::exchange(other.size_, 0)), scope_(other.scope_), data_(std::move(other.data_)) {}
  Buffer& operator=(Buffer&& other) noexcept {
    size_ = std::exchange(other.size_, 0);
    scope_ = other.scope_;
    data_ = std::move(other.data_);
    return *this;
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  pointer_type host_ptr() const { return data_.get(); }
  pointer_type current_device_ptr() const { return data_.get(); }
  pointer_type owner_device_ptr() const { return data_.get(); }
  pointer_type device_ptr_on(const device::Device&) const { return data_.get(); }
  bool is_current_on(const device::Device& d) const { return d.is_host(); }
  bool is_valid_on(const device::Device& d) const { return d.is_host(); }
  void allocate_on(const device::Device&) {}
  device::Device get_owner_device() const { return device::Device::host(); }
  void set_owner_device(const device::Device&) {}
  void set_current_device(const device::Device&) {}
  void pin() {}
  void pin_on(const device::Device&) {}
  void unpin() {}
  void unpin_on(const device::Device&) {}
  void prefer_device(const device::Device&) {}
  void add_device(const device::Device&, pointer_type, bool = false) {}

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  bool is_valid() const { return data_ != nullptr; }
  explicit operator bool() const { return is_valid(); }
  ttg::scope scope() const { return scope_; }
  void reset_scope(ttg::scope s) { scope_ = s; }
  void clear() { reset(0); }
  void reset(std::size_t n = 0, ttg::scope s = ttg::scope::SyncIn) {
    data_ = n == 0 ? nullptr : allocate(n);
    size_ = n;
    scope_ = s;
  }
  void reset(std::shared_ptr<value_type[]> data, std::size_t n, ttg::scope s = ttg::scope::SyncIn) {
    data_ = std::move(data);
    size_ = n;
    scope_ = s;
  }

  template <class Archive>
  void serialize(Archive& ar) {
    std::size_t n = size_;
    ar & n;
    if constexpr (detail::is_input_archive_v<Archive>) reset(n);
    if constexpr (requires { ar.piece(nullptr, n); }) ar.piece(data_.get(), n * sizeof(value_type));
    else
      for (std::size_t i = 0; i < n; ++i) ar& data_[static_cast<std::ptrdiff_t>(i)];
  }

 private:
  static std::shared_ptr<value_type[]> allocate(std::size_t n) {
    using detail::LargeMemory;
    if (n > PTRDIFF_MAX / sizeof(value_type)) throw std::bad_array_new_length();
    void* const memory = LargeMemory::instance().allocate(n * sizeof(value_type));
    return std::shared_ptr<value_type[]>(static_cast<value_type*>(memory), [n](value_type* p) {
      LargeMemory::instance().free(p, n * sizeof(value_type));
    });
  }
  std::size_t size_ = 0;
  ttg::scope scope_ = ttg::scope::SyncIn;
  std::shared_ptr<value_type[]> data_;
};

namespace meta {
template <class T>
inline constexpr bool is_buffer_v = false;
template <class T, class A>
inline constexpr bool is_buffer_v<Buffer<T, A>> = true;
template <class T>
struct is_buffer : std::bool_constant<is_buffer_v<T>> {};
}  // namespace meta

}  // namespace ttg

#endif
