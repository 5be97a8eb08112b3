// Which place a thread of the program begins in, while threads are bound. OpenMP puts the initial thread in the first
// place and says nothing of others. If all were in the first one, two of them with a thread each would share a processor
// while others are free. So each gets the place from which its teams would share theirs with the fewest others.
//
// Changed by roots that come and go, under one lock. Nobody else asks.
#pragma once

#include "topology/placement.h"

namespace xomp::team {

class RootPlaces {
 public:
  // `places`: how many there are, at least 1. A team of `threads` takes its places by `policy`, counted from its root's.
  void prepare(int places, int threads, topology::Policy policy);
  bool are_prepared() const { return uses_ != nullptr; }

  // Takes a place for one more root. The initial thread's is the first one.
  int take(bool is_initial_thread);
  void give_back(int place) { count(place, -1); }
  // Called in fork()'s child, whose one thread is in `place`, or is no root (-1).
  void forget_others(int place);

 private:
  static constexpr int kMostLooks = 256;  // places that are compared

  struct Use {
    int roots;    // that are in the place
    int threads;  // that teams of the roots would have there
  };

  int places_ = 0, threads_ = 0;
  topology::Policy policy_ = topology::Policy::close;
  Use* uses_ = nullptr;  // by place

  int place_of(int thread, int root_place) const;
  void count(int root_place, int one);
  Use met_from(int root_place) const;
  int best() const;
};

}  // namespace xomp::team
