// usage: explore_PROTOCOL [options] [MODEL]
//   --long            more departures, a hundred times as many random executions
//   --memory KIND     sc, tso or cpp only; without it tso and cpp, with --long or --first all three
//   --departures N    exhaustive up to N departures (interruptions, delayed stores, old values)
//   --first           ends at the first failure, and prints what fails without the steps to it
//   --no-heavy-fences as on a kernel that does not offer them (platform/fence.h)
//   --random N        random executions; --seed S: of which the first has this number
//   --replay CHOICES  one execution, step by step, as a failure has printed it (with MODEL and --memory)
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "models/explore/checker.h"
#include "models/explore/search.h"

namespace xomp::models {
// In programs that link the whole engine (engine.cpp).
[[gnu::weak]] void prepare_engine();
}  // namespace xomp::models

namespace {

using namespace xomp::models;

struct Options {
  bool is_long = false, first = false, heavy_fences = true;
  std::string memory, model, replay;
  int departures = -1, random = -1;
  std::uint64_t seed = 1000;
};

Options read(int argc, char** argv) {
  Options o;
  for (int i = 1; i < argc; ++i) {
    const std::string name = argv[i];
    const char* const value = i + 1 < argc ? argv[i + 1] : "";
    if (name == "--long") o.is_long = true;
    else if (name == "--first") o.first = true;
    else if (name == "--no-heavy-fences") o.heavy_fences = false;
    else if (name == "--memory") o.memory = value, ++i;
    else if (name == "--departures") o.departures = std::atoi(value), ++i;
    else if (name == "--random") o.random = std::atoi(value), ++i;
    else if (name == "--seed") o.seed = std::strtoull(value, nullptr, 10), ++i;
    else if (name == "--replay") o.replay = value, ++i;
    else o.model = name;
  }
  return o;
}

// Each execution of sequential memory is one of weak memory, too: the one whose loads take the newest store, which is no departure there.
// So it only adds random executions, or finds a known fault sooner.
bool wants_sequential(const Options& o) { return o.is_long || o.first; }

// Says whether it holds.
bool explore_one(const char* program, const Entry& entry, MemoryKind kind, const Options& o) {
  const Limits& limits = entry.limits;
  const Plan plan{o.departures >= 0 ? o.departures
                  : o.is_long       ? limits.departures_long
                                    : limits.departures,
                  o.random >= 0 ? o.random
                  : o.is_long   ? 100 * limits.random
                                : limits.random,
                  o.seed, o.first};
  const auto begin = std::chrono::steady_clock::now();
  const Outcome outcome = explore(entry, kind, plan);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::printf("%-28s %-4s %-6s all with %d departures: %8lu   random: %7d   steps: %10lu   %6.2f s\n", entry.name,
              name_of(kind), outcome.failed ? "FAILED" : "holds", plan.departures,
              static_cast<unsigned long>(outcome.executions), plan.random, static_cast<unsigned long>(outcome.steps),
              seconds);
  if (!outcome.failed) return true;
  if (o.first) {
    std::printf("%s\n", outcome.failure.c_str());
    return false;
  }
  if (!replay(entry, kind, outcome.choices)) std::printf("NOT REPEATED: %s\n", outcome.failure.c_str());
  std::printf("again: %s --memory %s --replay %s %s\n", program, name_of(kind), outcome.choices.c_str(), entry.name);
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  const Options o = read(argc, argv);
  if (prepare_engine != nullptr) prepare_engine();
  checker = new Checker;
  checker->heavy_fences = o.heavy_fences;
  bool any = false, holds = true;
  for (Entry* entry = entries(); entry != nullptr; entry = entry->next) {
    if (!o.model.empty() && o.model != entry->name) continue;
    for (const MemoryKind kind : {MemoryKind::sequential, MemoryKind::store_buffers, MemoryKind::weak}) {
      if (!o.memory.empty() ? o.memory != name_of(kind) : kind == MemoryKind::sequential && !wants_sequential(o))
        continue;
      any = true;
      holds &= o.replay.empty() ? explore_one(argv[0], *entry, kind, o) : !replay(*entry, kind, o.replay);
      std::fflush(stdout);
      if (!holds && o.first) return 1;
    }
  }
  if (!any) std::fprintf(stderr, "explore: no such model or memory\n");
  return any && holds ? 0 : 1;
}
