// The part of a variable's value that is not read yet. The readers of values (numbers, words, ...) take from its front.
// Words are compared without regard to case, and spaces around a part do not count, as OpenMP wants it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace xomp::icv {

class Text {
 public:
  explicit Text(const char* whole);
  Text(const char* begin, const char* end);

  const char* begin() const { return begin_; }
  std::size_t size() const { return static_cast<std::size_t>(end_ - begin_); }
  bool empty() const { return begin_ == end_; }
  // The whole of it is this word.
  bool is(const char* word) const;
  bool contains(const char* word) const;

  // Takes what is in front of the separator, and the separator. `more` says whether there was one: a list that ends
  // with its separator thus has an empty last part.
  Text take_until(char separator, bool& more);
  // Takes digits with an optional + in front; false if there are none. Too big a number is INT64_MAX.
  bool take_number(std::int64_t& number);
  bool take_prefix(const char* prefix);

 private:
  void trim();

  const char* begin_;
  const char* end_;
};

// A number from `least` to `most` and nothing else.
bool read_whole_number(Text text, std::int64_t least, std::int64_t most, std::int64_t& number);

// A table of words, searched without regard to case. The first word of a value is the one to show.
template <class Value>
struct Word {
  const char* word;
  Value value;
};

template <class Value, std::size_t count>
bool find_word(Text text, const Word<Value> (&words)[count], Value& value) {
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

}  // namespace xomp::icv
