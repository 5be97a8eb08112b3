// What all pipelines share: tokens go through pipes along lines.
//
// Line l holds one token at a time. A token enters pipe p of its line when it has left pipe p - 1; if the pipe is
// serial, also when the token of the line before has left pipe p. `waits(l, p)` counts the conditions that are left.
// The thread that takes it to 0 continues with that line. It sets the number again before it lets other lines continue.
#pragma once

#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "../core/executor.hpp"
#include "pipe.hpp"

namespace tf {

// What a pipe's callable is told about its token.
class Pipeflow {
 public:
  Pipeflow() = default;
  std::size_t line() const { return line_; }
  std::size_t pipe() const { return pipe_; }
  std::size_t token() const { return token_; }
  // In the first pipe: this token does not count, and no token follows it.
  void stop() {
    if (pipe_ != 0) TF_THROW("only the first pipe can stop the pipeline");
    stops_ = true;
  }
  // In the first pipe: this token comes again when that other token has left the pipe.
  void defer(std::size_t token) {
    if (pipe_ != 0) TF_THROW("only the first pipe can defer a token");
    deferred_to_.insert(token);
  }
  std::size_t num_deferrals() const { return deferrals_; }

 private:
  template <typename D>
  friend class PipelineBase;
  std::size_t line_ = 0, pipe_ = 0, token_ = 0, deferrals_ = 0;
  bool stops_ = false;
  std::set<std::size_t> deferred_to_;
};

namespace detail {

// Tokens that the first pipe has deferred. Used inside the first pipe only, which one thread is in at a time.
class DeferredTokens {
 public:
  struct Token {
    std::size_t number, deferrals;
  };
  bool has_ready() const { return !ready_.empty(); }
  Token take_ready() {
    const Token token = ready_.front();
    ready_.pop_front();
    return token;
  }
  // `begun`: how many tokens have begun. The tokens before it have left the pipe unless they stand here.
  void defer(Token token, const std::set<std::size_t>& to, std::size_t begun) {
    ++token.deferrals;
    std::size_t missing = 0;
    for (const std::size_t other : to) {
      if (other == token.number) TF_THROW("a token cannot be deferred to itself");
      if (other < begun && open_.count(other) == 0) continue;
      waiting_[other].push_back(token.number);
      ++missing;
    }
    if (missing == 0) ready_.push_back(token);
    else missing_[token.number] = {token, missing};
    open_.insert(token.number);
  }
  void leave(std::size_t number) {
    open_.erase(number);
    const auto waiting = waiting_.find(number);
    if (waiting == waiting_.end()) return;
    for (const std::size_t other : waiting->second) {
      const auto entry = missing_.find(other);
      if (--entry->second.second != 0) continue;
      ready_.push_back(entry->second.first);
      missing_.erase(entry);
    }
    waiting_.erase(waiting);
  }
  bool empty() const { return open_.empty() && waiting_.empty(); }
  void clear() { *this = DeferredTokens(); }

 private:
  std::list<Token> ready_;
  std::set<std::size_t> open_;                               // deferred, and not yet through the pipe
  std::map<std::size_t, std::vector<std::size_t>> waiting_;  // token -> those that wait for it
  std::map<std::size_t, std::pair<Token, std::size_t>> missing_;
};

}  // namespace detail

// D has num_pipes(), pipe_type(p) and call_pipe(p, Pipeflow&, NonpreemptiveRuntime&).
template <typename D>
class PipelineBase {
 public:
  std::size_t num_lines() const noexcept { return lines_.size(); }
  // Returns how many tokens there have been since the last reset().
  std::size_t num_tokens() const noexcept { return tokens_; }
  Graph& graph() { return graph_; }

 protected:
  explicit PipelineBase(std::size_t lines) { set_lines(lines); }
  PipelineBase() = default;
  PipelineBase(const PipelineBase&) = delete;
  PipelineBase& operator=(const PipelineBase&) = delete;

  void set_lines(std::size_t lines) {
    if (lines == 0) TF_THROW("a pipeline needs at least one line");
    lines_ = std::vector<Pipeflow>(lines);
  }
  void take(PipelineBase& other) {
    lines_ = std::move(other.lines_);
    tokens_ = std::exchange(other.tokens_, 0);
    other.lines_.clear();
    other.graph_.clear();
  }
  void reset_tokens() {
    tokens_ = 0;
    deferred_.clear();
  }
  // The first task picks the line that begins; the others are the lines. Their names are Taskflow's, for observers and dumps.
  void build(const char* line_name = "nprt-") {
    if (self().num_pipes() == 0) TF_THROW("a pipeline needs at least one pipe");
    if (self().pipe_type(0) != PipeType::SERIAL) TF_THROW("the first pipe must be serial");
    graph_.clear();
    tasks_.clear();
    waits_ = std::vector<std::atomic<int>>(lines_.size() * self().num_pipes());
    FlowBuilder builder(graph_);
    Task start = builder.emplace([this] { return static_cast<int>(prepare()); }).name("cond");
    for (std::size_t l = 0; l < lines_.size(); ++l) {
      tasks_.push_back(builder.emplace([this, l](NonpreemptiveRuntime& runtime) { run_line(l, runtime); }));
      tasks_.back().name(line_name + std::to_string(l));
      start.precede(tasks_.back());
    }
  }

