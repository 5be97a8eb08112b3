// What ranks of one node share (front/ttg/include/ttg/ranks/transport): rings of batches (node_ring.h), and waves (node_waves.h). Threads stand
// for processes.
#include <cstring>

#include "models/explore/model.h"
#include "platform/atomic.h"

namespace std {
// The checker sees accesses of compiled code, not those of the C library.
inline void* explored_memcpy(void* to, const void* from, size_t count) {
  for (size_t i = 0; i < count; ++i) static_cast<char*>(to)[i] = static_cast<const char*>(from)[i];
  return to;
}
}  // namespace std

#define XOMP_TTG_ATOMIC ::xomp::atomic
#define XOMP_TTG_YIELD ::xomp::models::give_way
#include "ttg/ranks/transport/batch.h"
#define memcpy explored_memcpy
#include "ttg/ranks/transport/node_ring.h"
#include "ttg/ranks/transport/node_waves.h"

namespace xomp::models {
namespace {

// Six batches through four slots, of which one is too large for its slot. The bytes are plain, so the checker sees whoever touches them at
// the same time.
struct Ring {
  static constexpr int threads = 2, kBatches = 6;
  static constexpr std::size_t kLarge = 256;
  using Memory = ttg::ranks::NodeRingMemory<4, kLarge>;
  Memory memory;

  static std::size_t bytes_of(int batch) { return batch == 2 ? kLarge : sizeof(int); }
  void write() {
    ttg::ranks::NodeRingWriter<Memory> writer(memory);
    char data[kLarge] = {};
    for (int batch = 0; batch < kBatches; ++batch) {
      std::memcpy(data, &batch, sizeof batch);
      while (!writer.write(data, bytes_of(batch))) give_way();
    }
  }
  void read() {
    ttg::ranks::NodeRingReader<Memory> reader(memory);
    for (int batch = 0; batch < kBatches;) {
      const bool any = reader.read([&](const char* data, std::size_t bytes) {
        int number;
        std::memcpy(&number, data, sizeof number);
        require(number == batch && bytes == bytes_of(batch), "batches come once, complete and in order");
      });
      if (any) ++batch;
      else give_way();
    }
  }
  void run(int thread) { thread == 0 ? write() : read(); }
  void at_end() {}
};

// Three ranks make four waves, so each place is written twice.
struct Waves {
  static constexpr int threads = 3, kWaves = 4;
  struct Sum {
    int value = 0;
    void combine(const Sum& other) { value += other.value; }
  };
  ttg::ranks::NodeWavePlaces<Sum> places[threads];

  void run(int rank) {
    ttg::ranks::NodeWaves<Sum> waves({&places[0], &places[1], &places[2]}, static_cast<std::size_t>(rank));
    for (int wave = 1; wave <= kWaves; ++wave) {
      Sum all;
      waves.begin({wave * (1 << 4 * rank)}, all);
      while (!waves.is_over()) give_way();
      require(all.value == wave * 0x111, "a wave has what each rank gave to it");
    }
  }
  void at_end() {}
};

const Registered<Ring> ring("ring", "batches go through shared memory once, complete and in order", {.departures = 3});
const Registered<Waves> waves("waves", "a wave has what each rank gave to it", {.departures = 2, .departures_long = 3});

}  // namespace
}  // namespace xomp::models
