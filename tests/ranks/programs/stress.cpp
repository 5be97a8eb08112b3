// usage: stress SEED ROUNDS: graphs whose key maps, sizes and terminals come from a seed. Each message's value is checked where it
// arrives; the sums of all are compared after each fence.
#include "check.h"

#include <random>

namespace {

std::uint64_t mix(std::uint64_t x) {
  x ^= x >> 33;
  x *= 0xff51afd7ed558ccdull;
  return x ^ x >> 33;
}
using Key = std::pair<int, int>;  // round, number

// Mostly small ones; some cross each border of the protocol, up to 3 MiB.
std::size_t size_of(std::uint64_t seed, int number) {
  constexpr std::size_t sizes[] = {0, 1, 3, 20, 100, 1000, 1023, 1024, 1025, 3000, 4000, 6000, 100000, 393216};
  const std::uint64_t x = mix(seed * 31 + static_cast<std::uint64_t>(number));
  return sizes[x % 8 != 0 ? x % 6 : (x >> 8) % 14];
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t seed = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1;
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 10;
  ttg::initialize(argc, argv);
  const int size = ttg::size();
  constexpr int messages = 300;
  ttg::Edge<Key, std::vector<double>> large("large");
  ttg::Edge<Key, int> small("small");
  ttg::Edge<Key, long> total("total");
  std::atomic<long> joined{0}, wrong{0}, sums{0}, ended{0};

  auto make = ttg::make_tt<Key>(
      [&](const Key& k, std::tuple<ttg::Out<Key, std::vector<double>>, ttg::Out<Key, int>>& outs) {
        for (int i = k.second; i < messages; i += 7) {
          const Key to{k.first, i};
          if (i % 2 == 0) ttg::send<1>(to, 3 * i, outs);
          ttg::send<0>(to, std::vector<double>(size_of(seed + static_cast<std::uint64_t>(k.first), i), 0.5 * i), outs);
          if (i % 2 != 0) ttg::send<1>(to, 3 * i, outs);
        }
      },
      ttg::edges(), ttg::edges(large, small), "make");
  auto join = ttg::make_tt(
      [&](const Key& k, std::vector<double>&& v, const int& n, std::tuple<ttg::Out<Key, long>>& outs) {
        wrong += n != 3 * k.second || v.size() != size_of(seed + static_cast<std::uint64_t>(k.first), k.second);
        for (const double x : v) wrong += x != 0.5 * k.second;
        ++joined;
        ttg::send<0>(Key{k.first, k.second % 5}, static_cast<long>(k.second), outs);
      },
      ttg::edges(large, small), ttg::edges(total), "join");
  auto end = ttg::make_tt([&](const Key&, const long& sum) { sums += sum, ++ended; }, ttg::edges(total), ttg::edges(), "end");
  end->set_input_reducer<0>([](long& a, const long& b) { a += b; }, messages / 5);
  const auto anywhere = [size, seed](std::uint64_t salt) {
    return [size, seed, salt](const Key& k) {
      return static_cast<int>(mix(seed ^ salt ^ static_cast<std::uint64_t>(k.first) << 20 ^ static_cast<std::uint64_t>(k.second)) %
                              static_cast<std::uint64_t>(size));
    };
  };
  make->set_keymap(anywhere(1));
  join->set_keymap(anywhere(2));
  end->set_keymap(anywhere(3));
  ttg::make_graph_executable(make);
  for (int round = 0; round < rounds; ++round) {
    if (mix(seed + static_cast<std::uint64_t>(round)) % 3 == 0 && ttg::rank() == round % size)  // it comes late
      std::this_thread::sleep_for(std::chrono::milliseconds(3));
    if (ttg::rank() == (round + 1) % size)
      for (int i = 0; i < 7; ++i) make->invoke(Key{round, i});
    ttg::execute();
    ttg::fence();
    const long n = round + 1;
    CHECK(sum_of(wrong) == 0);
    CHECK(sum_of(joined) == n * messages);
    CHECK(sum_of(ended) == n * 5);
    CHECK(sum_of(sums) == n * messages * (messages - 1) / 2);
  }
  ttg::finalize();
}
