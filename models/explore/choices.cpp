#include "models/explore/choices.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace xomp::models {

int Choices::choose(int ways, Price price, bool matters) {
  if (ways <= 1) return 0;
  const int way = mode_ == Mode::replay   ? choose_again()
                  : !matters              ? 0
                  : mode_ == Mode::random ? choose_at_random(ways, price)
                                          : choose_in_order(ways, price);
  if (way != 0) {
    if (mode_ != Mode::replay) taken_.push_back({place_, way});
    if (price == Price::departure) ++departures_;
  }
  ++place_;
  return way < ways ? way : 0;
}

int Choices::choose_in_order(int ways, Price price) {
  if (price == Price::departure && departures_ >= bound_) return 0;
  if (next_ == open_.size()) open_.push_back({place_, 0, ways});
  const Open& open = open_[next_++];
  if (open.place != place_ || open.ways != ways) {
    std::fprintf(stderr, "explore: an execution does not repeat: the model, or the checker, has a memory\n");
    std::abort();
  }
  return open.way;
}

int Choices::choose_at_random(int ways, Price price) {
  if (price == Price::free) return random_() % 2 != 0 ? 0 : static_cast<int>(random_() % static_cast<unsigned>(ways));
  const std::uint32_t at = priced_++;
  if (next_ == departs_.size() || departs_[next_] > at) return 0;
  while (next_ < departs_.size() && departs_[next_] <= at) ++next_;
  return 1 + static_cast<int>(random_() % static_cast<unsigned>(ways - 1));
}

int Choices::choose_again() {
  if (next_ == taken_.size() || taken_[next_].place != place_) return 0;
  return taken_[next_++].way;
}

void Choices::restart() {
  departures_ = 0;
  place_ = 0;
  next_ = 0;
  if (mode_ != Mode::replay) taken_.clear();
}

void Choices::begin_all(int bound) {
  mode_ = Mode::all;
  bound_ = bound;
  open_.clear();
  restart();
}

bool Choices::next_of_all() {
  while (!open_.empty() && open_.back().way + 1 == open_.back().ways) open_.pop_back();
  if (open_.empty()) return false;
  ++open_.back().way;
  restart();
  return true;
}

void Choices::begin_random(std::uint64_t seed, int departures) {
  if (mode_ == Mode::random && priced_ != 0) priced_before_ = priced_;
  mode_ = Mode::random;
  random_.seed(seed);
  restart();
  priced_ = 0;
  departs_.resize(1 + random_() % static_cast<unsigned>(departures));
  for (std::uint32_t& place : departs_) place = static_cast<std::uint32_t>(random_() % (priced_before_ + 1));
  std::sort(departs_.begin(), departs_.end());
}

void Choices::begin_replay(const std::string& taken) {
  mode_ = Mode::replay;
  taken_.clear();
  for (const char* at = taken.c_str(); *at != 0;) {
    char* end = nullptr;
    const auto place = static_cast<std::uint32_t>(std::strtoul(at, &end, 10));
    if (*end != ':') break;
    const int way = static_cast<int>(std::strtol(end + 1, &end, 10));
    taken_.push_back({place, way});
    at = *end == ',' ? end + 1 : end;
  }
  restart();
}

std::string Choices::taken() const {
  std::string text;
  for (const Taken& t : taken_)
    text += (text.empty() ? "" : ",") + std::to_string(t.place) + ":" + std::to_string(t.way);
  return text.empty() ? "none" : text;
}

}  // namespace xomp::models
