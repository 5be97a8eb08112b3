// Several ranks of ttg.h in one process, over the transport that puts messages off and delivers them in another order: values of
// all sizes, streams, broadcasts, pulls, failures, fences. And the parts of the exchange alone.
#define XOMP_TTG_RANKS 1
#include <ttg.h>

#include <gtest/gtest.h>

#include <atomic>
#include <bit>
#include <cstdlib>
#include <functional>
#include <memory>
#include <numeric>
#include <span>
#include <thread>
#include <vector>

#include "scale.h"
#include "ttg/ranks/transport/loop_back.h"

namespace {

using ttg::ranks::LoopBack;
using xomp::testing::kScale;

void begin_once() {
  static bool is_begun = false;
  if (!std::exchange(is_begun, true)) ttg::initialize(0, nullptr, 2);
}

template <int ranks>
class RanksOf : public testing::TestWithParam<int> {
 protected:
  static constexpr int kRanks = ranks;
  static void SetUpTestSuite() {
    begin_once();
  }
  void SetUp() override {
    ttg::diagnose_off();
    net_ = std::make_unique<LoopBack>(kRanks, static_cast<std::uint64_t>(GetParam()) * 0x9e3779b97f4a7c15u);
    for (int r = 0; r < kRanks; ++r) {
      worlds_.emplace_back(std::make_shared<ttg::base::WorldImplBase>());
      worlds_.back().impl().link().open(net_->transport(r));
    }
  }
  void TearDown() override {
    each([](int, ttg::World world) { world.impl().destroy(); });
    ttg::set_default_world(first_);
  }
  // Calls what each rank does by a thread of its own.
  template <class What>
  void each(What what) {
    std::vector<std::thread> threads;
    for (int r = 0; r < kRanks; ++r) threads.emplace_back([&, r] { what(r, worlds_[static_cast<std::size_t>(r)]); });
    for (std::thread& t : threads) t.join();
  }
  // Makes the graph of each rank.
  template <class Make>
  void make_all(Make make) {
    for (int r = 0; r < kRanks; ++r) {
      ttg::set_default_world(worlds_[static_cast<std::size_t>(r)]);
      make(r);
    }
  }
  std::unique_ptr<LoopBack> net_;
  std::vector<ttg::World> worlds_;
  ttg::World first_ = ttg::get_default_world();
};
using Ranks = RanksOf<3>;

using Key = std::pair<int, int>;

TEST_P(Ranks, PassValuesOfAllSizesAround) {
  std::atomic<int> ended{0}, wrong{0};
  const std::vector<std::size_t> sizes{0, 1, 100, 1023, 1025, 3000, 20000};
  const auto make = [&](int) {
    ttg::Edge<Key, std::vector<double>> edge("edge");
    auto tt = ttg::make_tt(
        [&](const Key& key, std::vector<double>&& v, std::tuple<ttg::Out<Key, std::vector<double>>>& outs) {
          if (v != std::vector<double>(sizes[static_cast<std::size_t>(key.first)], 0.5)) ++wrong;
          if (key.second == 12) ++ended;
          else ttg::send<0>(Key{key.first, key.second + 1}, std::move(v), outs);
        },
        ttg::edges(edge), ttg::edges(edge), "pass");
    tt->set_keymap([](const Key& key) { return (key.first + key.second) % kRanks; });
    return tt;
  };
  std::vector<decltype(make(0))> tts;
  make_all([&](int r) { tts.push_back(make(r)); });
  each([&](int r, ttg::World world) {
    auto& tt = tts[static_cast<std::size_t>(r)];
    ttg::make_graph_executable(tt);
    if (r == 0)
      for (std::size_t i = 0; i < sizes.size(); ++i)
        tt->invoke(Key{static_cast<int>(i), 0}, std::vector<double>(sizes[i], 0.5));
    world.impl().fence();
    EXPECT_EQ(ended, static_cast<int>(sizes.size()));
    world.impl().fence();
  });
  EXPECT_EQ(wrong, 0);
}

// Open streams that are closed right after their last value, large ones among them; and broadcasts of one value to all ranks.
TEST_P(Ranks, CloseStreamsAfterWhatWasSentBefore) {
  constexpr int keys = 9, items = 12;
  std::atomic<long> sum{0};
  std::atomic<int> ended{0};
  using Value = std::vector<long>;
  const auto make = [&](int) {
    ttg::Edge<int, Value> values("values");
    ttg::Edge<int, Value> all("all");
    auto feed = ttg::make_tt<int>(
        [&](const int& key, std::tuple<ttg::Out<int, Value>, ttg::Out<int, Value>>& outs) {
          for (int i = 0; i < items; ++i)
            ttg::send<0>(key, Value(i % 3 == 0 ? 2000 : 1, i), outs);
          ttg::finalize<0>(key, outs);
          std::vector<int> targets(keys);
          std::iota(targets.begin(), targets.end(), 0);
          if (key == 0) ttg::broadcast<1>(targets, Value(1500, 1), outs);
        },
        ttg::edges(), ttg::edges(values, all), "feed");
    auto add = ttg::make_tt([&](const int&, const Value& v) { sum += v[0], ++ended; }, ttg::edges(values), ttg::edges(), "add");
    add->set_input_reducer<0>([](Value& a, const Value& b) { a[0] += b[0]; });
    auto take = ttg::make_tt([&](const int&, const Value& v) { ended += static_cast<int>(v[1499]); }, ttg::edges(all), ttg::edges(), "take");
    feed->set_keymap([](const int& k) { return (k + 1) % kRanks; });
    return std::make_tuple(std::move(feed), std::move(add), std::move(take));
  };
  std::vector<decltype(make(0))> graphs;
  make_all([&](int r) { graphs.push_back(make(r)); });
  each([&](int r, ttg::World world) {
    auto& feed = std::get<0>(graphs[static_cast<std::size_t>(r)]);
    ttg::make_graph_executable(feed);
    if (r == 2)
      for (int k = 0; k < keys; ++k) feed->invoke(k);
    world.impl().fence();
  });
  EXPECT_EQ(ended, 2 * keys);
  EXPECT_EQ(sum, static_cast<long>(keys) * items * (items - 1) / 2);
}

// A rank that has left a fence sends at once to others that are still in it: their tasks count in the next one.
TEST_P(Ranks, KeepEpochsApart) {
  constexpr int epochs = 40;
  std::atomic<int> ran[epochs] = {};
  const auto make = [&](int) {
    ttg::Edge<Key, int> left("left"), right("right");
    auto tt = ttg::make_tt([&](const Key& k, const int&, const int&) { ++ran[k.first]; }, ttg::edges(left, right), ttg::edges(), "meet");
    tt->set_keymap([](const Key& k) { return k.second % kRanks; });
    return tt;
  };
  std::vector<decltype(make(0))> tts;
  make_all([&](int r) { tts.push_back(make(r)); });
  testing::internal::CaptureStderr();
  each([&](int r, ttg::World world) {
    auto& tt = tts[static_cast<std::size_t>(r)];
    ttg::make_graph_executable(tt);
    for (int e = 0; e < epochs; ++e) {
      for (int k = 0; k < 6; ++k) {  // each input comes from another rank
        if (r == k % kRanks) tt->template in<0>()->send(Key{e, k + 1}, 1);
        if (r == (k + 1) % kRanks) tt->template in<1>()->send(Key{e, k + 1}, 1);
      }
      world.impl().fence();
      EXPECT_EQ(ran[e], 6);
    }
  });
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_EQ(said.find("never got"), std::string::npos) << said;
}

TEST_P(Ranks, SumBroadcastAndFail) {
  const auto make = [&](int) {
    ttg::Edge<int, void> edge("edge");
    auto tt = ttg::make_tt([](const int& k) { if (k == 4) throw std::runtime_error("four"); }, ttg::edges(edge), ttg::edges(), "throws");
    tt->set_keymap([](const int& k) { return k % kRanks; });
    return tt;
  };
  std::vector<decltype(make(0))> tts;
  make_all([&](int r) { tts.push_back(make(r)); });
  std::atomic<int> thrown{0};
  each([&](int r, ttg::World world) {
    auto& tt = tts[static_cast<std::size_t>(r)];
    ttg::make_graph_executable(tt);
    double sum = r + 1;
    ttg::ttg_sum(world, sum);
    EXPECT_EQ(sum, 6);
    std::string text = r == 1 ? "from one" : "";
    ttg::ttg_broadcast(world, text, 1);
    EXPECT_EQ(text, "from one");
    if (r == 0)
      for (int k = 0; k < 9; ++k) tt->invoke(k);
    try {
      world.impl().fence();
    } catch (const std::runtime_error& e) {
      EXPECT_NE(std::string(e.what()).find("four"), std::string::npos);
      ++thrown;
    }
    world.impl().fence();
  });
  EXPECT_EQ(thrown, kRanks);
}

TEST_P(Ranks, PullValuesOfOthers) {
  std::atomic<int> ended{0}, wrong{0};
  const auto make = [&](int r) {
    const auto value = [r](const int& k) { return std::vector<int>(static_cast<std::size_t>(k) * 300, r); };
    ttg::Edge<int, std::vector<int>> pulled("pulled", true, {value, [](const int& k) { return k; }, [](const int& k) { return k % kRanks; }});
    ttg::Edge<int, int> pushed("pushed");
    auto tt = ttg::make_tt(
        [&](const int& k, const int& p, const std::vector<int>& v) {
          wrong += p != k || v != std::vector<int>(static_cast<std::size_t>(k) * 300, k % kRanks);
          ++ended;
        },
        ttg::edges(pushed, pulled), ttg::edges(), "pull");
    tt->set_keymap([](const int& k) { return k / 2 % kRanks; });
    return tt;
  };
  std::vector<decltype(make(0))> tts;
  make_all([&](int r) { tts.push_back(make(r)); });
  each([&](int r, ttg::World world) {
    auto& tt = tts[static_cast<std::size_t>(r)];
    ttg::make_graph_executable(tt);
    if (r == 1)
      for (int k = 0; k < 20; ++k) tt->template in<0>()->send(k, k);
    world.impl().fence();
  });
  EXPECT_EQ(ended, 20);
  EXPECT_EQ(wrong, 0);
}

// A value whose reading fails: all ranks are told, the sender lets go of its memory, and the worlds end.
struct Unreadable {
  ttg::Buffer<char> data;
  template <class Archive>
  void serialize(Archive& ar) {
    ar & data;
    if constexpr (ttg::detail::is_input_archive_v<Archive>) throw std::runtime_error("cannot be read");
  }
};
TEST_P(Ranks, RefuseWhatCannotBeRead) {
  const auto make = [&](int) {
    ttg::Edge<int, Unreadable> edge("edge");
    auto tt = ttg::make_tt([](const int&, const Unreadable&) {}, ttg::edges(edge), ttg::edges(), "takes");
    tt->set_keymap([](const int& k) { return k % kRanks; });
    return tt;
  };
  std::vector<decltype(make(0))> tts;
  make_all([&](int) { tts.push_back(make(0)); });
  std::atomic<int> thrown{0};
  each([&](int r, ttg::World world) {
    auto& tt = tts[static_cast<std::size_t>(r)];
    ttg::make_graph_executable(tt);
    if (r == 0) {
      Unreadable large;
      large.data.reset(50'000);
      tt->invoke(1, std::move(large));
    }
    try {
      world.impl().fence();
    } catch (const std::runtime_error& e) {
      EXPECT_NE(std::string(e.what()).find("cannot be read"), std::string::npos);
      ++thrown;
    }
    world.impl().fence();
  });
  EXPECT_EQ(thrown, kRanks);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Ranks, testing::Range(1, kScale == 1 ? 5 : 3));

// --- one value for many ranks ---

struct ManyRanks : RanksOf<6> {
  void SetUp() override {
    setenv("XOMP_TTG_TREE_RANKS", GetParam() % 2 == 0 ? "1" : "8", 1);  // before the ranks read it
    RanksOf<6>::SetUp();
    unsetenv("XOMP_TTG_TREE_RANKS");
  }
};
struct Written {
  std::vector<long> data;
  Written() = default;
  Written(std::size_t count, long value) : data(count, value) {}
  template <class Archive>
  void serialize(Archive& ar) {
    ar & data;
  }
  long& operator[](std::size_t i) { return data[i]; }
  long operator[](std::size_t i) const { return data[i]; }
};

template <class Value, int ranks, class Make, class Each>
void send_to_all(std::size_t count, Make make_all, Each each, std::atomic<long>& sum) {
  const auto make = [&](int) {
    ttg::Edge<int, Value> a("a"), b("b"), c("c");
    auto reads = ttg::make_tt([&](const int&, const Value& v) { sum += v[0]; }, ttg::edges(a), ttg::edges(), "reads");
    auto writes = ttg::make_tt([&](const int& k, Value&& v) { v[0] += k, sum += v[0]; }, ttg::edges(b), ttg::edges(), "writes");
    auto late = ttg::make_tt([&](const int&, const Value& v) { sum += v[0]; }, ttg::edges(c), ttg::edges(), "reads late");
    auto begin = ttg::make_tt<int>(
        [count](const int&, std::tuple<ttg::Out<int, Value>, ttg::Out<int, Value>, ttg::Out<int, Value>>& outs) {
          std::vector<int> keys(2 * ranks);
          std::iota(keys.begin(), keys.end(), 0);
          ttg::broadcast<0, 1, 2>(std::make_tuple(keys, keys, keys), Value(count, 100), outs);
        },
        ttg::edges(), ttg::edges(a, b, c), "begin");
    return std::make_tuple(std::move(reads), std::move(writes), std::move(late), std::move(begin));
  };
  std::vector<decltype(make(0))> graphs;
  make_all([&](int r) { graphs.push_back(make(r)); });
  std::atomic<std::uint64_t> piece_bytes{0};
  each([&](int r, ttg::World world) {
    auto& begin = std::get<3>(graphs[static_cast<std::size_t>(r)]);
    begin->set_keymap([](const int& k) { return k % ranks; });
    ttg::make_graph_executable(begin);
    if (r == 0) begin->invoke(2);  // rank 2 is the root
    world.impl().fence();
    piece_bytes += world.impl().link().exchange()->transport().piece_bytes_sent;
    world.impl().fence();
  });
  EXPECT_EQ(sum, 3 * 2 * ranks * 100 + 2 * ranks * (2 * ranks - 1) / 2);
  if (count * sizeof(long) > 24 * 1024) {  // it went by itself, to each rank once
    const std::uint64_t least = (ranks - 1) * count * sizeof(long);
    EXPECT_GE(piece_bytes, least);
    EXPECT_LT(piece_bytes, least + (ranks - 1) * 1024);
  }
}
TEST_P(ManyRanks, GetOneValueOnceEach) {
  std::atomic<long> sum{0};
  const std::size_t count = std::size_t{1} << (GetParam() * 4 % 17);
  send_to_all<std::vector<long>, kRanks>(count, [&](auto make) { make_all(make); }, [&](auto what) { each(what); }, sum);
}
TEST_P(ManyRanks, GetOneWrittenValueOnceEach) {
  std::atomic<long> sum{0};
  const std::size_t count = std::size_t{1} << (GetParam() * 4 % 17);
  send_to_all<Written, kRanks>(count, [&](auto make) { make_all(make); }, [&](auto what) { each(what); }, sum);
}
INSTANTIATE_TEST_SUITE_P(Seeds, ManyRanks, testing::Range(1, kScale == 1 ? 9 : 5));

// --- parts ---

TEST(Spread, ReachesEachRankOnceInFewSteps) {
  using ttg::ranks::Part;
  for (std::uint32_t ranks = 1; ranks < 70; ++ranks) {
    std::vector<Part> parts(ranks);
    for (std::uint32_t r = 0; r < ranks; ++r) parts[r] = {{{}, r}, nullptr};
    std::vector<int> times(ranks, 0);
    int longest = 0;
    const std::function<void(std::span<const Part>, int)> go = [&](std::span<const Part> rest, int step) {
      ttg::ranks::for_each_branch(rest, [&](std::span<const Part> branch) {
        ++step;
        ++times[branch.front().head.rank];
        longest = std::max(longest, step);
        go(branch.subspan(1), step);
      });
    };
    go(parts, 0);
    EXPECT_EQ(times, std::vector<int>(ranks, 1));
    EXPECT_LE(longest, static_cast<int>(std::bit_width(ranks)));
  }
}

TEST(Inbox, DealsWithBatchesInTheirOrderOnceAndInTheirEpoch) {
  ttg::ranks::Inbox inbox;
  std::vector<int> seen;
  const auto handle = [&](ttg::ranks::Reader r) { seen.push_back(r.get<int>()); };
  const auto come = [&](std::uint64_t sequence, std::uint64_t epoch, std::uint64_t now) {
    ttg::ranks::Bytes batch;
    batch.put(ttg::ranks::BatchHeader{sequence, epoch, 0});
    batch.put(static_cast<int>(sequence));
    return inbox.take(batch.data(), batch.size(), now, true, handle);
  };
  EXPECT_TRUE(come(2, 0, 0));
  EXPECT_TRUE(seen.empty());
  EXPECT_FALSE(come(2, 0, 0));
  EXPECT_TRUE(come(1, 0, 0));
  EXPECT_EQ(seen, (std::vector<int>{1, 2}));
  EXPECT_FALSE(come(1, 0, 0));
  EXPECT_TRUE(come(3, 1, 0));
  EXPECT_EQ(seen.size(), 2u);
  EXPECT_TRUE(inbox.go_on(1, true, handle));
  EXPECT_EQ(seen.size(), 3u);
  EXPECT_EQ(inbox.owed, 3u);
}

TEST(FourCounters, EndAfterTwoEqualWaves) {
  ttg::ranks::FourCounters c;
  EXPECT_FALSE(c.take(3, 3));
  EXPECT_FALSE(c.take(4, 4));
  EXPECT_FALSE(c.take(5, 4));
  EXPECT_FALSE(c.take(5, 4));
  EXPECT_FALSE(c.take(5, 5));
  EXPECT_TRUE(c.take(5, 5));
  // The next fence: nothing was sent; the one after: something was.
  EXPECT_TRUE(c.take(5, 5));
  EXPECT_FALSE(c.take(6, 6));
  EXPECT_TRUE(c.take(6, 6));
}

}  // namespace
