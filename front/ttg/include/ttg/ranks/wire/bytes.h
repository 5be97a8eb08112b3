// Bytes on their way: memory that grows while it is written, and the reader of what came.
#ifndef XOMP_TTG_RANKS_WIRE_BYTES_H
#define XOMP_TTG_RANKS_WIRE_BYTES_H

#include "ttg/detail/large_memory.h"
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

namespace ttg::ranks {

// Memory outside of a record that travels with it.
struct Piece {
  void* memory;
  std::size_t bytes;
};
using Pieces = std::vector<Piece>;

struct FreeBytes {
  std::size_t room = 0;
  void operator()(char* memory) const { detail::LargeMemory::instance().free(memory, room); }
};

class Bytes {
  using Memory = std::unique_ptr<char[], FreeBytes>;

 public:
  Bytes() = default;
  Bytes(Bytes&& other) noexcept { *this = std::move(other); }
  Bytes& operator=(Bytes&& other) noexcept {
    memory_ = std::move(other.memory_);
    size_ = std::exchange(other.size_, 0);
    room_ = std::exchange(other.room_, 0);
    return *this;
  }
  Bytes(const char* from, std::size_t count) { add(from, count); }

  const char* data() const { return memory_.get(); }
  char* data() { return memory_.get(); }
  std::size_t size() const { return size_; }
  void clear() { size_ = 0; }

  // Forgets all behind that.
  void shrink(std::size_t count) { size_ = count; }
  // Returns memory for `count` more bytes, not initialised. It is good until the next call.
  char* grow(std::size_t count) {
    if (room_ - size_ < count) make_room(count);
    char* const at = memory_.get() + size_;
    size_ += count;
    return at;
  }
  void add(const void* from, std::size_t count) {
    if (count != 0) std::memcpy(grow(count), from, count);
  }
  template <class T>
  void put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    add(&value, sizeof value);
  }
  // Overwrites what is there.
  template <class T>
  void put_at(std::size_t offset, const T& value) {
    std::memcpy(memory_.get() + offset, &value, sizeof value);
  }

 private:
  void make_room(std::size_t count) {
    using detail::LargeMemory;
    constexpr std::size_t most = PTRDIFF_MAX / 4;
    if (count > most || size_ > most) throw std::length_error("ttg: a record is larger than any memory");
    const std::size_t wanted = std::max(size_ + count + 256, 2 * room_);  // a little goes behind what is large
    const std::size_t room = LargeMemory::room_for(wanted);
    Memory larger(static_cast<char*>(LargeMemory::instance().allocate(room)), FreeBytes{room});
    if (size_ != 0) std::memcpy(larger.get(), memory_.get(), size_);
    memory_ = std::move(larger);
    room_ = room;
  }
  Memory memory_;
  std::size_t size_ = 0, room_ = 0;
};

class Reader {
 public:
  Reader() = default;
  Reader(const char* from, std::size_t count) : at_(from), end_(from + count) {}

  const char* at() const { return at_; }
  std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }
  // Throws if fewer elements of `bytes` each are left.
  void expect(std::size_t count, std::size_t bytes = 1) const {
    if (left() / bytes < count) throw std::length_error("ttg: a record of another process ends too early");
  }
  const char* skip(std::size_t count) {
    expect(count);
    return std::exchange(at_, at_ + count);
  }
  void take(void* to, std::size_t count) {
    const char* const from = skip(count);
    if (count != 0) std::memcpy(to, from, count);
  }
  template <class T>
  T get() {
    T value;
    take(&value, sizeof value);
    return value;
  }

 private:
  const char *at_ = nullptr, *end_ = nullptr;
};

}  // namespace ttg::ranks

#endif
