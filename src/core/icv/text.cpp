// Taking parts from a text. No locale, no errno, no allocation: this runs before the program's main.
#include "core/icv/text.h"

#include <cstring>

namespace xomp::icv {

namespace {

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool starts_with(const char* at, const char* end, const char* word) {
  for (; *word != '\0'; ++word, ++at) {
    if (at == end || lower(*at) != lower(*word)) return false;
  }
  return true;
}

}  // namespace

Text::Text(const char* whole) : Text(whole, whole + std::strlen(whole)) {}

Text::Text(const char* begin, const char* end) : begin_(begin), end_(end) { trim(); }

void Text::trim() {
  while (begin_ != end_ && is_space(*begin_)) ++begin_;
  while (begin_ != end_ && is_space(end_[-1])) --end_;
}

bool Text::is(const char* word) const { return std::strlen(word) == size() && starts_with(begin_, end_, word); }

bool Text::contains(const char* word) const {
  for (const char* at = begin_; at != end_; ++at) {
    if (starts_with(at, end_, word)) return true;
  }
  return false;
}

Text Text::take_until(char separator, bool& more) {
  const void* found = empty() ? nullptr : std::memchr(begin_, separator, size());
  more = found != nullptr;
  const char* stop = more ? static_cast<const char*>(found) : end_;
  const Text part(begin_, stop);
  begin_ = more ? stop + 1 : end_;
  trim();
  return part;
}

bool Text::take_number(std::int64_t& number) {
  const char* at = begin_;
  if (at != end_ && *at == '+') ++at;
  if (at == end_ || !is_digit(*at)) return false;
  number = 0;
  for (; at != end_ && is_digit(*at); ++at) {
    if (__builtin_mul_overflow(number, 10, &number) || __builtin_add_overflow(number, *at - '0', &number)) {
      number = INT64_MAX;  // and stays there: the next multiplication overflows, too
    }
  }
  begin_ = at;
  trim();
  return true;
}

bool Text::take_prefix(const char* prefix) {
  if (!starts_with(begin_, end_, prefix)) return false;
  begin_ += std::strlen(prefix);
  trim();
  return true;
}

bool read_whole_number(Text text, std::int64_t least, std::int64_t most, std::int64_t& number) {
  std::int64_t found;
  if (!text.take_number(found) || !text.empty() || found < least || found > most) return false;
  number = found;
  return true;
}

}  // namespace xomp::icv
