// TFProfObserver: what each worker ran and when, in the form that Taskflow's profile viewer reads.
//
// With the environment variable TF_ENABLE_PROFILER every executor has one, and at the program's end all are written to the
// file that it names: in the binary form, or in JSON if the name ends in ".json". Without a name, or if the file
// cannot be written, a summary goes to stderr.
#pragma once

#include <algorithm>
#include <fstream>
#include <iostream>
#include <map>
#include <mutex>

#include "../core/environment.hpp"
#include "../detail/tfprof_file.hpp"
#include "../detail/timelines.hpp"
#include "../utility/uuid.hpp"

namespace tf {

class TFProfObserver : public detail::Timelines<TFProfObserver> {
 public:
  // Returns how many workers have run tasks.
  std::size_t num_workers() const {
    return static_cast<std::size_t>(
        std::count_if(timelines_.begin(), timelines_.end(), [](const Timeline& t) { return !t.spans.empty(); }));
  }

  // This executor's part of the binary file.
  using detail::Timelines<TFProfObserver>::dump;
  void dump(std::ostream& os) const {
    using std::chrono::microseconds;
    const std::vector<Block> blocks = make_blocks();
    detail::NameTable names;
    for (const Block& block : blocks)
      for (const Span* const s : block.spans) names.place_of(short_name(*s));
    detail::TFProfWriter writer(os);
    writer.number(number_, 8);
    const auto origin = std::chrono::duration_cast<microseconds>(origin_of_day_.time_since_epoch());
    writer.number(static_cast<std::uint64_t>(origin.count()), 8);
    writer.number(names.text().size(), 4);
    writer.number(blocks.size(), 4);
    writer.text(names.text());
    for (const Block& block : blocks) write_block(writer, block, names);
  }
  // This executor's part of the JSON file.
  void dump_json(std::ostream& os) const {
    os << "{\"executor\":\"" << uuid_ << "\",\"data\":[";
    const char* separator = "";
    for (const Block& block : make_blocks()) {
      os << separator << "{\"worker\":" << block.worker << ",\"level\":" << block.level << ",\"data\":[";
      for (std::size_t i = 0; i < block.spans.size(); ++i) {
        const Span& s = *block.spans[i];
        os << (i == 0 ? "" : ",") << "{\"span\":[" << microseconds(origin_, s.begin) << ','
           << microseconds(origin_, s.end) << "],\"name\":\"" << detail::json_text(name_of(s, block.worker, i))
           << "\",\"type\":\"" << to_string(s.type) << "\"}";
      }
      os << "]}";
      separator = ",\n";
    }
    os << "]}";
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
        const auto us = microseconds(s.begin, s.end);
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
  friend class TFProfManager;
  // Tasks of one worker at one level, in order of their begins.
  struct Block {
    std::size_t worker, level;
    std::vector<const Span*> spans;
  };

  std::vector<Block> make_blocks() const {
    std::vector<Block> blocks;
    for (std::size_t w = 0; w < timelines_.size(); ++w) {
      std::map<std::size_t, std::vector<const Span*>> levels;
      for (const Span& s : timelines_[w].spans) levels[s.level].push_back(&s);
      for (auto& [level, spans] : levels) blocks.push_back({w, level, std::move(spans)});
    }
    return blocks;
  }
  static std::string short_name(const Span& s) { return s.name.substr(0, detail::TFProfWriter::kLongestName); }
  void write_block(detail::TFProfWriter& writer, const Block& block, detail::NameTable& names) const {
    writer.number(block.worker, 4);
    writer.number(block.level, 4);
    writer.number(block.spans.size(), 4);
    long long before = 0;
    for (const Span* const s : block.spans) {
      const long long begin = microseconds(origin_, s->begin), end = microseconds(origin_, s->end);
      const std::string name = short_name(*s);
      writer.varint(static_cast<std::uint64_t>(begin - before));
      writer.varint(static_cast<std::uint64_t>(end - begin));
      writer.number(names.place_of(name), 4);
      writer.number(detail::TFProfWriter::number_of(s->type) << 5 | name.size(), 1);
      before = begin;
    }
  }

  UUID uuid_;
  std::uint64_t number_ = 0;  // in the file
};

// The observers that TF_ENABLE_PROFILER asks for, until the program's end.
class TFProfManager {
 public:
  TFProfManager(const TFProfManager&) = delete;
  TFProfManager& operator=(const TFProfManager&) = delete;
  ~TFProfManager() {
    if (observers_.empty()) return;
    std::ofstream file;
    if (!path_.empty()) file.open(path_, std::ios::binary);
    if (!file.is_open()) {
      for (const auto& observer : observers_) observer->summary(std::cerr);
    } else if (wants_json()) {
      dump_json(file);
    } else {
      dump(file);
    }
  }
  static TFProfManager& get() {
    static TFProfManager manager;
    return manager;
  }
  void dump(std::ostream& os) const {
    detail::TFProfWriter(os).begin_file(observers_.size());
    for (const auto& observer : observers_) observer->dump(os);
  }
  void dump_json(std::ostream& os) const {
    os << '[';
    for (std::size_t i = 0; i < observers_.size(); ++i) observers_[i]->dump_json(os << (i == 0 ? "" : ",\n"));
    os << "]\n";
  }

 private:
  friend class Executor;
  TFProfManager() : path_(get_env(TF_ENABLE_PROFILER)) {}
  bool wants_json() const {
    const std::string ending = ".json";
    return path_.size() >= ending.size() && path_.compare(path_.size() - ending.size(), ending.size(), ending) == 0;
  }
  void manage(std::shared_ptr<TFProfObserver> observer) {
    const std::lock_guard<std::mutex> lock(mutex_);
    observer->number_ = observers_.size();
    observers_.push_back(std::move(observer));
  }
  const std::string path_;
  std::mutex mutex_;
  std::vector<std::shared_ptr<TFProfObserver>> observers_;
};

}  // namespace tf
