// Appending to a text.
#include "text/line.h"

#include <cstring>

namespace xomp::text {

Output& Output::add(const char* text) {
  while (*text != '\0') add(*text++);
  return *this;
}

Output& Output::add(const Cursor& text) {
  for (std::size_t i = 0; i < text.size(); ++i) add(text.begin()[i]);
  return *this;
}

Output& Output::add_upper(const char* text) {
  for (; *text != '\0'; ++text) add(*text >= 'a' && *text <= 'z' ? static_cast<char>(*text - 'a' + 'A') : *text);
  return *this;
}

Output& Output::add(std::int64_t number) {
  char digits[20];
  int count = 0;
  std::uint64_t rest = number < 0 ? 0 - static_cast<std::uint64_t>(number) : static_cast<std::uint64_t>(number);
  do digits[count++] = static_cast<char>('0' + rest % 10);
  while ((rest /= 10) != 0);
  if (number < 0) add('-');
  while (count != 0) add(digits[--count]);
  return *this;
}

Output& Output::add_quoted(const char* text, std::size_t most) {
  return add_quoted(text, strnlen(text, most + 1), most);
}

Output& Output::add_quoted(const char* text, std::size_t length, std::size_t most) {
  add('\'');
  for (std::size_t i = 0; i < length && i < most; ++i) {
    const bool control = static_cast<unsigned char>(text[i]) < ' ' || text[i] == '\x7f';
    add(control ? '?' : text[i]);
  }
  if (length > most) add("...");
  return add('\'');
}

Output& Output::fill(char c, std::size_t count) {
  while (count-- != 0) add(c);
  return *this;
}

}  // namespace xomp::text
