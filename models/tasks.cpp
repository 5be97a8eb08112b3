// Programs in OpenMP on the whole engine, compiled by gcc: team start and end (REGION-1, FAREWELL-1, POOL-1), taskwait with
// stolen children (RETURN-1, RETURN-2), the barrier with tasks in it (BARRIER-1, BARRIER-2), sleep beside work (SLEEP-1).
#include "models/explore/model.h"

namespace xomp::models {
namespace {

constexpr Limits kProgram{.departures = 1, .departures_long = 2, .random = 1000, .most_steps = 20000};

// A region by itself, twice.
struct Regions {
  static constexpr int threads = 1;
  int parts[2][2] = {};
  void run(int) {
    for (int region = 0; region < 2; ++region) {
#pragma omp parallel num_threads(2)
      {
        int me = 0;
#pragma omp critical
        me = parts[region][0]++;
        if (me == 1) parts[region][1] = 1;
      }
      require(parts[region][0] == 2 && parts[region][1] == 1, "both threads have done their part when the region is over");
    }
  }
};
const Registered<Regions> regions("regions", "all threads of a region do their part before it ends", kProgram);

}  // namespace
}  // namespace xomp::models
