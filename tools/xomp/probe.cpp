// Two threads go from pair to pair of processors and hand a word back and forth. The least time of some rounds counts, because
// everything else that runs only makes them longer.
#include "probe.h"

#include <fmt/ranges.h>
#include <sched.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <thread>

#include "message.h"

namespace xomp::tool {

namespace {

constexpr int kRounds = 7;
constexpr std::uint32_t kTurns = 1000;      // of a round, there and back
constexpr int kLooksBeforeYield = 100'000;  // the other thread may have lost its processor

std::vector<int> processors_of_mask() {
  cpu_set_t mask;
  if (sched_getaffinity(0, sizeof mask, &mask) != 0) fail(kExitOwnError, "the system does not tell the affinity mask");
  std::vector<int> processors;
  for (int processor = 0; processor < CPU_SETSIZE; ++processor)
    if (CPU_ISSET(processor, &mask)) processors.push_back(processor);
  return processors;
}

bool bind_to(int processor) {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  CPU_SET(processor, &mask);
  return sched_setaffinity(0, sizeof mask, &mask) == 0;
}

struct alignas(128) Word {
  std::atomic<std::uint32_t> value{0};

  void await(std::uint32_t wanted) const {
    for (int looks = 1; value.load(std::memory_order_acquire) != wanted; ++looks)
      if (looks % kLooksBeforeYield == 0) sched_yield();
  }
};

// Hands the word over and waits for its return, a round's times. Odd values are the partner's turn.
void play(Word& word, std::uint32_t mine) {
  for (std::uint32_t turn = 0; turn < 2 * kTurns; turn += 2) {
    word.await(turn + mine);
    word.value.store(turn + mine + 1, std::memory_order_release);
  }
}

// Returns how long the line takes in one direction, in nanoseconds.
double transfer_ns(int here, int there) {
  using Clock = std::chrono::steady_clock;
  double least = 0;
  for (int round = 0; round < kRounds; ++round) {
    Word word, ready;
    std::thread partner([&] {
      ready.value.store(bind_to(there) ? 1 : 2, std::memory_order_release);
      play(word, 1);
    });
    const bool is_bound = bind_to(here);
    while (ready.value.load(std::memory_order_acquire) == 0) sched_yield();
    const auto start = Clock::now();
    play(word, 0);
    word.await(2 * kTurns);
    const double ns = std::chrono::duration<double, std::nano>(Clock::now() - start).count() / (2 * kTurns);
    partner.join();
    if (!is_bound || ready.value.load(std::memory_order_relaxed) == 2)
      fail(kExitOwnError, "processors {} and {} cannot be measured: the system lets no thread go there", here, there);
    least = round == 0 ? ns : std::min(least, ns);
  }
  return least;
}

LineTimes measure() {
  LineTimes measured{processors_of_mask(), {}};
  const std::size_t count = measured.processors.size();
  measured.times.assign(count, std::vector<double>(count));
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = 0; j < i; ++j)
      measured.times[i][j] = measured.times[j][i] = transfer_ns(measured.processors[i], measured.processors[j]);
  return measured;
}

void print_table(const LineTimes& measured) {
  fmt::print("{:>5}", "");
  for (const int processor : measured.processors) fmt::print("{:>6}", processor);
  fmt::print("\n");
  for (std::size_t i = 0; i < measured.processors.size(); ++i) {
    fmt::print("{:>5}", measured.processors[i]);
    for (std::size_t j = 0; j < measured.processors.size(); ++j)
      fmt::print("{:>6}", i == j ? "-" : fmt::format("{:.0f}", measured.times[i][j]));
    fmt::print("\n");
  }
}

void print_groups(const LineTimes& measured) {
  const std::size_t count = measured.processors.size();
  const std::vector<GroupLevel> levels = find_groups(measured);
  if (count < 3) {
    fmt::print("no shape is visible on {} processor{}: it takes three to tell near from far\n", count,
               count == 1 ? "" : "s");
  } else if (levels.empty()) {
    fmt::print("no groups: all pairs are about equally far, or the times do not fit together (is the machine busy?)\n");
  }
  for (const GroupLevel& level : levels) {
    fmt::print("within {:.0f} ns:", level.most_ns);
    for (const auto& group : level.groups) fmt::print(" {{{}}}", fmt::join(group, ","));
    fmt::print("\n");
  }
}

}  // namespace

int probe(const std::string& file) {
  LineTimes measured;
  try {
    measured = file.empty() ? measure() : read_times(file);
  } catch (const std::runtime_error& error) {
    fail(kExitOwnError, "{}", error.what());
  }
  if (measured.processors.size() > 1) {
    fmt::print("nanoseconds in which a cache line goes from one processor to another (the least of {} rounds):\n\n",
               kRounds);
    print_table(measured);
    fmt::print("\n");
  }
  print_groups(measured);
  return 0;
}

}  // namespace xomp::tool
