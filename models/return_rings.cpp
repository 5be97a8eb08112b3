// A worker makes its rings for returned tasks while a thread sends one: RINGS-1 (core/sched/return_rings.h).
#include "core/sched/return_rings.h"

#include "models/explore/model.h"

namespace xomp::platform {
void* try_allocate_forever(std::size_t bytes, std::size_t) { return models::allocate(bytes); }
}  // namespace xomp::platform

namespace xomp::models {
namespace {

// A sender that is refused takes the list, which is a mark here.
template <bool kMany>
struct FirstReturn {
  static constexpr int threads = 2;
  sched::ReturnRings rings;
  task::Task sent{};
  int content = 0;
  atomic<bool> refused{false};

  FirstReturn() {
    if (kMany) rings.expect_many();
  }
  void run(int thread) {
    if (thread == 1) return send();
    rings.make();
    bool received = false;
    wait_until([&] {
      rings.receive([](task::Task*) {}, [&](task::Task* t) { received = t == &sent; });
      return received || refused.load(acquire);
    });
    require(content == 1, "what the sender wrote is there");
  }
  void send() {
    content = 1;
    if (!rings.send(&sent, 1, 2)) refused.store(true, release);
  }
};
const Registered<FirstReturn<false>> few("few", "a sender finds the ring whole or not at all", {.departures = 3});
const Registered<FirstReturn<true>> many("many", "the rings for many: the same", {.departures = 3});

}  // namespace
}  // namespace xomp::models
