// The mailbox: each transition, the wrap of rounds, and all interleavings of two thieves (who look, then write)
// with a victim. Thieves' looks and writes are the steps, so slow thieves with old looks are among them.
#include "core/queue/mailbox.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace xomp::queue {
namespace {

constexpr Mailbox::Round kLastRound = (Mailbox::Round{1} << Mailbox::kRoundBits) - 1;
constexpr Mailbox::Thief kNobody = Mailbox::kNobody;

TEST(Mailbox, NobodyAsksAtFirst) {
  const Mailbox mailbox;
  EXPECT_EQ(mailbox.pending(), kNobody);
  EXPECT_TRUE(mailbox.look().open);
  EXPECT_FALSE(mailbox.closed());
}

TEST(Mailbox, OneRequestARound) {
  for (const Mailbox::Round first : {Mailbox::Round{1}, Mailbox::Round{0}, kLastRound - 1, kLastRound}) {
    Mailbox mailbox(first);
    for (int i = 0; i < 4; ++i) {
      Mailbox::Round asked = 77, other = 77;
      ASSERT_TRUE(mailbox.try_request(5, asked));
      EXPECT_EQ(asked, (first + static_cast<unsigned>(i)) & kLastRound);
      EXPECT_FALSE(mailbox.try_request(6, other));
      EXPECT_EQ(other, 77u);
      EXPECT_EQ(mailbox.pending(), 5u);
      EXPECT_EQ(mailbox.pending(), 5u) << "until it advances";
      EXPECT_FALSE(mailbox.answered(asked));
      mailbox.advance();
      EXPECT_TRUE(mailbox.answered(asked));
      EXPECT_EQ(mailbox.pending(), kNobody);
    }
  }
}

TEST(Mailbox, LargestNumbers) {
  Mailbox mailbox(kLastRound);
  Mailbox::Round asked;
  ASSERT_TRUE(mailbox.try_request(kNobody - 1, asked));
  EXPECT_EQ(asked, kLastRound);
  EXPECT_EQ(mailbox.pending(), kNobody - 1);
  mailbox.advance();
  ASSERT_TRUE(mailbox.try_request(0, asked));
  EXPECT_EQ(asked, 0u);
  EXPECT_EQ(mailbox.pending(), 0u);
}

TEST(Mailbox, AClosedMailboxTakesNoRequest) {
  for (const Mailbox::Round first : {Mailbox::Round{1}, kLastRound}) {
    Mailbox mailbox(first);
    Mailbox::Round asked = 0, other = 0;
    ASSERT_TRUE(mailbox.try_request(3, asked));
    mailbox.close();
    EXPECT_TRUE(mailbox.closed());
    EXPECT_TRUE(mailbox.answered(asked)) << "refused";
    EXPECT_EQ(mailbox.pending(), kNobody);
    EXPECT_FALSE(mailbox.try_request(4, other));
    mailbox.repeat_request(3, asked);
    EXPECT_EQ(mailbox.pending(), kNobody);
    mailbox.close();  // again: nothing happens
    EXPECT_TRUE(mailbox.closed());
    mailbox.open();
    EXPECT_FALSE(mailbox.closed());
    mailbox.open();
    ASSERT_TRUE(mailbox.try_request(4, other));
    EXPECT_EQ(mailbox.pending(), 4u);
    mailbox.open();  // was not closed: the request stays
    EXPECT_EQ(mailbox.pending(), 4u);
  }
}

TEST(Mailbox, ASlowThiefsOldRequestIsNotValidAndTheOverwrittenOneIsRepeated) {
  Mailbox mailbox;
  const Mailbox::Look old = mailbox.look();
  mailbox.advance();
  Mailbox::Round asked;
  ASSERT_TRUE(mailbox.try_request(2, asked));
  mailbox.request(1, old);  // overwrites it
  EXPECT_EQ(mailbox.pending(), kNobody);
  EXPECT_FALSE(mailbox.answered(asked));
  mailbox.repeat_request(2, asked);
  EXPECT_EQ(mailbox.pending(), 2u);
  mailbox.repeat_request(2, asked);  // is there
  EXPECT_EQ(mailbox.pending(), 2u);
  mailbox.advance();
  mailbox.repeat_request(2, asked);  // answered: not in the next round
  EXPECT_EQ(mailbox.pending(), kNobody);
}

TEST(Mailbox, ASlowThiefMayOpenAClosedMailboxAndItCloses) {
  Mailbox mailbox;
  const Mailbox::Look old = mailbox.look();
  mailbox.close();
  mailbox.request(1, old);
  EXPECT_FALSE(mailbox.closed());
  EXPECT_EQ(mailbox.pending(), kNobody);
  Mailbox::Round asked;
  EXPECT_TRUE(mailbox.try_request(2, asked));
  mailbox.close();
  EXPECT_TRUE(mailbox.closed());
  EXPECT_TRUE(mailbox.answered(asked));
}

// Plays one interleaving and checks what must hold after every step.
class Play {
 public:
  // `victim`: what it does at its steps, one letter each: s = serve if asked, a = advance, c = close, o = open.
  Play(Mailbox::Round first, const char* victim) : word_(first), victim_(victim) {}

  void thief_step(std::uint32_t n) {
    Thief& me = thieves_[n];
    if (!me.looked) {
      me.seen = word_.look();
      me.looked = true;
    } else {
      me.looked = false;
      if (me.seen.open) {
        word_.request(n, me.seen);
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
        if (!word_.closed()) {
          round_ = (round_ + 1) & kLastRound;
          word_.close();
          valid_ = kNobody;
        }
        EXPECT_TRUE(word_.closed());
        break;
      case 'o':
        if (word_.closed()) {
          round_ = (round_ + 1) & kLastRound;
          word_.open();
        }
        break;
      default: FAIL();
    }
    check();
  }
  // Whatever happened, a thief that asks now is heard.
  void finish() {
    word_.open();
    if (word_.pending() != kNobody) word_.advance();
    Mailbox::Round asked;
    EXPECT_TRUE(word_.try_request(9, asked));
    EXPECT_EQ(word_.pending(), 9u);
    EXPECT_LE(served_, thieves_[0].asked.size() + thieves_[1].asked.size());
  }

 private:
  struct Thief {
    bool looked = false;
    Mailbox::Look seen{};
    std::vector<Mailbox::Round> asked;
  };
  void move() {
    word_.advance();
    round_ = (round_ + 1) & kLastRound;
    valid_ = kNobody;
  }
  void check() {
    // A request is pending exactly if the last write was one of the present round, and its thief is named.
    EXPECT_EQ(word_.pending(), valid_);
    EXPECT_EQ(word_.look().round, round_);
    EXPECT_EQ(word_.look().open, valid_ == kNobody && !word_.closed());
    for (const Thief& thief : thieves_)
      if (!thief.asked.empty()) {
        EXPECT_EQ(word_.answered(thief.asked.back()), thief.asked.back() != round_);
      }
  }

  Mailbox word_;
  const char* victim_;
  std::array<Thief, 2> thieves_;
  Mailbox::Round round_ = word_.look().round;
  Mailbox::Thief valid_ = kNobody;
  std::size_t served_ = 0;
};

TEST(Mailbox, AllInterleavings) {
  for (const char* victim : {"ssss", "sasa", "csos", "cocs", "scco"}) {
    for (const Mailbox::Round first : {Mailbox::Round{1}, kLastRound - 1}) {
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
