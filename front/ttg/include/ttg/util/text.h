// Puts messages together. All of that is compiled once in a program's file, since a chain of operators is much code, again and again.
#ifndef XOMP_TTG_UTIL_TEXT_H
#define XOMP_TTG_UTIL_TEXT_H

#include <concepts>
#include <initializer_list>
#include <string>
#include <string_view>

namespace ttg::detail {

// A text or a number, for the call that it is made in.
class TextPart {
 public:
  TextPart(const char* text) : text_(text) {}
  TextPart(std::string_view text) : text_(text) {}
  TextPart(const std::string& text) : text_(text) {}
  template <std::integral Number>
    requires(!std::same_as<Number, bool> && !std::same_as<Number, char>)
  TextPart(Number number) : number_(static_cast<long long>(number)), is_number_(true) {}
  void append_to(std::string& to) const {
    if (is_number_) to += std::to_string(number_);
    else to += text_;
  }

 private:
  std::string_view text_;
  long long number_ = 0;
  bool is_number_ = false;
};

[[gnu::cold, gnu::noinline]] inline std::string join(std::initializer_list<TextPart> parts) {
  std::string text;
  for (const TextPart& part : parts) part.append_to(text);
  return text;
}
template <class Error>
[[noreturn, gnu::cold, gnu::noinline]] void fail_with(std::initializer_list<TextPart> parts) {
  throw Error(join(parts));
}

// Returns the parts as one text.
template <class... Parts>
std::string joined(const Parts&... parts) {
  return join({TextPart(parts)...});
}
// Throws Error with the parts as one text.
template <class Error, class... Parts>
[[noreturn]] void fail(const Parts&... parts) {
  fail_with<Error>({TextPart(parts)...});
}

}  // namespace ttg::detail

#endif
