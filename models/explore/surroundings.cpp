// What lies below the explored code and is not explored: the load of the machine, and settings for models that do not link
// the engine's. Waits do not spin: locks sleep at once.
#include "core/icv/icv.h"
#include "core/sleep/crowd.h"
#include "topology/load.h"

namespace xomp::topology {

LoadAnswer load_answer;
void note_gap(std::uint64_t) {}
std::uint64_t LoadWatch::look_closely(std::uint64_t, int) { return ~std::uint64_t{0}; }
void yield_and_watch() {}

}  // namespace xomp::topology

namespace xomp::trace {

bool measures = false;

}  // namespace xomp::trace
