// A team without threads of the system: as much of it as structures need that only want to know who asks.
#pragma once

#include <memory>

#include "core/sched/worker.h"

namespace xomp::sched {

class FakeTeam {
 public:
  explicit FakeTeam(int size)
      : workers_(new Worker[static_cast<std::size_t>(size)]),
        threads_(new TeamThread[static_cast<std::size_t>(size)]),
        slots_(new atomic<TeamThread*>[static_cast<std::size_t>(size)]) {
    team_.threads.move_to(slots_.get());
    for (int i = 0; i < size; ++i) {
      threads_[i].worker.store(&workers_[i], relaxed);
      threads_[i].team = &team_;
      threads_[i].number = i;
      workers_[i].thread = &threads_[i];
      workers_[i].id = i;
      workers_[i].random = static_cast<std::uint32_t>(i) * 2654435761u + 1;
      team_.threads.set(i, &threads_[i]);
    }
    team_.size = size;
  }
  Worker& operator[](int number) { return workers_[number]; }
  // As its primary does between regions.
  void resize(int size) { team_.size = size; }

 private:
  TeamTasks team_;
  std::unique_ptr<Worker[]> workers_;
  std::unique_ptr<TeamThread[]> threads_;
  std::unique_ptr<atomic<TeamThread*>[]> slots_;
};

}  // namespace xomp::sched
