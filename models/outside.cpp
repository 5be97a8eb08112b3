// Idle threads look outside of a graph while looks come and go: OUTSIDE-1 (core/graph/outside.h).
#include "core/graph/outside.h"

#include "models/explore/model.h"

namespace xomp::models {
namespace {

// Two threads look. A third one has added two looks. It removes the first one, and then takes back its memory.
struct Looked {
  static constexpr int threads = 3;
  struct Place {
    bool is_there = true;  // plain, as the rest: one thread at a time is in a look
    int calls = 0, inside = 0;
  };
  graph::Outside outside;
  Place places[2];

  static graph::StepResult look(void* argument) {
    Place& place = *static_cast<Place*>(argument);
    require(place.is_there, "a look that was removed is not called");
    require(++place.inside == 1, "one thread is in a look");
    ++place.calls;
    give_way();
    --place.inside;
    return graph::StepResult::progress;
  }

  Looked() {
    for (Place& place : places) outside.add(look, &place, true);
  }
  void run(int thread) {
    if (thread == 2) {
      outside.remove(look, &places[0]);
      places[0].is_there = false;
      return;
    }
    outside.look();
  }
  void at_end() {
    const int before = places[1].calls;
    require(outside.look() == graph::StepResult::progress, "the other look is there");
    require(places[1].calls == before + 1, "it is the one that was not removed");
  }
};
const Registered<Looked> looked("looked", "one thread at a time looks, and none where a look was removed",
                                {.departures = 4});

}  // namespace
}  // namespace xomp::models
