#include "models/cluster/programs/programs.h"

namespace xomp::cluster {

namespace {

constexpr Program programs[] = {
    {"fence", "--steps: empty fences", {0, 20, 0, 0}, {0, 100'000, 0, 0}, run_fences},
    {"hop",
     "a chain of tasks, each in the next rank; --steps: hops; --bytes: of its value",
     {0, 1'000, 8, 0},
     {0, 10'000'000, 1L << 30, 1e9},
     run_hop},
    {"broadcast",
     "one value for tasks of all ranks, then a fence; --steps: times, from another rank each; --bytes: of the value; "
     "--size: tasks of each rank",
     {1, 4, 1L << 20, 0},
     {1'000, 10'000, 1L << 30, 0},
     run_broadcast},
    {"flood",
     "each rank sends messages without a value to the next one; --steps: of them",
     {0, 10'000, 0, 0},
     {0, 10'000'000, 0, 1e9},
     run_flood},
    {"alltoall",
     "each rank sends a message without a value to each other one; --steps: times",
     {0, 1, 0, 0},
     {0, 10'000, 0, 1e9},
     run_alltoall},
    {"stencil",
     "a torus of tiles, each with its four neighbours' borders; --size: each rank has SIZE x SIZE tiles; --steps: of "
     "each tile; --bytes: of a border; --grain: of a tile's step",
     {2, 20, 2'048, 50'000},
     {64, 10'000, 1L << 24, 1e9},
     run_stencil},
    {"cholesky",
     "tiled, each tile with one owner in a grid of ranks; --size: tiles in a row, times the square root of the number "
     "of ranks; --bytes: of a tile; --grain: of a multiplication of tiles",
     {6, 0, 131'072, 200'000},
     {64, 0, 1L << 26, 1e9},
     run_cholesky},
};

}  // namespace

const std::span<const Program> all_programs = programs;

}  // namespace xomp::cluster
