// What the programs of this folder share. Each of so many threads puts `batch` items where its kind of queue has them
// put, then takes as many from where it may, again and again: with batches of one that is the time from hand to hand,
// with long ones the throughput. In the end all items must be there, each once.
#pragma once

#include <sched.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <thread>
#include <vector>

#include "../../harness/cycles.h"
#include "../../harness/problem.h"

enum { items_parameter, batch_parameter };

inline const Parameter parameters[] = {
    {"items", "that each thread puts", {10000, 500000, 5000000, 30000000}, 1, 1e10},
    {"batch", "of them, before it takes as many", {64, 64, 64, 64}, 1, 1 << 20},
    {nullptr, nullptr, {0, 0, 0, 0}, 0, 0},
};

// Ticks of one thread in either phase.
struct alignas(128) Ticks {
  std::uint64_t put = 0, take = 0;
};

struct Outcome {
  std::vector<Ticks> ticks;  // by thread
  long rounds = 0, batch = 0;
  bool is_right = false;
};
inline Outcome outcome;

// Waits for another thread, which may need this one's processor.
class Backoff {
 public:
  void wait() {
    if (++looks_ % kLooks == 0) sched_yield();
#if defined(__x86_64__)
    else __builtin_ia32_pause();
#endif
  }

 private:
  static constexpr int kLooks = 256;
  int looks_ = 0;
};

// `Queues`: constructed from (threads, most items in all); `bool put(int me, Item*)`: false when full; `Item* take(int
// me)`: or nullptr; `void end(int me)`: this thread will do neither again.
template <class Queues, class Item>
void run_rounds(Queues& queues, int me, Item* own, long rounds, long batch, Ticks& ticks, std::vector<Item*>& held) {
  held.resize(static_cast<std::size_t>(batch));
  for (std::size_t i = 0; i < held.size(); ++i) held[i] = &own[i];
  for (long round = 0; round < rounds; ++round) {
    const std::uint64_t began = cycles_now();
    for (Item* item : held)
      for (Backoff backoff; !queues.put(me, item);) backoff.wait();
    const std::uint64_t put = cycles_now();
    for (Item*& item : held)
      for (Backoff backoff; (item = queues.take(me)) == nullptr;) backoff.wait();
    ticks.put += put - began;
    ticks.take += cycles_now() - put;
  }
  queues.end(me);
}

template <class Queues, class Item>
void run_queues(const Run* run) {
  const int threads = run->threads;
  const long batch = static_cast<long>(parameter(run, batch_parameter));
  const long rounds = (static_cast<long>(parameter(run, items_parameter)) + batch - 1) / batch;
  const std::size_t most = static_cast<std::size_t>(threads) * static_cast<std::size_t>(batch);
  Queues queues(threads, most);
  const auto items = std::make_unique<Item[]>(most);
  outcome = {std::vector<Ticks>(static_cast<std::size_t>(threads)), rounds, batch, false};
  std::vector<std::vector<Item*>> held(static_cast<std::size_t>(threads));
  const auto work = [&](int me) {
    const std::size_t i = static_cast<std::size_t>(me);
    run_rounds(queues, me, &items[i * static_cast<std::size_t>(batch)], rounds, batch, outcome.ticks[i], held[i]);
  };
  std::vector<std::thread> others;
  for (int i = 1; i < threads; ++i) others.emplace_back(work, i);
  work(0);
  for (std::thread& other : others) other.join();
  std::vector<bool> seen(most);
  std::size_t different = 0;
  for (const auto& mine : held)
    for (const Item* item : mine)
      if (const auto number = static_cast<std::size_t>(item - items.get()); !seen[number])
        seen[number] = true, ++different;
  outcome.is_right = different == most;
}

// Operations: puts and takes.
inline double check_queues(const Run* run) {
  if (outcome.is_right) return 2.0 * run->threads * static_cast<double>(outcome.rounds * outcome.batch);
  fprintf(stderr, "queues: items were lost or came twice\n");
  return -1;
}

// For one thread, where there are processors for all.
inline void write_queue_metrics(const Run* run, double wall_s, FILE* out) {
  const double each = static_cast<double>(outcome.rounds * outcome.batch);
  const long processors = sysconf(_SC_NPROCESSORS_ONLN);
  const double in_turn =
      run->threads > processors ? static_cast<double>(run->threads) / static_cast<double>(processors) : 1;
  double put = 0, take = 0;
  for (const Ticks& ticks : outcome.ticks)
    put += static_cast<double>(ticks.put), take += static_cast<double>(ticks.take);
  put /= each * run->threads * in_turn, take /= each * run->threads * in_turn;
  fprintf(out,
          ", \"ns_per_op\": %.4g, \"ops_per_s\": %.6g, \"cycles_per_op\": %.4g, \"put_cycles\": %.4g, \"take_cycles\": "
          "%.4g",
          wall_s * 1e9 / (2 * each * in_turn), 2 * each * run->threads / wall_s, (put + take) / 2, put, take);
}
