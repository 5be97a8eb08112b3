// Streams over memory.
#ifndef XOMP_TTG_SERIALIZATION_STREAM_H
#define XOMP_TTG_SERIALIZATION_STREAM_H

#include <cstdint>
#include <cstring>
#include <limits>
#include <streambuf>

namespace ttg::detail {

// Counts what is written.
class counting_streambuf : public std::streambuf {
 public:
  using std::streambuf::streambuf;
  std::streamsize size() const { return size_; }

 protected:
  std::streamsize xsputn(const char_type*, std::streamsize n) override { return size_ += n, n; }
  int_type overflow(int_type c) override { return ++size_, c; }

 private:
  std::streamsize size_ = 0;
};
// Writes into memory that is large enough.
class byte_ostreambuf : public std::streambuf {
 public:
  byte_ostreambuf(char_type* buffer, std::streamsize buffer_size = std::numeric_limits<std::streamsize>::max())
      : begin_(buffer),
        at_(buffer),
        end_(buffer_size == std::numeric_limits<std::streamsize>::max() ? nullptr : buffer + buffer_size) {}
  std::streamsize size() const { return at_ - begin_; }

 protected:
  std::streamsize xsputn(const char_type* s, std::streamsize n) override {
    if (end_ != nullptr && end_ - at_ < n) return 0;
    std::memcpy(at_, s, static_cast<std::size_t>(n));
    at_ += n;
    return n;
  }
  int_type overflow(int_type c) override {
    const char_type x = traits_type::to_char_type(c);
    return xsputn(&x, 1) == 1 ? c : traits_type::eof();
  }

 private:
  char_type *begin_, *at_, *end_;
};
class byte_istreambuf : public std::streambuf {
 public:
  byte_istreambuf(const char_type* buffer, std::streamsize buffer_size = std::numeric_limits<std::int32_t>::max()) {
    char_type* const start = const_cast<char_type*>(buffer);
    setg(start, start, start + buffer_size);
  }
};

}  // namespace ttg::detail

#endif
