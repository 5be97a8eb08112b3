// TFProfObserver: what each worker ran and when. With the environment variable TF_ENABLE_PROFILER every executor has one, and at
// the program's end all are written to the file that it names, in JSON; without a name, or if the file cannot be written,
// a summary goes to stderr.
#pragma once

#include <fstream>
#include <iostream>
#include <map>

#include "../core/environment.hpp"
#include "../utility/uuid.hpp"
#include "chrome.hpp"

namespace tf {

class TFProfObserver : public ObserverInterface {
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
  std::size_t num_workers() const {
    return static_cast<std::size_t>(
        std::count_if(timelines_.begin(), timelines_.end(), [](const Timeline& t) { return !t.spans.empty(); }));
  }
  void dump(std::ostream& os) const {
    os << "{\"executor\":\"" << uuid_ << "\",\"data\":[";
    bool is_first = true;
    for (std::size_t w = 0; w < timelines_.size(); ++w) {
      std::map<std::size_t, std::vector<const Span*>> levels;
      for (const Span& s : timelines_[w].spans) levels[s.level].push_back(&s);
      for (const auto& [level, spans] : levels) {
        os << (is_first ? "" : ",\n") << "{\"worker\":" << w << ",\"level\":" << level << ",\"data\":[";
        for (std::size_t i = 0; i < spans.size(); ++i) write_span(os << (i == 0 ? "" : ","), *spans[i], w, i);
        os << "]}";
        is_first = false;
      }
    }
    os << "]}";
  }
  std::string dump() const {
    std::ostringstream os;
    dump(os);
    return os.str();
  }
  void summary(std::ostream& os) const {
    os << "== Observer " << uuid_ << ": " << num_workers() << " workers, " << num_tasks() << " tasks ==\n";
    struct Sum {
      std::size_t count = 0;
      long long total_us = 0, most_us = 0;
    };
    std::map<std::string, Sum> sums;
    for (const Timeline& t : timelines_) {
      for (const Span& s : t.spans) {
        Sum& sum = sums[to_string(s.type)];
        const auto us = since(s.begin, s.end);
        ++sum.count;
        sum.total_us += us;
        sum.most_us = std::max(sum.most_us, us);
      }
    }
    for (const auto& [type, sum] : sums)
      os << "  " << std::left << std::setw(12) << type << std::right << " count " << std::setw(10) << sum.count
         << "  total " << std::setw(12) << sum.total_us << " us  longest " << std::setw(10) << sum.most_us << " us\n";
  }
  std::string summary() const {
    std::ostringstream os;
    summary(os);
    return os.str();
  }

 private:
  friend class Executor;
  friend class TFProfManager;
  struct Span {
    std::string name;
    TaskType type;
    std::size_t level;
    observer_stamp_t begin, end;
  };
  // Each worker writes its own.
  struct alignas(64) Timeline {
    std::vector<Span> spans;
    std::stack<observer_stamp_t> open;
  };
  static constexpr std::size_t kLongestName = 31;

  static long long since(observer_stamp_t from, observer_stamp_t to) {
    return std::chrono::duration_cast<std::chrono::microseconds>(to - from).count();
  }
  void write_span(std::ostream& os, const Span& s, std::size_t worker, std::size_t number) const {
    os << "{\"span\":[" << since(origin_, s.begin) << ',' << since(origin_, s.end) << "],\"name\":\"";
    if (s.name.empty()) os << worker << '_' << number;
    else os << detail::json_text(s.name);
    os << "\",\"type\":\"" << to_string(s.type) << "\"}";
  }
  void set_up(std::size_t num_workers) override {
    timelines_.resize(num_workers);
    origin_ = observer_stamp_t::clock::now();
  }
  void on_entry(WorkerView worker, TaskView) override {
    timelines_[worker.id()].open.push(observer_stamp_t::clock::now());
  }
  void on_exit(WorkerView worker, TaskView task) override {
    Timeline& t = timelines_[worker.id()];
    t.spans.push_back({task.name().substr(0, kLongestName), task.type(), t.open.size() - 1, t.open.top(),
                       observer_stamp_t::clock::now()});
    t.open.pop();
  }

  UUID uuid_;
  observer_stamp_t origin_;
  std::vector<Timeline> timelines_;
};

// The observers that TF_ENABLE_PROFILER asks for, until the program's end.
class TFProfManager {
 public:
  TFProfManager(const TFProfManager&) = delete;
  TFProfManager& operator=(const TFProfManager&) = delete;
  ~TFProfManager() {
    if (observers_.empty()) return;
    std::ofstream file;
    if (!path_.empty()) file.open(path_);
    if (file) {
      dump(file);
      return;
    }
    for (const auto& observer : observers_) observer->summary(std::cerr);
  }
  static TFProfManager& get() {
    static TFProfManager manager;
    return manager;
  }
  void dump(std::ostream& os) const {
    os << '[';
    for (std::size_t i = 0; i < observers_.size(); ++i) observers_[i]->dump(os << (i == 0 ? "" : ",\n"));
    os << "]\n";
  }

 private:
  friend class Executor;
  TFProfManager() : path_(get_env(TF_ENABLE_PROFILER)) {}
  void manage(std::shared_ptr<TFProfObserver> observer) {
    const std::lock_guard<std::mutex> lock(mutex_);
    observers_.push_back(std::move(observer));
  }
  const std::string path_;
  std::mutex mutex_;
  std::vector<std::shared_ptr<TFProfObserver>> observers_;
};

}  // namespace tf
