// ChromeObserver: what each worker ran and when, in the format of chrome://tracing and Perfetto.
#pragma once

#include "../detail/timelines.hpp"

namespace tf {

class ChromeObserver : public detail::Timelines<ChromeObserver> {
 public:
  using detail::Timelines<ChromeObserver>::dump;
  void dump(std::ostream& os) const {
    os << '[';
    const char* separator = "";
    for (std::size_t w = 0; w < timelines_.size(); ++w) {
      for (std::size_t i = 0; i < timelines_[w].spans.size(); ++i) {
        const Span& s = timelines_[w].spans[i];
        os << separator << "{\"cat\":\"ChromeObserver\",\"name\":\"" << detail::json_text(name_of(s, w, i))
           << "\",\"ph\":\"X\",\"pid\":1,\"tid\":" << w << ",\"ts\":" << microseconds(origin_, s.begin)
           << ",\"dur\":" << microseconds(s.begin, s.end) << '}';
        separator = ",";
      }
    }
    os << "]\n";
  }
};

}  // namespace tf
