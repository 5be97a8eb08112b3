// Questions about futures.
#ifndef XOMP_TTG_UTIL_FUTURE_H
#define XOMP_TTG_UTIL_FUTURE_H

#include <chrono>
#include <future>

namespace ttg {

template <class T>
bool has_value(const std::future<T>& f) {
  return f.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}
template <class T>
bool has_value(const std::shared_future<T>& f) {
  return f.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

}  // namespace ttg

#endif
