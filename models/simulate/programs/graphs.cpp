// chain: one thread makes chains of tasks that depend one on the other, as many chains as workers. cholesky: the tiles
// of a factorisation (right-looking, as in most libraries of tiled linear algebra), made by one thread.
#include "models/simulate/program.h"
#include "models/simulate/tasks.h"
#include "platform/memory.h"

namespace xomp::simulate {

namespace {

void run_chain(const Settings& settings) {
  if (thread_number() != 0) return;
  const auto chains = static_cast<std::int64_t>(settings.workers);
  auto* const links = static_cast<char*>(platform::allocate_forever(static_cast<std::size_t>(chains) * 64));
  const double grain_ns = settings.grain_ns;
  for (std::int64_t i = 0; i < settings.size; ++i)
    spawn_after({inout(links + i % chains * 64)}, [grain_ns] { work(grain_ns); });
  taskwait();
}

// A task that works for so long.
auto lasting(double ns) {
  return [ns] { work(ns); };
}

// Grain: of a tile's gemm. The others by their operations beside its 2 b^3.
class Cholesky {
 public:
  Cholesky(std::int64_t tiles, double grain_ns)
      : tiles_(tiles),
        grain_ns_(grain_ns),
        memory_(static_cast<char*>(platform::allocate_forever(static_cast<std::size_t>(tiles * tiles) * 64))) {}

  void run() {
    for (std::int64_t k = 0; k < tiles_; ++k) {
      spawn_after({inout(tile(k, k))}, lasting(grain_ns_ / 6));
      for (std::int64_t i = k + 1; i < tiles_; ++i)
        spawn_after({in(tile(k, k)), inout(tile(i, k))}, lasting(grain_ns_ / 2));
      for (std::int64_t i = k + 1; i < tiles_; ++i) {
        for (std::int64_t j = k + 1; j < i; ++j)
          spawn_after({in(tile(i, k)), in(tile(j, k)), inout(tile(i, j))}, lasting(grain_ns_));
        spawn_after({in(tile(i, k)), inout(tile(i, i))}, lasting(grain_ns_ / 2));
      }
    }
    taskwait();
  }

 private:
  void* tile(std::int64_t i, std::int64_t j) { return memory_ + (i * tiles_ + j) * 64; }

  std::int64_t tiles_;
  double grain_ns_;
  char* memory_;
};

void run_cholesky(const Settings& settings) {
  if (thread_number() == 0) Cholesky(settings.size, settings.grain_ns).run();
}

}  // namespace

extern const Program chain_program, cholesky_program;
constinit const Program chain_program{"chain",  "tasks, in as many chains as workers", 20'000, 1, 100'000'000, 10'000,
                                      run_chain};
constinit const Program cholesky_program{
    "cholesky", "tiles in a row; n make n (n+1) (n+2) / 6 tasks", 40, 1, 1000, 20'000, run_cholesky};

}  // namespace xomp::simulate
