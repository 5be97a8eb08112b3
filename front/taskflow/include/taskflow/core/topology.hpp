// Topology: one submitted run of a taskflow.
#pragma once

#include <functional>
#include <list>
#include <memory>
#include <mutex>

#include "../detail/promise.hpp"
#include "graph.hpp"

namespace tf {

// A scope that the last task of each round ends. It also has a piece of work: a thread that is no worker submits that,
// so that a worker starts the round.
class Topology : public detail::Scope {
 public:
  Topology(Executor& executor, Taskflow& taskflow, std::function<bool()> is_last, std::function<void()> at_end)
      : executor_(executor), taskflow_(taskflow), is_last_(std::move(is_last)), at_end_(std::move(at_end)) {
    top = this;
    set_anchor(true);
  }

 private:
  friend class Executor;
  friend class Taskflow;

  struct Starter : detail::Work {
    Topology* topology;
  };

  Executor& executor_;
  Taskflow& taskflow_;
  detail::Promise<void> promise_;
  std::function<bool()> is_last_;  // after each round
  std::function<void()> at_end_;
  Starter starter_{};
  // Set for a taskflow that was given away, so that the executor keeps it until the run has ended.
  std::shared_ptr<Taskflow> kept_;
};

}  // namespace tf
