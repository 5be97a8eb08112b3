// What an execution left open and how it was decided: an execution is repeated exactly by its choices. Way 0 is always
// the plain course: the running thread goes on, a load sees the newest value, a store is seen at once. Where another
// way has a price, it is a *departure*, and an exhaustive search takes all combinations of at most `bound` of them.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace xomp::models {

enum class Price : std::uint8_t { free, departure };

class Choices {
 public:
  // --- by the explored execution ---

  // Chooses one of `ways` ways, from 0 on. A choice that does not matter is only counted.
  int choose(int ways, Price price, bool matters = true);

  // --- by the search, between executions ---

  // All executions with at most `bound` departures: begin_all, then one execution after
  // each next_of_all() that is true.
  void begin_all(int bound);
  bool next_of_all();
  // One execution with 1 to `departures` departures at random places, and random free choices.
  void begin_random(std::uint64_t seed, int departures);
  // Begins the execution with these choices, as taken() has written them.
  void begin_replay(const std::string& taken);

  // The choices of this execution that were not 0, as text: "place:way,place:way".
  std::string taken() const;
  int departures() const { return departures_; }

 private:
  enum class Mode : std::uint8_t { all, random, replay };
  struct Taken {
    std::uint32_t place;
    int way;
  };
  struct Open {
    std::uint32_t place;
    int way, ways;
  };
  void restart();
  int choose_in_order(int ways, Price price);
  int choose_at_random(int ways, Price price);
  int choose_again();

  Mode mode_ = Mode::all;
  int bound_ = 0;
  int departures_ = 0;        // of this execution so far
  std::uint32_t place_ = 0;   // choices asked for in this execution so far
  std::vector<Taken> taken_;  // in this execution; or those to be repeated
  std::vector<Open> open_;    // all: the decisions that lead to this execution
  std::size_t next_ = 0;      // in open_, or in taken_ when repeating
  std::mt19937_64 random_;
  std::uint32_t priced_ = 0;            // random: choices with a price so far
  std::uint32_t priced_before_ = 100;   // ... in the execution before
  std::vector<std::uint32_t> departs_;  // random: at which of them, ascending
};

}  // namespace xomp::models
