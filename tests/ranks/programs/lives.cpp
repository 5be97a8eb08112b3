// usage: lives single|funneled|serialized|multiple: the program initialises MPI at that thread level and finalizes it, ttg.h only
// uses it. Worlds on parts of the processes beside the first one, each with fences of its own.
#include "check.h"

#include <cstring>
#include <numeric>

namespace {

int level_of(const char* name) {
  constexpr const char* names[] = {"single", "funneled", "serialized", "multiple"};
  constexpr int levels[] = {MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED, MPI_THREAD_MULTIPLE};
  for (int i = 0; i < 4; ++i)
    if (std::strcmp(name, names[i]) == 0) return levels[i];
  std::fprintf(stderr, "lives: no level %s\n", name);
  std::exit(2);
}

// A chain through all processes of a world, and a value for each of its keys.
template <class Made>
auto chain(ttg::World world, int last, std::atomic<long>& sum, Made made) {
  ttg::Edge<int, std::vector<int>> edge("edge");
  auto tt = ttg::make_tt(
      [&sum, last](const int& k, std::vector<int>&& v, std::tuple<ttg::Out<int, std::vector<int>>>& outs) {
        sum += v[static_cast<std::size_t>(k)];
        if (k < last) ttg::send<0>(k + 1, std::move(v), outs);
      },
      ttg::edges(edge), ttg::edges(edge), "chain");
  tt->set_keymap([size = world.size()](const int& k) { return k % size; });
  made(*tt);
  return tt;
}

void run_in(ttg::World world, int last) {
  const ttg::World before = ttg::get_default_world();
  ttg::set_default_world(world);
  std::atomic<long> sum{0};
  auto tt = chain(world, last, sum, [](auto&) {});
  ttg::make_graph_executable(tt);
  ttg::set_default_world(before);
  for (int round = 1; round < 4; ++round) {
    std::vector<int> values(static_cast<std::size_t>(last) + 1 + (round == 3 ? 100'000 : 0));
    std::iota(values.begin(), values.end(), 0);
    if (world.rank() == world.size() - 1) tt->invoke(0, std::move(values));
    ttg::execute(world);
    ttg::fence(world);
    long all = sum;
    ttg::ttg_sum(world, all);
    CHECK(all == round * static_cast<long>(last) * (last + 1) / 2);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int wanted = level_of(argc > 1 ? argv[1] : "multiple");
  int level = 0;
  MPI_Init_thread(&argc, &argv, wanted, &level);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  ttg::initialize(argc, argv, -1);
  run_in(ttg::get_default_world(), 50);

  // Each half of the processes in a world of its own, and all of them in another one, at different times.
  MPI_Comm half = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
  ttg::World of_half = ttg::make_world(half);
  ttg::World of_all = ttg::make_world(MPI_COMM_WORLD);
  int ranks_of_half = 0;
  MPI_Comm_size(half, &ranks_of_half);
  CHECK(of_half.size() == ranks_of_half && of_all.size() == ttg::size() && of_all.rank() == ttg::rank());
  run_in(of_half, rank % 2 == 0 ? 30 : 200);
  run_in(of_all, 60);
  run_in(ttg::get_default_world(), 50);
  if (rank % 2 == 0) run_in(of_half, 40);
  of_half.impl().destroy();
  ttg::finalize();

  int is_finalized = 1;
  MPI_Finalized(&is_finalized);
  if (is_finalized != 0) std::fprintf(stderr, "lives: MPI is finalized, which was the program's\n"), std::abort();
  long one = 1, all = 0;
  MPI_Allreduce(&one, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_free(&half);
  MPI_Finalize();
  return all == size ? 0 : 1;
}
