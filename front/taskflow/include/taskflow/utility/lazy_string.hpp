// LazyString: parts of a text that are put together when somebody asks.
#pragma once

#include <ostream>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>

namespace tf {

template <typename... Ts>
class LazyString {
 public:
  explicit LazyString(Ts... parts) : parts_(std::move(parts)...) {}
  operator std::string() const {
    std::ostringstream os;
    os << *this;
    return os.str();
  }
  friend std::ostream& operator<<(std::ostream& os, const LazyString& text) {
    std::apply([&](const Ts&... parts) { (void)(os << ... << parts); }, text.parts_);
    return os;
  }

 private:
  std::tuple<Ts...> parts_;
};
template <typename... Ts>
LazyString(Ts...) -> LazyString<Ts...>;

}  // namespace tf
