// Text that is put together piece by piece. What does not fit is left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "text/cursor.h"

namespace xomp::text {

// Writes into memory that is not its own, from the beginning and without a NUL.
class Output {
 public:
  explicit Output(std::span<char> room) : room_(room) {}

  Output& add(char c) {
    if (length_ < room_.size()) room_[length_] = c;
    ++length_;
    return *this;
  }
  Output& add(const char* text);
  Output& add(const Cursor& text);
  Output& add(std::int64_t number);
  Output& add_upper(const char* text);
  // At most `most` characters, "..." in place of the rest, '?' in place of what would break the line.
  Output& add_quoted(const char* text, std::size_t most);
  Output& add_quoted(const Cursor& text, std::size_t most) { return add_quoted(text.begin(), text.size(), most); }
  Output& fill(char c, std::size_t count);

  // Returns the length of all that was added, whether there was room for it or not.
  std::size_t length() const { return length_; }

 private:
  Output& add_quoted(const char* text, std::size_t length, std::size_t most);

  std::span<char> room_;
  std::size_t length_ = 0;
};

// A text with memory of its own, for its writer's stack, ended by a NUL.
class Line : public Output {
 public:
  Line() : Output(std::span<char>(text_, sizeof text_ - 1)) {}
  Line(const Line& other) : Line() { Output::add(other.text()); }
  Line& operator=(const Line&) = delete;

  const char* text() const { return text_; }

 private:
  char text_[1024] = {};  // the NUL is what was not written
};

}  // namespace xomp::text
