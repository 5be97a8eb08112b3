// ChromeObserver: what each worker ran and when, in the format of chrome://tracing and Perfetto.
#pragma once

#include <iomanip>
#include <mutex>
#include <sstream>
#include <stack>
#include <vector>

#include "interface.hpp"

namespace tf {

namespace detail {
// Text as it stands inside a JSON string.
inline std::string json_text(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (static_cast<unsigned char>(c) < 0x20) {
      std::ostringstream code;
      code << "\\u" << std::hex << std::setw(4) << std::setfill('0') << static_cast<int>(c);
      result += code.str();
    } else {
      result += c;
    }
  }
  return result;
}
}  // namespace detail

class ChromeObserver : public ObserverInterface {
  struct Span {
    std::string name;
    observer_stamp_t begin, end;
  };
  // Each worker writes its own.
  struct alignas(64) Timeline {
    std::vector<Span> spans;
    std::stack<observer_stamp_t> open;
  };

 public:
  void clear() {
    for (Timeline& t : timelines_) {
      t.spans.clear();
      t.open = {};
    }
  }
  std::size_t num_tasks() const {
    std::size_t n = 0;
    for (const Timeline& t : timelines_) n += t.spans.size();
    return n;
  }
  void dump(std::ostream& os) const {
    using std::chrono::duration_cast;
    using std::chrono::microseconds;
    os << '[';
    bool is_first = true;
    for (std::size_t w = 0; w < timelines_.size(); ++w) {
      for (std::size_t i = 0; i < timelines_[w].spans.size(); ++i) {
        const Span& s = timelines_[w].spans[i];
        os << (is_first ? "" : ",") << "{\"cat\":\"ChromeObserver\",\"name\":\"";
        if (s.name.empty()) os << w << '_' << i;
        else os << detail::json_text(s.name);
        os << "\",\"ph\":\"X\",\"pid\":1,\"tid\":" << w
           << ",\"ts\":" << duration_cast<microseconds>(s.begin - origin_).count()
           << ",\"dur\":" << duration_cast<microseconds>(s.end - s.begin).count() << '}';
        is_first = false;
      }
    }
    os << "]\n";
  }
  std::string dump() const {
    std::ostringstream os;
    dump(os);
    return os.str();
  }

 private:
  friend class Executor;
  void set_up(std::size_t num_workers) override {
    timelines_.resize(num_workers);
    origin_ = observer_stamp_t::clock::now();
  }
  void on_entry(WorkerView worker, TaskView) override {
    timelines_[worker.id()].open.push(observer_stamp_t::clock::now());
  }
  void on_exit(WorkerView worker, TaskView task) override {
    Timeline& t = timelines_[worker.id()];
    t.spans.push_back({task.name(), t.open.top(), observer_stamp_t::clock::now()});
    t.open.pop();
  }

  observer_stamp_t origin_;
  std::vector<Timeline> timelines_;
};

}  // namespace tf
