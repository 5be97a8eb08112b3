// Taking parts from a text. No locale, no errno, no allocation: this runs before the program's main.
#include "text/cursor.h"

#include <cstring>

namespace xomp::text {

namespace {

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
bool is_in_word(char c) { return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'z') || c == '_'; }

bool starts_with(const char* at, const char* end, const char* word) {
  for (; *word != '\0'; ++word, ++at) {
    if (at == end || lower(*at) != lower(*word)) return false;
  }
  return true;
}

}  // namespace

Cursor::Cursor(const char* whole) : Cursor(whole, whole + std::strlen(whole)) {}

Cursor::Cursor(const char* begin, const char* end) : begin_(begin), end_(end) { trim(); }

void Cursor::trim() {
  while (begin_ != end_ && is_space(*begin_)) ++begin_;
  while (begin_ != end_ && is_space(end_[-1])) --end_;
}

void Cursor::advance_to(const char* to) {
  begin_ = to;
  trim();
}

bool Cursor::is(const char* word) const { return std::strlen(word) == size() && starts_with(begin_, end_, word); }

bool Cursor::contains(const char* word) const {
  for (const char* at = begin_; at != end_; ++at) {
    if (starts_with(at, end_, word)) return true;
  }
  return false;
}

bool Cursor::take(char c) {
  if (empty() || *begin_ != c) return false;
  advance_to(begin_ + 1);
  return true;
}

bool Cursor::take_prefix(const char* prefix) {
  if (!starts_with(begin_, end_, prefix)) return false;
  advance_to(begin_ + std::strlen(prefix));
  return true;
}

bool Cursor::take_word(const char* word) {
  if (!starts_with(begin_, end_, word)) return false;
  const char* const behind = begin_ + std::strlen(word);
  if (behind != end_ && is_in_word(*behind)) return false;
  advance_to(behind);
  return true;
}

bool Cursor::take_digits(std::int64_t& number) {
  if (!is_at_digit()) return false;
  number = 0;
  const char* at = begin_;
  for (; at != end_ && is_digit(*at); ++at) {
    if (__builtin_mul_overflow(number, 10, &number) || __builtin_add_overflow(number, *at - '0', &number)) {
      number = kTooBig;  // and stays there: the next multiplication overflows, too
    }
  }
  advance_to(at);
  return true;
}

bool Cursor::take_number(std::int64_t& number) {
  Cursor rest = *this;
  if (!empty() && *begin_ == '+') ++rest.begin_;
  if (!rest.take_digits(number)) return false;
  *this = rest;
  return true;
}

bool Cursor::take_signed_number(std::int64_t& number) {
  Cursor rest = *this;
  const bool is_negative = rest.take('-');
  if (!is_negative) rest.take('+');
  if (!rest.take_digits(number)) return false;
  if (is_negative) number = -number;
  *this = rest;
  return true;
}

bool Cursor::take_decimal(double& number) {
  bool digits = false;
  double scale = 1;
  number = 0;
  for (bool fraction = false; begin_ != end_; ++begin_) {
    if (*begin_ == '.' && !fraction) {
      fraction = true;
    } else if (is_digit(*begin_)) {
      digits = true;
      number = number * 10 + (*begin_ - '0');
      if (fraction) scale *= 10;
    } else {
      break;
    }
  }
  number /= scale;
  return digits;
}

Cursor Cursor::take_until(char separator, bool& more) {
  const void* found = empty() ? nullptr : std::memchr(begin_, separator, size());
  more = found != nullptr;
  const char* stop = more ? static_cast<const char*>(found) : end_;
  const Cursor part(begin_, stop);
  advance_to(more ? stop + 1 : end_);
  return part;
}

bool read_whole_number(Cursor text, std::int64_t least, std::int64_t most, std::int64_t& number) {
  std::int64_t found;
  if (!text.take_number(found) || !text.empty() || found < least || found > most) return false;
  number = found;
  return true;
}

}  // namespace xomp::text
