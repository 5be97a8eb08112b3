// What the observers that keep a record have in common: a timeline for each worker, with what it ran and when.
#pragma once

#include <iomanip>
#include <sstream>
#include <stack>
#include <string>
#include <vector>

#include "../observer/interface.hpp"

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

// D has dump(std::ostream&) and may call what is protected here.
template <typename D>
class Timelines : public ObserverInterface {
 public:
  void clear() {
    for (Timeline& t : timelines_) t = {};
  }
  std::size_t num_tasks() const {
    std::size_t n = 0;
    for (const Timeline& t : timelines_) n += t.spans.size();
    return n;
  }
  std::string dump() const {
    std::ostringstream os;
    static_cast<const D&>(*this).dump(os);
    return os.str();
  }

  void set_up(std::size_t num_workers) override {
    timelines_.resize(num_workers);
    origin_ = observer_stamp_t::clock::now();
    origin_of_day_ = std::chrono::system_clock::now();
  }
  void on_entry(WorkerView worker, TaskView) override {
    timelines_[worker.id()].open.push(observer_stamp_t::clock::now());
  }
  void on_exit(WorkerView worker, TaskView task) override {
    Timeline& t = timelines_[worker.id()];
    const observer_stamp_t begin = t.open.top();
    t.open.pop();
    t.spans.push_back({task.name(), task.type(), t.open.size(), begin, observer_stamp_t::clock::now()});
  }

 protected:
  struct Span {
    std::string name;
    TaskType type;
    std::size_t level;  // how many tasks of this worker it ran inside of
    observer_stamp_t begin, end;
  };
  // Each worker writes its own.
  struct alignas(64) Timeline {
    std::vector<Span> spans;  // in order of their ends
    std::stack<observer_stamp_t> open;
  };

  static long long microseconds(observer_stamp_t from, observer_stamp_t to) {
    return std::chrono::duration_cast<std::chrono::microseconds>(to - from).count();
  }
  // The name that a task without one gets: its worker and its number there.
  static std::string name_of(const Span& span, std::size_t worker, std::size_t number) {
    return span.name.empty() ? std::to_string(worker) + '_' + std::to_string(number) : span.name;
  }

  observer_stamp_t origin_;
  std::chrono::system_clock::time_point origin_of_day_;  // the same moment
  std::vector<Timeline> timelines_;
};

}  // namespace detail
}  // namespace tf