 private:
  D& self() { return static_cast<D&>(*this); }
  std::atomic<int>& waits(std::size_t line, std::size_t pipe) { return waits_[line * self().num_pipes() + pipe]; }
  int conditions_of(std::size_t pipe) { return self().pipe_type(pipe) == PipeType::SERIAL ? 2 : 1; }

  // For a run: all lines are empty. Returns the line of the next token.
  std::size_t prepare() {
    const std::size_t lines = lines_.size(), pipes = self().num_pipes(), first = tokens_ % lines;
    for (std::size_t l = 0; l < lines; ++l) {
      lines_[l].pipe_ = 0;
      lines_[l].line_ = l;
      lines_[l].stops_ = false;
      // Relaxed is enough, because the run's tasks begin later.
      for (std::size_t p = 0; p < pipes; ++p) waits(l, p).store(conditions_of(p), std::memory_order_relaxed);
      waits(l, 0).store(1, std::memory_order_relaxed);  // the line is free
    }
    waits(first, 0).store(0, std::memory_order_relaxed);  // as above
    // No line goes before the first one, so its serial pipes wait only for the pipe before.
    for (std::size_t p = 1; p < pipes; ++p) waits(first, p).store(1, std::memory_order_relaxed);
    return first;
  }

  // Runs the first pipe. Returns false if there is no further token.
  bool begin_token(Pipeflow& flow, NonpreemptiveRuntime& runtime) {
    for (;;) {
      detail::DeferredTokens::Token token{tokens_, 0};
      const bool comes_again = deferred_.has_ready();
      if (comes_again) token = deferred_.take_ready();
      flow.token_ = token.number;
      flow.deferrals_ = token.deferrals;
      flow.deferred_to_.clear();
      self().call_pipe(0, flow, runtime);
      if (flow.stops_) return false;
      if (!comes_again) ++tokens_;
      if (!flow.deferred_to_.empty()) {
        deferred_.defer(token, flow.deferred_to_, tokens_);
        continue;
      }
      if (!deferred_.empty()) deferred_.leave(token.number);
      return true;
    }
  }

  void run_line(std::size_t line, NonpreemptiveRuntime& runtime) {
    const std::size_t lines = lines_.size(), pipes = self().num_pipes();
    for (;;) {
      Pipeflow& flow = lines_[line];
      const std::size_t pipe = flow.pipe_;
      waits(line, pipe).store(conditions_of(pipe), std::memory_order_relaxed);  // before others go on
      if (pipe != 0) self().call_pipe(pipe, flow, runtime);
      else if (!begin_token(flow, runtime)) return;
      const std::size_t next_pipe = pipe + 1 == pipes ? 0 : pipe + 1, next_line = line + 1 == lines ? 0 : line + 1;
      flow.pipe_ = next_pipe;
      const bool frees_line = self().pipe_type(pipe) == PipeType::SERIAL && pass(next_line, pipe);
      const bool goes_on = pass(line, next_pipe);
      if (!goes_on && !frees_line) return;
      if (goes_on && frees_line) runtime.schedule(tasks_[next_line]);
      else if (frees_line) line = next_line;
    }
  }
  // Meets one condition of this place. Returns true if it was the last one.
  bool pass(std::size_t line, std::size_t pipe) {
    // Acquire and release, so that the thread which meets the last condition sees what was written before the others.
    return waits(line, pipe).fetch_sub(1, std::memory_order_acq_rel) == 1;
  }

  Graph graph_;
  std::vector<Task> tasks_;
  std::vector<Pipeflow> lines_;  // each is its token's
  std::vector<std::atomic<int>> waits_;
  std::size_t tokens_ = 0;           // inside the first pipe
  detail::DeferredTokens deferred_;  // inside the first pipe
};

namespace detail {

// Calls a pipe's callable with what it takes.
template <typename C>
void call_pipe_with(C& callable, Pipeflow& flow, NonpreemptiveRuntime& runtime) {
  if constexpr (std::is_invocable_v<C&, Pipeflow&>) callable(flow);
  else if constexpr (std::is_invocable_v<C&, Pipeflow&, NonpreemptiveRuntime&>) callable(flow, runtime);
  else RuntimeFrame::call_here(runtime, [&](Runtime& r) { callable(flow, r); });
}

// A fixed list of pipes of different types, which are asked for by number.
template <typename... Ps>
class PipeList {
 public:
  template <typename... Args>
  explicit PipeList(Args&&... args) : pipes_(std::forward<Args>(args)...) {}
  template <typename F>
  void at(std::size_t p, F&& f) {
    at(p, f, std::index_sequence_for<Ps...>());
  }
  PipeType type(std::size_t p) {
    PipeType type{};
    at(p, [&](auto& pipe) { type = pipe.type(); });
    return type;
  }

 private:
  template <typename F, std::size_t... I>
  void at(std::size_t p, F& f, std::index_sequence<I...>) {
    (void)((p == I ? (f(std::get<I>(pipes_)), true) : false) || ...);
  }
  std::tuple<Ps...> pipes_;
};

}  // namespace detail
}  // namespace tf
