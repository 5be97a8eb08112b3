// Streams of bytes whose memory the caller gives.
#ifndef XOMP_TTG_SERIALIZATION_STREAM_H
#define XOMP_TTG_SERIALIZATION_STREAM_H

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <streambuf>
#include <utility>
#include <vector>

namespace ttg::detail {

// Counts what is written.
class counting_streambuf : public std::streambuf {
 public:
  using std::streambuf::streambuf;
  std::size_t size() const { return size_; }

 protected:
  std::streamsize xsputn(const char_type*, std::streamsize n) override {
    size_ += static_cast<std::size_t>(n);
    return n;
  }
  int_type overflow(int_type c) override { return ++size_, c; }

 private:
  std::size_t size_ = 0;
};

// Notes where the pieces lie that are written.
class iovec_ostreambuf : public std::streambuf {
 public:
  using std::streambuf::streambuf;
  const auto& iovec() const { return pieces_; }

 protected:
  std::streamsize xsputn(const char_type* s, std::streamsize n) override {
    pieces_.emplace_back(s, static_cast<std::size_t>(n));
    return n;
  }

 private:
  std::vector<std::pair<const void*, std::size_t>> pieces_;
};
// Reads such pieces, one after the other.
class iovec_istreambuf : public std::streambuf {
 public:
  explicit iovec_istreambuf(const std::vector<std::pair<const void*, std::size_t>>& pieces) : pieces_(pieces) {}

 protected:
  std::streamsize xsgetn(char_type* s, std::streamsize most) override {
    if (next_ == pieces_.size()) return 0;
    const auto [data, size] = pieces_[next_++];
    if (size > static_cast<std::size_t>(most))
      throw std::out_of_range("ttg: a piece of memory is larger than the object that it is for");
    std::memcpy(s, data, size);
    return static_cast<std::streamsize>(size);
  }

 private:
  const std::vector<std::pair<const void*, std::size_t>>& pieces_;
  std::size_t next_ = 0;
};

// Writes into memory. What finds no room is not written.
class byte_ostreambuf : public std::streambuf {
 public:
  explicit byte_ostreambuf(char_type* buffer, std::streamsize buffer_size = std::numeric_limits<std::streamsize>::max())
      : begin_(buffer), left_(buffer_size) {}
  byte_ostreambuf(const byte_ostreambuf&) = default;
  std::streamsize size() const { return size_; }

 protected:
  std::streamsize xsputn(const char_type* s, std::streamsize n) override {
    if (n > left_) return 0;
    std::memcpy(begin_ + size_, s, static_cast<std::size_t>(n));
    size_ += n;
    left_ -= n;
    return n;
  }
  int_type overflow(int_type c) override {
    const char_type x = traits_type::to_char_type(c);
    return xsputn(&x, 1) == 1 ? c : traits_type::eof();
  }

 private:
  char_type* begin_;
  std::streamsize size_ = 0, left_;
};
class byte_istreambuf : public std::streambuf {
 public:
  explicit byte_istreambuf(const char_type* buffer,
                           std::streamsize buffer_size = std::numeric_limits<std::streamsize>::max())
      : begin_(buffer), left_(buffer_size) {}
  byte_istreambuf(const byte_istreambuf&) = default;
  std::streamsize size() const { return size_; }

 protected:
  std::streamsize xsgetn(char_type* s, std::streamsize most) override {
    const std::streamsize n = std::min(most, left_);
    std::memcpy(s, begin_ + size_, static_cast<std::size_t>(n));
    size_ += n;
    left_ -= n;
    return n;
  }

 private:
  const char_type* begin_;
  std::streamsize size_ = 0, left_;
};

}  // namespace ttg::detail

#endif
