// What synchronisation costs, in ticks of the processor's counter against the number of threads: a mutex, a semaphore
// and a spin lock around one addition, and an atomic addition; all threads on one of them, or each on its own.
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "../../harness/cycles.h"
#include "../../harness/problem.h"

namespace {

enum { entries_parameter, contended_parameter };

const Parameter parameters[] = {
    {"entries", "of each thread", {50000, 2000000, 20000000, 100000000}, 1, 1e10},
    {"contended", "1: all threads use one; 0: each has its own", {1, 1, 1, 1}, 0, 1},
    {nullptr, nullptr, {0, 0, 0, 0}, 0, 0},
};

class Mutex {
 public:
  void add() {
    const std::scoped_lock lock(mutex_);
    ++sum_;
  }
  long sum() const { return sum_; }

 private:
  std::mutex mutex_;
  long sum_ = 0;
};

class Semaphore {
 public:
  Semaphore() { sem_init(&semaphore_, 0, 1); }
  ~Semaphore() { sem_destroy(&semaphore_); }
  void add() {
    while (sem_wait(&semaphore_) != 0) continue;  // a signal came
    ++sum_;
    sem_post(&semaphore_);
  }
  long sum() const { return sum_; }

 private:
  sem_t semaphore_;
  long sum_ = 0;
};

class Spinlock {
 public:
  Spinlock() { pthread_spin_init(&lock_, PTHREAD_PROCESS_PRIVATE); }
  ~Spinlock() { pthread_spin_destroy(&lock_); }
  void add() {
    pthread_spin_lock(&lock_);
    ++sum_;
    pthread_spin_unlock(&lock_);
  }
  long sum() const { return sum_; }

 private:
  pthread_spinlock_t lock_;
  long sum_ = 0;
};

class FetchAndAdd {
 public:
  void add() { sum_.fetch_add(1, std::memory_order_seq_cst); }
  long sum() const { return sum_.load(std::memory_order_relaxed); }

 private:
  std::atomic<long> sum_{0};
};

double ticks_an_entry;  // of a thread, on average
long sum_found;

double entries_of(const Run* run) { return parameter(run, entries_parameter); }

template <class Primitive>
void run_entries(const Run* run) {
  struct alignas(128) Padded {
    Primitive primitive;
    std::uint64_t ticks = 0;
  };
  const std::size_t threads = static_cast<std::size_t>(run->threads);
  const bool contended = parameter(run, contended_parameter) != 0;
  const auto each = std::make_unique<Padded[]>(threads);
  std::atomic<std::size_t> ready{0};
  const auto work = [&](std::size_t me) {
    Primitive& primitive = each[contended ? 0 : me].primitive;
    const long entries = static_cast<long>(entries_of(run));
    ready.fetch_add(1);
    while (ready.load() < threads) std::this_thread::yield();  // all begin at once
    const std::uint64_t began = cycles_now();
    for (long i = 0; i < entries; ++i) primitive.add();
    each[me].ticks = cycles_now() - began;
  };
  std::vector<std::thread> others;
  for (std::size_t i = 1; i < threads; ++i) others.emplace_back(work, i);
  work(0);
  for (std::thread& other : others) other.join();
  ticks_an_entry = 0, sum_found = 0;
  for (std::size_t i = 0; i < threads; ++i) {
    ticks_an_entry += static_cast<double>(each[i].ticks) / (entries_of(run) * static_cast<double>(threads));
    sum_found += each[i].primitive.sum();
  }
}

double check(const Run* run) {
  const double all = static_cast<double>(static_cast<long>(entries_of(run))) * run->threads;
  if (static_cast<double>(sum_found) == all) return all;
  fprintf(stderr, "sync: %ld entries were counted, not %.0f\n", sum_found, all);
  return -1;
}

void write_metrics(const Run* run, double wall_s, FILE* out) {
  fprintf(out, ", \"cycles\": %.4g, \"entries_per_s\": %.6g", ticks_an_entry, entries_of(run) * run->threads / wall_s);
}

}  // namespace

const Problem problem = {
    .name = "sync",
    .summary = "entries of a mutex, a semaphore, a spin lock; atomic additions",
    .operation = "entries",
    .parameters = parameters,
    .versions = {{"mutex", run_entries<Mutex>},
                 {"semaphore", run_entries<Semaphore>},
                 {"spinlock", run_entries<Spinlock>},
                 {"fetch_and_add", run_entries<FetchAndAdd>}},
    .prepare = nullptr,
    .reset = nullptr,
    .check = check,
    .write_metrics = write_metrics,
};
