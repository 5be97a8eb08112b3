// When a thread that had something to do did not run.
#include "trace/replay.h"

#include <algorithm>

namespace xomp::tool {

namespace {

using trace_file::Kind;
using trace_file::Record;

constexpr std::int64_t kWorthShowing_ns = 10'000;

// A time between two records in which the thread had something to do.
struct Gap {
  std::int64_t begin, end;
  bool in_front_end;
  std::int64_t length() const { return end - begin; }
};

// What the lane is doing, as far as one must know it to tell a silent thread from one that waits in the runtime.
class Activity {
 public:
  explicit Activity(bool records_tasks) : records_tasks_(records_tasks) {}

  bool has_something_to_do() const {
    if (is_idle_) return false;
    return records_tasks_ ? !stack_.empty() && stack_.back() == body : !is_plain_wait_;
  }
  // It waits in the runtime. Then it wants to run only now and then: to look again, or when it was woken.
  bool is_waiting() const { return is_idle_; }
  bool still_waits() const { return still_waits_; }

  void take(const Record& record) {
    const int aux = trace_file::aux_of(record);
    const Kind kind = trace_file::kind_of(record);
    if (kind != Kind::processor_time) still_waits_ = kind == Kind::call_end && (aux & trace_file::kStillWaits) != 0;
    switch (kind) {
      case Kind::thread_begin: stack_.clear(), is_idle_ = false; break;
      case Kind::idle_begin: is_idle_ = true; break;
      case Kind::idle_end: is_idle_ = false; break;
      case Kind::state: is_plain_wait_ = aux == static_cast<int>(trace_file::Activity::waiting); break;
      case Kind::create:
        if ((aux & trace_file::kBegins) != 0) enter(body);
        break;
      case Kind::implicit_begin:
      case Kind::begin:
      case Kind::graph_begin:
      case Kind::native_begin: enter(body); break;
      case Kind::call_begin: enter(call); break;
      case Kind::implicit_end:
      case Kind::end:
      case Kind::graph_end:
      case Kind::native_end: leave(body); break;
      case Kind::call_end: leave(call); break;
      default: break;
    }
  }

 private:
  enum Frame : std::uint8_t { body, call };

  void enter(Frame frame) {
    stack_.push_back(frame);
    is_idle_ = false;
  }
  // The records of a damaged or shortened file need not match.
  void leave(Frame frame) {
    if (const auto last = std::find(stack_.rbegin(), stack_.rend(), frame); last != stack_.rend())
      stack_.erase(std::next(last).base());
  }

  std::vector<Frame> stack_;
  bool records_tasks_, is_idle_ = false, is_plain_wait_ = false, still_waits_ = false;
};

class Finder {
 public:
  Finder(const RecordedRun& run, std::uint32_t lane)
      : run_(run),
        lane_(lane),
        activity_(run.processes()[run.process_of(lane)].file->header().level != trace_file::Level::states) {}

  std::vector<Absence> find() {
    for (const RawChunk& chunk : run_.chunks(lane_))
      for (std::size_t i = 0; i < chunk.records.size(); ++i) {
        const Record& record = chunk.records[i];
        if (trace_file::kind_of(record) == Kind::more) continue;
        const bool has_more = i + 1 < chunk.records.size() && trace_file::kind_of(chunk.records[i + 1]) == Kind::more;
        take(record, has_more ? &chunk.records[i + 1] : nullptr);
      }
    std::sort(found_.begin(), found_.end(), [](const Absence& a, const Absence& b) { return a.begin < b.begin; });
    return std::move(found_);
  }

 private:
  void take(const Record& record, const Record* more) {
    const std::int64_t at = std::max(run_.ns(lane_, trace_file::time_of(record)), last_);
    if (at > last_) {
      if (activity_.has_something_to_do()) gaps_.push_back({last_, at, activity_.still_waits()});
      else if (activity_.is_waiting()) waits_.push_back({last_, at, false});
    }
    last_ = at;
    switch (trace_file::kind_of(record)) {
      case Kind::thread_begin: gaps_.clear(), waits_.clear(), has_looked_ = false; break;
      case Kind::mutex_wait:
        if (more != nullptr) {
          const std::uint64_t end = trace_file::time_of(record);
          leave_out_since(run_.ns(lane_, end - std::min(more->value, end)));
        }
        break;
      case Kind::processor_time: look(record.value, more); break;
      default: break;
    }
    activity_.take(record);
  }

  // The thread has waited for a mutex since then: that is another state.
  void leave_out_since(std::int64_t from) {
    while (!gaps_.empty() && gaps_.back().begin >= from) gaps_.pop_back();
    if (!gaps_.empty()) gaps_.back().end = std::min(gaps_.back().end, from);
  }

  void look(std::uint64_t processor_ns, const Record* more) {
    constexpr std::uint64_t kMost = std::uint64_t{1} << 60;
    const auto ran = static_cast<std::int64_t>(std::min(processor_ns, kMost));
    if (more != nullptr) {
      const auto delay = static_cast<std::int64_t>(std::min(more->value, kMost));
      if (has_looked_) assign(ran - ran_, delay - delay_);
      delay_ = delay;
    }
    ran_ = ran;
    has_looked_ = true;
    gaps_.clear();
    waits_.clear();
  }

  void assign(std::int64_t ran, std::int64_t delay) {
    std::int64_t missing = -ran;
    for (const Gap& gap : gaps_) missing += gap.length();
    missing = std::max<std::int64_t>(missing, 0);
    const std::int64_t delayed = std::clamp<std::int64_t>(delay, 0, missing);
    put_where_silent(gaps_, delayed, missing - delayed);
    put_where_silent(waits_, delay - delayed, 0);
  }

  void put_where_silent(std::vector<Gap>& gaps, std::int64_t delayed, std::int64_t blocked) {
    const auto is_shorter = [](const Gap& a, const Gap& b) { return a.length() < b.length(); };
    std::make_heap(gaps.begin(), gaps.end(), is_shorter);
    for (auto rest = gaps.end(); rest != gaps.begin() && blocked + delayed >= kWorthShowing_ns; --rest) {
      std::pop_heap(gaps.begin(), rest, is_shorter);
      const Gap& gap = *std::prev(rest);
      const std::int64_t end = put(gap.end, std::min(delayed, gap.length()), Absence::delayed, delayed);
      put(end, std::min(blocked, end - gap.begin), gap.in_front_end ? Absence::front_end : Absence::blocked, blocked);
    }
  }

  // Returns where the piece begins.
  std::int64_t put(std::int64_t end, std::int64_t length, Absence::Why why, std::int64_t& rest) {
    if (length <= 0) return end;
    found_.push_back({end - length, end, why});
    rest -= length;
    return end - length;
  }

  const RecordedRun& run_;
  const std::uint32_t lane_;
  Activity activity_;
  std::vector<Gap> gaps_, waits_;  // since the last look
  std::vector<Absence> found_;
  std::int64_t last_ = 0, ran_ = 0, delay_ = 0;
  bool has_looked_ = false;
};

}  // namespace

std::vector<Absence> find_absences(const RecordedRun& run, std::uint32_t lane) { return Finder(run, lane).find(); }

}  // namespace xomp::tool
