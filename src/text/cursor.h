// A text that is read from its front, such as the value of an environment variable: what a reader takes is gone, with
// the spaces around it. Words are compared without regard to case. Copies are cheap, a copy is read by itself.
#pragma once

#include <cstddef>
#include <cstdint>

namespace xomp::text {

// A table of words. Where a value has several, the first one is shown.
template <class Value>
struct Word {
  const char* word;
  Value value;
};

class Cursor {
 public:
  static constexpr std::int64_t kTooBig = INT64_MAX;  // in place of any number that is larger

  explicit Cursor(const char* whole);
  Cursor(const char* begin, const char* end);

  const char* begin() const { return begin_; }
  std::size_t size() const { return static_cast<std::size_t>(end_ - begin_); }
  bool empty() const { return begin_ == end_; }
  bool is_at_digit() const { return !empty() && *begin_ >= '0' && *begin_ <= '9'; }
  // The whole of it is this word.
  bool is(const char* word) const;
  bool contains(const char* word) const;

  // Each of these takes something and says whether it was there; if not, the text stays as it is.
  bool take(char c);
  bool take_prefix(const char* prefix);
  // The text goes on with this word, and no letter, digit or underscore follows it.
  bool take_word(const char* word);
  bool take_digits(std::int64_t& number);
  bool take_number(std::int64_t& number);         // digits, perhaps with '+' in front
  bool take_signed_number(std::int64_t& number);  // digits, perhaps with '+' or '-' and spaces in front
  // A word of the table; `value` is what it stands for.
  template <class Value, std::size_t count>
  bool take_any(const Word<Value> (&words)[count], Value& value) {
    for (const Word<Value>& entry : words) {
      if (!take_word(entry.word)) continue;
      value = entry.value;
      return true;
    }
    return false;
  }

  // Takes digits with an optional fraction, whatever the program's locale is. Spaces behind it stay: they would part
  // the number from its unit. Returns false if there are no digits; the text is useless then.
  bool take_decimal(double& number);
  // Takes what is in front of the separator, and the separator. `more` says whether there was one: a list that ends
  // with its separator has an empty last part.
  Cursor take_until(char separator, bool& more);

 private:
  void trim();
  void advance_to(const char* to);

  const char* begin_;
  const char* end_;
};

// A number from `least` to `most` and nothing else.
bool read_whole_number(Cursor text, std::int64_t least, std::int64_t most, std::int64_t& number);

// The whole text is a word of the table.
template <class Value, std::size_t count>
bool find_word(const Cursor& text, const Word<Value> (&words)[count], Value& value) {
  for (const Word<Value>& entry : words) {
    if (!text.is(entry.word)) continue;
    value = entry.value;
    return true;
  }
  return false;
}

template <class Value, std::size_t count>
const char* word_of(Value value, const Word<Value> (&words)[count]) {
  for (const Word<Value>& entry : words) {
    if (entry.value == value) return entry.word;
  }
  return "";
}

}  // namespace xomp::text
