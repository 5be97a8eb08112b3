// LazyString: a text that takes memory only if it is not empty, as most tasks' names are.
#pragma once

#include <memory>
#include <ostream>
#include <string>

namespace tf {

class LazyString {
 public:
  LazyString() = default;
  LazyString(const std::string& text) { *this = text; }
  LazyString(std::string&& text) { *this = std::move(text); }
  LazyString(const char* text) {
    if (text != nullptr) *this = std::string(text);
  }
  LazyString& operator=(const std::string& text) { return *this = std::string(text); }
  LazyString& operator=(std::string&& text) {
    if (text_ != nullptr) *text_ = std::move(text);
    else if (!text.empty()) text_ = std::make_unique<std::string>(std::move(text));
    return *this;
  }
  operator const std::string&() const noexcept {
    static const std::string none;
    return text_ == nullptr ? none : *text_;
  }
  bool empty() const noexcept { return size() == 0; }
  std::size_t size() const noexcept { return text_ == nullptr ? 0 : text_->size(); }
  friend std::ostream& operator<<(std::ostream& os, const LazyString& text) {
    return os << static_cast<const std::string&>(text);
  }

 private:
  std::unique_ptr<std::string> text_;
};

}  // namespace tf
