// Measures what models/machines/*.json want to know of a machine, as far as two threads on two processors can: prints
// one number a line, in nanoseconds, with the name that the file has for it. calibrate.py makes a machine's file of
// that. usage: measure [PROCESSOR PROCESSOR]; the two whose distance is measured, 0 and 1 if not named
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <linux/futex.h>
#include <linux/membarrier.h>
#include <sched.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kRounds = 15;  // of each measurement; the median counts: others' interruptions are in few of them

double now_ns() { return std::chrono::duration<double, std::nano>(Clock::now().time_since_epoch()).count(); }

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<long>(values.size() / 2), values.end());
  return values[values.size() / 2];
}

template <class Body>
double median_of_rounds(Body&& body) {
  std::vector<double> times;
  for (int i = 0; i < kRounds; ++i) times.push_back(body());
  return median(times);
}

// Time of one call, when many follow each other.
template <class Body>
double time_each(int count, Body&& body) {
  return median_of_rounds([&] {
    const double start = now_ns();
    for (int i = 0; i < count; ++i) body();
    return (now_ns() - start) / count;
  });
}

void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("isb" ::: "memory");
#endif
}

void bind_to(int processor) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(processor, &set);
  if (sched_setaffinity(0, sizeof set, &set) != 0) {
    std::fprintf(stderr, "measure: processor %d is not to be had\n", processor);
    std::exit(2);
  }
}

void print(const char* name, double ns) { std::printf("%s %.3f\n", name, ns); }

struct alignas(128) Word {
  std::atomic<std::uint32_t> value{0};
};

int other_processor = 1;

// Runs `partner` beside `body` on the other processor.
template <class Partner, class Body>
double beside(Partner&& partner, Body&& body) {
  std::atomic<int> ready{0};
  std::thread thread([&] {
    bind_to(other_processor);
    ready.store(1);
    partner();
  });
  while (ready.load() == 0) relax();
  const double result = body();
  thread.join();
  return result;
}

// A line goes there and back, so that is two transfers.
double transfer() {
  constexpr std::uint32_t kTurns = 200'000;
  Word word;
  return median_of_rounds([&] {
    word.value = 0;
    return beside(
        [&] {
          for (std::uint32_t i = 1; i < 2 * kTurns; i += 2) {
            while (word.value.load(std::memory_order_acquire) != i) {
            }
            word.value.store(i + 1, std::memory_order_release);
          }
        },
        [&] {
          const double start = now_ns();
          for (std::uint32_t i = 0; i < 2 * kTurns; i += 2) {
            word.value.store(i + 1, std::memory_order_release);
            while (word.value.load(std::memory_order_acquire) != i + 2) {
            }
          }
          return (now_ns() - start) / (2 * kTurns);
        });
  });
}

// Both threads add to one word as fast as they can. The result is how long the line travels for each addition, in the
// mean.
double contended_addition() {
  constexpr int kAdditions = 1'000'000;
  Word word;
  return median_of_rounds([&] {
    std::atomic<bool> stop{false};
    word.value = 0;
    return beside(
        [&] {
          while (!stop.load(std::memory_order_relaxed)) word.value.fetch_add(1);
        },
        [&] {
          const double start = now_ns();
          const std::uint32_t before = word.value.load();
          for (int i = 0; i < kAdditions; ++i) word.value.fetch_add(1);
          const double each = (now_ns() - start) / (word.value.load() - before);
          stop = true;
          return each;
        });
  });
}

double addition() {
  Word word;
  return time_each(1'000'000, [&] { word.value.fetch_add(1); });
}

// A page's lines that nobody has touched: the system's zeroing of the page is not counted.
double cold_line() {
  constexpr std::size_t kBytes = std::size_t{1} << 26, kStep = 64 * 67;
  std::vector<char> memory(kBytes, 1);
  return median_of_rounds([&] {
    std::size_t at = 0, sum = 0;
    constexpr int kLooks = 200'000;
    const double start = now_ns();
    for (int i = 0; i < kLooks; ++i) {
      const char found = static_cast<volatile char&>(memory[at]);
      sum += static_cast<std::size_t>(found);
      at = (at + kStep * static_cast<std::size_t>(found)) % kBytes;  // the next place follows from what was read
    }
    if (sum == 0) std::puts("");
    return (now_ns() - start) / kLooks;
  });
}

