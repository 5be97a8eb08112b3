// What papers measure of a machine or of one structure: additions to one word by all threads; the team's barriers.
// What the report counts as a task is one addition, or one thread's barrier.
#include "models/simulate/program.h"
#include "models/simulate/tasks.h"

namespace xomp::simulate {

namespace {

struct alignas(64) Word {
  atomic<std::uint64_t> value{0};
};
Word word;

void run_additions(const Settings& settings) {
  for (std::int64_t i = thread_number(); i < settings.size; i += settings.workers) {
    word.value.fetch_add(1, relaxed);
    work(settings.grain_ns);
  }
}

void run_barriers(const Settings& settings) {
  for (std::int64_t i = 0; i < settings.size; ++i) {
    work(settings.grain_ns);
    team::barrier(*sched::own_worker);
  }
}

}  // namespace

extern const Program additions_program, barriers_program;
constinit const Program additions_program{
    "additions", "additions of all threads to one word", 20'000, 1, 100'000'000, 0, run_additions};
constinit const Program barriers_program{"barriers",  "barriers, as the team has them", 100, 1, 1'000'000, 1000,
                                         run_barriers};

}  // namespace xomp::simulate
