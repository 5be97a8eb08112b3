// Prints the calls that led here.
#ifndef XOMP_TTG_UTIL_BACKTRACE_H
#define XOMP_TTG_UTIL_BACKTRACE_H

#include "ttg/util/text.h"
#include <cstdlib>
#include <execinfo.h>
#include <string>
#include <utility>

namespace ttg::detail {

class Backtrace {
 public:
  explicit Backtrace(std::string prefix = "") : prefix_(std::move(prefix)) { count_ = ::backtrace(frames_, kMost); }
  bool empty() const { return count_ == 0; }
  std::string str(std::size_t skip = 0) const {
    std::string text;
    char** const names = ::backtrace_symbols(frames_, count_);
    for (int i = static_cast<int>(skip); names != nullptr && i < count_; ++i) text += joined(prefix_, names[i], "\n");
    std::free(names);
    return text;
  }

 private:
  static constexpr int kMost = 100;
  std::string prefix_;
  void* frames_[kMost];
  int count_;
};

}  // namespace ttg::detail

#endif
