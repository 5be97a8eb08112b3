#include "models/explore/search.h"

#include <algorithm>
#include <cstdio>

#include "models/explore/checker.h"

namespace xomp::models {

void (*restore_engine)() = nullptr;

namespace {

constexpr int kExecutionsToLearn = 30;  // which words are contended
constexpr int kRandomDepartures = 6;

// Says whether all is well.
bool execute(const Entry& entry, MemoryKind kind) {
  Checker& x = *checker;
  x.failure.clear();
  x.steps.clear();
  if (restore_engine != nullptr) restore_engine();
  x.arena.begin();
  x.shadow.begin();
  x.memory.begin(kind);
  x.schedule.begin(entry.limits.most_steps);
  void* const model = x.arena.allocate(entry.bytes);
  entry.make(model);
  for (int t = 0; t < entry.threads; ++t) x.schedule.start([&entry, model, t] { entry.run(model, t); });
  x.schedule.run();
  if (x.failure.empty()) x.failure = x.schedule.stuck();
  if (x.failure.empty()) entry.at_end(model);
  return x.failure.empty();
}

void count(Outcome& outcome) {
  ++outcome.executions;
  outcome.steps += checker->schedule.steps();
}

// Keeps the execution that has just been as the one to show.
void keep_failure(Outcome& outcome) {
  outcome.failed = true;
  outcome.choices = checker->choices.taken();
  outcome.failure = checker->failure;
}

bool fails_at_random(const Entry& entry, MemoryKind kind, const Plan& plan, int executions, Outcome& outcome) {
  for (int i = 0; i < executions; ++i) {
    checker->choices.begin_random(plan.seed + static_cast<std::uint64_t>(i), kRandomDepartures);
    const bool holds = execute(entry, kind);
    outcome.steps += checker->schedule.steps();
    if (!holds) return true;
    checker->contention.settle();
  }
  return false;
}

bool fails_within(const Entry& entry, MemoryKind kind, int departures, Outcome& outcome) {
  do {
    outcome.executions = 0;
    checker->choices.begin_all(departures);
    do {
      const bool holds = execute(entry, kind);
      count(outcome);
      if (!holds) return true;
    } while (checker->choices.next_of_all());
  } while (checker->contention.settle());  // what was not known to be contended was not interrupted there
  return false;
}

}  // namespace

Outcome explore(const Entry& entry, MemoryKind kind, const Plan& plan) {
  Outcome outcome;
  checker->contention = {};
  Plan learning = plan;
  learning.seed = 1;
  const bool fails_soon = fails_at_random(entry, kind, learning, kExecutionsToLearn, outcome);
  if (fails_soon) keep_failure(outcome);
  if (fails_soon && plan.first) return outcome;
  // Few departures come first, so that what fails is as short as it can be.
  for (int n = 0; n <= (fails_soon ? std::min(plan.departures, 1) : plan.departures); ++n)
    if (fails_within(entry, kind, n, outcome)) {
      keep_failure(outcome);
      return outcome;
    }
  if (!fails_soon && fails_at_random(entry, kind, plan, plan.random, outcome)) keep_failure(outcome);
  return outcome;
}

bool replay(const Entry& entry, MemoryKind kind, const std::string& choices) {
  checker->choices.begin_replay(choices);
  checker->records = true;
  const bool holds = execute(entry, kind);
  checker->records = false;
  std::printf("%s, %s memory: %s\n", entry.name, name_of(kind), entry.property);
  int number = 0;
  for (const Step& step : checker->steps)
    std::printf("%5d  %*sthread %d  %-60s %s\n", ++number, 2 * step.thread, "", step.thread, step.what.c_str(),
                source_of(step.place).c_str());
  std::printf("%s\n", holds ? "holds" : checker->failure.c_str());
  return !holds;
}

}  // namespace xomp::models
