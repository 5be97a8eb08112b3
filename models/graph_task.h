// Tasks for models of views and of the graph. After core/graph/layout.h, with the checker's atomics.
#pragma once

#include "core/graph/layout.h"
#include "models/fiber/fiber.h"
#include "models/program.h"

namespace xomp::models {

[[maybe_unused]] inline const bool seats_are_kept = [] {
  keep_per_fiber(xomp_graph_self_1);
  keep_per_fiber(xomp_graph_seat_1);
  return true;
}();

// Pauses for so long that the other threads may be anywhere between their last look for tasks and their sleep.
inline void pause() { let_all_sleep(any_of(8) * 24); }

// Runs model->run_task(me, number).
template <class Model>
struct ModelTask : graph::Task {
  Model* model = nullptr;
  int number = 0;
  void set(Model* m, int n) {
    model = m;
    number = n;
    priority = 0;
    run = [](graph::Seat& me, graph::Task* task) {
      auto& self = *static_cast<ModelTask*>(task);
      self.model->run_task(me, self.number);
    };
  }
};

}  // namespace xomp::models