long futex(std::atomic<std::uint32_t>& word, int operation, std::uint32_t value) {
  return syscall(SYS_futex, &word, operation | FUTEX_PRIVATE_FLAG, value, nullptr, nullptr, 0);
}

struct WakeUp {
  double call, until_it_runs;
};

// One thread sleeps, the other one wakes it after a while; times from before the call until the sleeper goes on.
WakeUp wake_up() {
  constexpr int kTimes = 400;
  Word word, done;
  std::vector<double> calls, latencies;
  std::atomic<double> woke_at{0};
  beside(
      [&] {
        for (std::uint32_t i = 0; i < kTimes; ++i) {
          while (word.value.load() == i) futex(word.value, FUTEX_WAIT, i);
          woke_at = now_ns();
          done.value.store(i + 1);
        }
      },
      [&] {
        for (std::uint32_t i = 0; i < kTimes; ++i) {
          const double until = now_ns() + 100'000;
          while (now_ns() < until) relax();  // it sleeps by now
          const double start = now_ns();
          word.value.store(i + 1);
          futex(word.value, FUTEX_WAKE, 1);
          calls.push_back(now_ns() - start);
          while (done.value.load() != i + 1) relax();
          latencies.push_back(woke_at - start);
        }
        return 0.0;
      });
  return {median(calls), median(latencies)};
}

bool fence_heavy() { return syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) == 0; }

struct HeavyFence {
  double alone, beside_one, interrupt;
};

HeavyFence heavy_fence() {
  if (syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) != 0) return {0, 0, 0};
  constexpr int kFences = 2000;
  HeavyFence result{time_each(kFences, fence_heavy), 0, 0};
  std::atomic<bool> stop{false};
  std::atomic<std::uint64_t> turns{0};
  const auto partner = [&] {
    std::uint64_t n = 0;
    while (!stop.load(std::memory_order_relaxed)) turns.store(++n, std::memory_order_relaxed);
  };
  beside(partner, [&] {
    const auto turns_in = [&](auto&& body) {
      const double start = now_ns();
      const std::uint64_t before = turns.load();
      body();
      return static_cast<double>(turns.load() - before) / (now_ns() - start);
    };
    const double freely = turns_in([] { usleep(20'000); });
    double time = 0;
    const double interrupted = turns_in([&] { time = time_each(kFences, fence_heavy); });
    result.beside_one = time;
    result.interrupt = (1 - interrupted / freely) * time;
    stop = true;
    return 0.0;
  });
  return result;
}

double start_thread() {
  return median_of_rounds([] {
    constexpr int kThreads = 50;
    double sum = 0;
    for (int i = 0; i < kThreads; ++i) {
      const double start = now_ns();
      std::thread thread([] {});
      sum += now_ns() - start;
      thread.join();
    }
    return sum / kThreads;
  });
}

}  // namespace

int main(int argc, char** argv) {
  const int own = argc == 3 ? std::atoi(argv[1]) : 0;
  other_processor = argc == 3 ? std::atoi(argv[2]) : 1;
  bind_to(own);
  std::atomic<std::uint32_t> nobody{0};
  const double added = addition(), moved = transfer(), contended = contended_addition();
  print("transfer", moved);
  print("busy", contended);
  print("read_modify_write", added);
  print("memory", cold_line());
  print("pause", time_each(100'000, relax));
  print("read_clock", time_each(100'000, [] { now_ns(); }));
  print("yield", time_each(20'000, [] { sched_yield(); }));
  print("futex_call", time_each(20'000, [&] { futex(nobody, FUTEX_WAKE, 1); }));
  const WakeUp woken = wake_up();
  print("futex_wake", woken.call);
  print("wake_up", woken.until_it_runs);
  const HeavyFence fence = heavy_fence();
  print("heavy_fence", fence.alone);
  print("heavy_fence_beside_one", fence.beside_one);
  print("heavy_fence_interrupt", fence.interrupt);
  print("start_thread", start_thread());
  return 0;
}
