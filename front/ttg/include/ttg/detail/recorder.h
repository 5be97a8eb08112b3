// What has run in a world: World::dag_on() wants a picture of the executed tasks, World::profile_on() a timeline. Tasks and
// messages of all threads are noted under one lock, so a recorded graph runs more slowly.
#ifndef XOMP_TTG_DETAIL_RECORDER_H
#define XOMP_TTG_DETAIL_RECORDER_H

#include "ttg/detail/failure.h"
#include "ttg/util/print.h"
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace ttg::detail {

// What a world and its tasks need of their recorder. Only dag_on() and profile_on() make one, so a program that calls neither is not
// compiled with the code that records. This class records nothing. It is not abstract, because gcc guesses that an object of an abstract
// class is of the only class derived from it, and compiles that one.
class RecorderBase {
 public:
  static constexpr std::size_t kNobody = ~std::size_t{0};

  RecorderBase() = default;
  RecorderBase(const RecorderBase&) = delete;
  RecorderBase& operator=(const RecorderBase&) = delete;
  virtual ~RecorderBase() = default;

  // Both must be called while no task runs.
  virtual void finish_graph() {}
  virtual void finish_timeline() {}
  // A message from the task `from` to the one of TT `tt` with this key.
  virtual void send(std::size_t, const void*, const std::string&, const std::string&, const std::string&) {}
  // The task starts on this thread. Returns its number.
  virtual std::size_t begin(const void*, const std::string&, const std::string&, unsigned) { return kNobody; }
  virtual void end(std::size_t) {}
  bool draws() const { return draws_; }
  bool times() const { return times_; }

 protected:
  bool draws_ = false, times_ = false;  // written while no task runs
};

class Recorder final : public RecorderBase {
 public:
  // Both must be called while no task runs.
  void start_graph(std::string file) {
    finish_graph();
    start(draws_);
    file_ = std::move(file);
  }
  void finish_graph() override {
    if (!draws_) return;
    write(file_, &Recorder::graph);
    finish(draws_);
  }
  void start_timeline() {
    if (!times_) start(times_);
  }
  void finish_timeline() override {
    if (!times_) return;
    const char* const file = std::getenv("TTG_PROFILE");
    write(file != nullptr ? file : "ttg-profile.json", &Recorder::timeline);
    finish(times_);
  }
  void send(std::size_t from, const void* tt, const std::string& name, const std::string& key,
            const std::string& input) override {
    const std::lock_guard lock(mutex_);
    const std::size_t to = find(tt, name, key);
    if (from < nodes_.size()) edges_.push_back({from, to, input});
  }
  std::size_t begin(const void* tt, const std::string& name, const std::string& key, unsigned thread) override {
    const std::lock_guard lock(mutex_);
    const std::size_t number = find(tt, name, key);
    waiting_.erase({tt, key});  // a further message to this key is another task's
    nodes_[number].thread = thread;
    nodes_[number].start_us = now_us();
    return number;
  }
  void end(std::size_t number) override {
    const std::lock_guard lock(mutex_);
    if (number < nodes_.size()) nodes_[number].end_us = now_us();
  }

 private:
  struct Node {
    std::string name;
    unsigned thread = 0;
    double start_us = -1, end_us = -1;  // below 0: not yet
  };
  struct Message {
    std::size_t from, to;
    std::string input;
  };

  static double now_us() {
    using Clock = std::chrono::steady_clock;
    return std::chrono::duration<double, std::micro>(Clock::now().time_since_epoch()).count();
  }
  static std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
      if (c == '"' || c == '\\') result += '\\';
      result += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
    return result + "\"";
  }

  void start(bool& what) {
    const std::lock_guard lock(mutex_);
    if (!draws_ && !times_) attention.fetch_add(1, std::memory_order_relaxed);  // published with the first task
    what = true;
  }
  void finish(bool& what) {
    const std::lock_guard lock(mutex_);
    what = false;
    if (draws_ || times_) return;
    attention.fetch_sub(1, std::memory_order_relaxed);  // no task runs
    nodes_.clear();
    edges_.clear();
    waiting_.clear();
  }
  std::size_t find(const void* tt, const std::string& name, const std::string& key) {
    const auto [at, is_new] = waiting_.try_emplace({tt, key}, nodes_.size());
    if (is_new) nodes_.push_back({name + "(" + key + ")"});
    return at->second;
  }

  void write(const std::string& file, std::string (Recorder::*contents)() const) {
    const std::lock_guard lock(mutex_);
    const std::string text = (this->*contents)();
    std::FILE* const out = std::fopen(file.c_str(), "w");
    const bool is_written = out != nullptr && std::fwrite(text.data(), 1, text.size(), out) == text.size();
    const bool is_closed = out != nullptr && std::fclose(out) == 0;
    if (!is_written || !is_closed) print_error("ttg: the file " + file + " cannot be written");
  }
  // For the program dot. Tasks that wait for inputs are dashed.
  std::string graph() const {
    std::string text = "digraph executed {\n";
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      const Node& node = nodes_[n];
      text += "  t" + std::to_string(n) + " [label=" + quoted(node.name) +
              (node.start_us < 0 ? ",style=dashed" : ",tooltip=\"thread " + std::to_string(node.thread) + "\"") +
              "];\n";
    }
    for (const Message& m : edges_)
      text += "  t" + std::to_string(m.from) + " -> t" + std::to_string(m.to) + " [label=" + quoted(m.input) + "];\n";
    return text + "}\n";
  }
  // As the trace viewers of web browsers read it.
  std::string timeline() const {
    std::string text = "[";
    const char* separator = "\n";
    for (const Node& n : nodes_) {
      if (n.end_us < 0) continue;
      text += std::string(separator) + "{\"ph\":\"X\",\"pid\":0,\"tid\":" + std::to_string(n.thread) +
              ",\"ts\":" + std::to_string(n.start_us) + ",\"dur\":" + std::to_string(n.end_us - n.start_us) +
              ",\"name\":" + quoted(n.name) + "}";
      separator = ",\n";
    }
    return text + "\n]\n";
  }

  std::string file_;
  std::mutex mutex_;  // of all that follows
  std::vector<Node> nodes_;
  std::vector<Message> edges_;
  std::map<std::pair<const void*, std::string>, std::size_t> waiting_;  // tasks that have not started, by TT and key
};

// The task that the calling thread runs, if it is recorded.
struct RecordedTask {
  const void* tt = nullptr;
  std::size_t number = RecorderBase::kNobody;
  bool is_begun = false;  // and not yet running
};
inline thread_local constinit RecordedTask recorded_task;

}  // namespace ttg::detail

#endif
