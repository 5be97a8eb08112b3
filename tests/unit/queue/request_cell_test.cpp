// The request cell: each transition, the wrap of rounds, and all interleavings of two thieves (who look, then write)
// with a victim. Thieves' looks and writes are the steps, so slow thieves with old looks are among them.
#include "core/queue/request_cell.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace xomp::queue {
namespace {

constexpr RequestCell::Round kLastRound = (RequestCell::Round{1} << RequestCell::kRoundBits) - 1;
constexpr RequestCell::Thief kNobody = RequestCell::kNobody;

TEST(RequestCell, NobodyAsksAtFirst) {
  const RequestCell cell;
  EXPECT_EQ(cell.pending(), kNobody);
  EXPECT_TRUE(cell.look().open);
  EXPECT_FALSE(cell.closed());
}

TEST(RequestCell, OneRequestARound) {
  for (const RequestCell::Round first : {RequestCell::Round{1}, RequestCell::Round{0}, kLastRound - 1, kLastRound}) {
    RequestCell cell(first);
    for (int i = 0; i < 4; ++i) {
      RequestCell::Round asked = 77, other = 77;
      ASSERT_TRUE(cell.try_request(5, asked));
      EXPECT_EQ(asked, (first + static_cast<unsigned>(i)) & kLastRound);
      EXPECT_FALSE(cell.try_request(6, other));
      EXPECT_EQ(other, 77u);
      EXPECT_EQ(cell.pending(), 5u);
      EXPECT_EQ(cell.pending(), 5u) << "until it advances";
      EXPECT_FALSE(cell.answered(asked));
      cell.advance();
      EXPECT_TRUE(cell.answered(asked));
      EXPECT_EQ(cell.pending(), kNobody);
    }
  }
}

TEST(RequestCell, LargestNumbers) {
  RequestCell cell(kLastRound);
  RequestCell::Round asked;
  ASSERT_TRUE(cell.try_request(kNobody - 1, asked));
  EXPECT_EQ(asked, kLastRound);
  EXPECT_EQ(cell.pending(), kNobody - 1);
  cell.advance();
  ASSERT_TRUE(cell.try_request(0, asked));
  EXPECT_EQ(asked, 0u);
  EXPECT_EQ(cell.pending(), 0u);
}

TEST(RequestCell, AClosedCellTakesNoRequest) {
  for (const RequestCell::Round first : {RequestCell::Round{1}, kLastRound}) {
    RequestCell cell(first);
    RequestCell::Round asked = 0, other = 0;
    ASSERT_TRUE(cell.try_request(3, asked));
    cell.close();
    EXPECT_TRUE(cell.closed());
    EXPECT_TRUE(cell.answered(asked)) << "refused";
    EXPECT_EQ(cell.pending(), kNobody);
    EXPECT_FALSE(cell.try_request(4, other));
    cell.repeat_request(3, asked);
    EXPECT_EQ(cell.pending(), kNobody);
    cell.close();  // again: nothing happens
    EXPECT_TRUE(cell.closed());
    cell.open();
    EXPECT_FALSE(cell.closed());
    cell.open();
    ASSERT_TRUE(cell.try_request(4, other));
    EXPECT_EQ(cell.pending(), 4u);
    cell.open();  // was not closed: the request stays
    EXPECT_EQ(cell.pending(), 4u);
  }
}

TEST(RequestCell, ASlowThiefsOldRequestIsNotValidAndTheOverwrittenOneIsRepeated) {
  RequestCell cell;
  const RequestCell::Look old = cell.look();
  cell.advance();
  RequestCell::Round asked;
  ASSERT_TRUE(cell.try_request(2, asked));
  cell.request(1, old);  // overwrites it
  EXPECT_EQ(cell.pending(), kNobody);
  EXPECT_FALSE(cell.answered(asked));
  cell.repeat_request(2, asked);
  EXPECT_EQ(cell.pending(), 2u);
  cell.repeat_request(2, asked);  // is there
  EXPECT_EQ(cell.pending(), 2u);
  cell.advance();
  cell.repeat_request(2, asked);  // answered: not in the next round
  EXPECT_EQ(cell.pending(), kNobody);
}

TEST(RequestCell, ASlowThiefMayOpenAClosedCellAndItCloses) {
  RequestCell cell;
  const RequestCell::Look old = cell.look();
  cell.close();
  cell.request(1, old);
  EXPECT_FALSE(cell.closed());
  EXPECT_EQ(cell.pending(), kNobody);
  RequestCell::Round asked;
  EXPECT_TRUE(cell.try_request(2, asked));
  cell.close();
  EXPECT_TRUE(cell.closed());
  EXPECT_TRUE(cell.answered(asked));
}

// Plays one interleaving and checks what must hold after every step.
class Play {
 public:
  // `victim`: what it does at its steps, one letter each: s = serve if asked, a = advance, c = close, o = open.
  Play(RequestCell::Round first, const char* victim) : cell_(first), victim_(victim) {}

