// Roots that share the processors take teams from one another: REST-1 (core/team/shares.h), with what it stands on
// (core/team/PROTOCOL.md).
#include "core/team/shares.h"

#include <omp.h>

#include "core/team/roots.h"
#include "core/team/team.h"
#include "models/program.h"

namespace xomp::models {
namespace {

// Teams without threads: roots write into the team that they have. The checker finds two who have the same one.
struct Teams {
  static constexpr int threads = 3;
  struct Root {
    team::Team team;
    team::Thread thread;
  };
  Root* roots[threads];
  int written[threads] = {};  // what belongs to a team: by the number that it was made with
  Teams() {
    for (Root*& root : roots) {
      root = make<Root>();
      root->thread.kept_team = &root->team;
      root->thread.resting_place = team::get_resting_place();
      root->team.attached = 2;  // one worker is worth taking
    }
    roots[0]->team.attached = 1;
  }
  int number_of(const team::Team* t) const {
    for (int i = 0; i < threads; ++i)
      if (t == &roots[i]->team) return i;
    return -1;
  }
  void run(int number) {
    team::Thread& me = roots[number]->thread;
    for (int round = 0; round < 2; ++round) {
      require(me.kept_team != nullptr, "a root has a team");
      ++written[number_of(me.kept_team)];
      me.kept_team->smaller_regions = 0;
      team::rest(me);
      require(me.kept_team == nullptr, "it rests");
      team::take_back(me);
      if (me.kept_team->attached == 1) team::take_resting_team(me, 2);
    }
    ++written[number_of(me.kept_team)];
  }
  void at_end() {
    int sum = 0, teams = 0;
    for (int i = 0; i < threads; ++i) sum += written[i], teams |= 1 << number_of(roots[i]->thread.kept_team);
    require(sum == 3 * threads, "nobody else has written to a team");
    require(teams == (1 << threads) - 1, "each root has a team of its own");
  }
};
const Registered<Teams> teams("teams", "REST-1: a team has one primary",
                              {.departures = 2, .departures_long = 3, .random = 5000, .most_steps = 4000});

// Roots whose regions want two threads, without having asked for a number.
struct SharedRoots {
  static constexpr int threads = 2;
  int parts[threads][2] = {};
  Told turn{0};
  void want_two() {
    team::change_icv(team::self(), [](icv::TaskIcv& values) { values.nthreads = 2; });
  }
  void region(int root, int number) {
    int size = 0;
#pragma omp parallel
    {
#pragma omp critical
      ++parts[root][number];
#pragma omp master
      size = omp_get_num_threads();
    }
    require(size >= 1 && parts[root][number] == size, "every thread has done its part");
  }
};

// They take turns, so one worker goes from one to the other.
struct InTurn : SharedRoots {
  void run(int root) {
    want_two();
    for (int number = 0; number < 2; ++number) {
      wait_for(turn, 2 * number + root);
      region(root, number);
      tell(turn);
    }
  }
};
const Registered<InTurn> in_turn("in-turn", "REST-1: two roots take turns, and a worker with them",
                                 {.departures = 0, .departures_long = 1, .random = 500, .most_steps = 40000});

// They come as it happens.
struct AtOnce : SharedRoots {
  void run(int root) {
    want_two();
    region(root, 0);
    region(root, 1);
  }
};
const Registered<AtOnce> at_once("at-once", "REST-1: a root may find its team taken",
                                 {.departures = 0, .departures_long = 1, .random = 500, .most_steps = 40000});

}  // namespace
}  // namespace xomp::models
