// Handover words under several victims at once: what was accepted is taken, once, with what its victim wrote into it.
#include "core/queue/handover_word.h"

#include <gtest/gtest.h>

#include <array>
#include <thread>
#include <vector>

#include "stress/engine.h"

namespace xomp::queue {
namespace {

using testing::kScale;

struct Item {
  int value = 0;  // plain: written by the victim before the hand-over, by the owner after it
};

// Waits for the others without sleeping, so that all go on at the same moment.
void meet(atomic<int>& arrived, int all) {
  arrived.fetch_add(1, acq_rel);
  for (int polls = 0; arrived.load(acquire) < all; ++polls)
    if (polls % 1024 == 1023) std::this_thread::yield();
}

// The owner of many words empties them; then it and the others, as victims, meet over word after word.
TEST(HandoverWord, NoItemIsOverwritten) {
  constexpr std::size_t kWords = 256;
  const int rounds = 8'000 / kScale;
  for (std::size_t victims : {2u, 4u}) {
    std::array<HandoverWord<Item>, kWords> words;
    atomic<int> arrived{0};
    std::vector<std::vector<Item>> items(victims);
    std::vector<std::size_t> accepted(victims);
    std::size_t taken = 0;
    std::vector<std::thread> threads;
    for (std::size_t v = 0; v < victims; ++v) {
      items[v].resize(kWords * static_cast<std::size_t>(rounds) + 1);
      threads.emplace_back([&, v] {
        const int all = static_cast<int>(victims);
        for (int round = 0; round < rounds; ++round) {
          meet(arrived, (2 * round + 1) * all);
          const bool hands_over = v != 0 || round % 2 == 0;  // in the other rounds it only takes, beside the victims
          for (std::size_t w = 0; w < kWords && hands_over; ++w) {
            Item& item = items[v][accepted[v]];
            item.value = 1;
            if (words[w].try_hand_over(&item)) ++accepted[v];
          }
          if (v == 0)
            for (HandoverWord<Item>& word : words)
              if (Item* item = word.take()) {
                EXPECT_EQ(item->value, 1);
                item->value = 2;
                ++taken;
              }
          meet(arrived, (2 * round + 2) * all);
        }
      });
    }
    for (std::thread& t : threads) t.join();
    for (HandoverWord<Item>& word : words)
      if (Item* item = word.take()) {
        item->value = 2;
        ++taken;
      }
    std::size_t all = 0;
    for (std::size_t v = 0; v < victims; ++v) {
      all += accepted[v];
      for (std::size_t i = 0; i < accepted[v]; ++i) ASSERT_EQ(items[v][i].value, 2) << v << ": " << i;
    }
    EXPECT_EQ(taken, all);
  }
}

}  // namespace
}  // namespace xomp::queue