  void thief_step(std::uint32_t n) {
    Thief& me = thieves_[n];
    if (!me.looked) {
      me.seen = cell_.look();
      me.looked = true;
    } else {
      me.looked = false;
      if (me.seen.open) {
        cell_.request(n, me.seen);
        me.asked.push_back(me.seen.round);
        valid_ = me.seen.round == round_ ? n : kNobody;
      }
    }
    check();
  }
  void victim_step() {
    switch (*victim_++) {
      case 's':
        if (valid_ != kNobody) {
          ++served_;
          move();
        }
        break;
      case 'a': move(); break;
      case 'c':
        if (!cell_.closed()) {
          round_ = (round_ + 1) & kLastRound;
          cell_.close();
          valid_ = kNobody;
        }
        EXPECT_TRUE(cell_.closed());
        break;
      case 'o':
        if (cell_.closed()) {
          round_ = (round_ + 1) & kLastRound;
          cell_.open();
        }
        break;
      default: FAIL();
    }
    check();
  }
  // Whatever happened, a thief that asks now is heard.
  void finish() {
    cell_.open();
    if (cell_.pending() != kNobody) cell_.advance();
    RequestCell::Round asked;
    EXPECT_TRUE(cell_.try_request(9, asked));
    EXPECT_EQ(cell_.pending(), 9u);
    EXPECT_LE(served_, thieves_[0].asked.size() + thieves_[1].asked.size());
  }

 private:
  struct Thief {
    bool looked = false;
    RequestCell::Look seen{};
    std::vector<RequestCell::Round> asked;
  };
  void move() {
    cell_.advance();
    round_ = (round_ + 1) & kLastRound;
    valid_ = kNobody;
  }
  void check() {
    // A request is pending exactly if the last write was one of the present round, and its thief is named.
    EXPECT_EQ(cell_.pending(), valid_);
    EXPECT_EQ(cell_.look().round, round_);
    EXPECT_EQ(cell_.look().open, valid_ == kNobody && !cell_.closed());
    for (const Thief& thief : thieves_)
      if (!thief.asked.empty()) {
        EXPECT_EQ(cell_.answered(thief.asked.back()), thief.asked.back() != round_);
      }
  }

  RequestCell cell_;
  const char* victim_;
  std::array<Thief, 2> thieves_;
  RequestCell::Round round_ = cell_.look().round;
  RequestCell::Thief valid_ = kNobody;
  std::size_t served_ = 0;
};

TEST(RequestCell, AllInterleavings) {
  for (const char* victim : {"ssss", "sasa", "csos", "cocs", "scco"}) {
    for (const RequestCell::Round first : {RequestCell::Round{1}, kLastRound - 1}) {
      SCOPED_TRACE(::testing::Message() << victim << " from " << first);
      int played = 0;
      std::string actors = "00001111vvvv";  // of each step: a thief's number, or the victim
      do {
        SCOPED_TRACE(actors);
        Play play(first, victim);
        for (const char actor : actors) {
          if (actor == 'v') {
            play.victim_step();
          } else {
            play.thief_step(static_cast<std::uint32_t>(actor - '0'));
          }
        }
        play.finish();
        ++played;
      } while (std::next_permutation(actors.begin(), actors.end()) && !HasFailure());
      EXPECT_EQ(played, 34650);  // 12! / (4! 4! 4!)
    }
  }
}

}  // namespace
}  // namespace xomp::queue
