// Reading a variable's value from front to back. Words are compared without regard to case; spaces do not count.
#pragma once

#include <cctype>
#include <cstdint>
#include <cstring>
#include <strings.h>

namespace xomp::topology {

class TextCursor {
 public:
  explicit TextCursor(const char* text) : at_(text) { skip_spaces(); }

  const char* rest() const { return at_; }
  bool is_at_end() const { return *at_ == '\0'; }
  bool is_at(char c) const { return *at_ == c; }
  bool is_at_digit() const { return *at_ >= '0' && *at_ <= '9'; }

  bool take(char c) {
    if (*at_ != c) return false;
    ++at_;
    skip_spaces();
    return true;
  }

  // Digits; false if there are none. Too big a number is kHuge.
  static constexpr std::int64_t kHuge = INT64_C(1) << 40;
  bool take_number(std::int64_t& number) {
    if (!is_at_digit()) return false;
    for (number = 0; is_at_digit(); ++at_) number = number < kHuge ? number * 10 + (*at_ - '0') : kHuge;
    if (number > kHuge) number = kHuge;
    skip_spaces();
    return true;
  }

  bool take_signed_number(std::int64_t& number) {
    const bool is_negative = take('-');
    if (!is_negative) take('+');
    if (!take_number(number)) return false;
    if (is_negative) number = -number;
    return true;
  }

  // Takes the word if the text goes on with it and it ends there.
  bool take_word(const char* word) {
    const std::size_t length = strlen(word);
    if (length != word_length() || strncasecmp(at_, word, length) != 0) return false;
    at_ += length;
    skip_spaces();
    return true;
  }

 private:
  std::size_t word_length() const {
    std::size_t length = 0;
    while (isalnum(static_cast<unsigned char>(at_[length])) || at_[length] == '_') ++length;
    return length;
  }
  void skip_spaces() {
    while (*at_ == ' ' || *at_ == '\t') ++at_;
  }

  const char* at_;
};

}  // namespace xomp::topology
