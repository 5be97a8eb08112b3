// Text of values.
#pragma once

#include <ostream>
#include <sstream>
#include <string>

namespace tf {

// Writes all values, one after the other.
template <typename... Ts>
void ostreamize(std::ostream& os, Ts&&... values) {
  (void)(os << ... << values);
}
template <typename... Ts>
std::string stringify(Ts&&... values) {
  std::ostringstream os;
  ostreamize(os, std::forward<Ts>(values)...);
  return os.str();
}

}  // namespace tf
