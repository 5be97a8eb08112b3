// A line of text being put together, on its writer's stack. What does not fit is left out.
#pragma once

#include <cstddef>
#include <cstdint>

namespace xomp::icv {

class Line {
 public:
  Line& add(const char* text);
  Line& add(char c);
  Line& add(std::int64_t number);
  Line& add_upper(const char* text);
  // At most `most` characters, "..." in place of the rest, '?' in place of what would break the line.
  Line& add_quoted(const char* text, std::size_t most);

  const char* text() const { return text_; }

 private:
  char text_[1024] = "";
  std::size_t size_ = 0;
};

}  // namespace xomp::icv
