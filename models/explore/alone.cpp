// What lies below code that is explored without the rest of the engine: the machine's load, settings, messages. Waits
// do not spin: locks sleep at once.
#include "core/icv/icv.h"
#include "core/sleep/pressure.h"
#include "platform/message.h"
#include "trace/activity.h"

namespace xomp {

namespace trace {
bool measures = false, follows_waits = false;
void begin_slow_wait(Activity&) {}
void end_slow_wait(Activity) {}
}  // namespace trace

namespace icv {
constinit GlobalIcv global;
}

namespace sleep {
OwnThreads own_threads;
OtherThreads other_threads;
void note_gap(std::uint64_t) {}
std::uint64_t LoadWatch::look_closely(std::uint64_t) { return ~std::uint64_t{0}; }
}  // namespace sleep

namespace platform {
void fatal(const char*, ...) { __builtin_abort(); }
}  // namespace platform

}  // namespace xomp
