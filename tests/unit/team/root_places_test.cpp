// Where threads of the program begin: apart as long as places are free, and the initial thread in the first place.
#include "core/team/root_places.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace xomp::team {
namespace {

using topology::Policy;

std::vector<int> places_of(int roots, int places, int threads, Policy policy, bool with_initial = true) {
  RootPlaces taken;
  taken.prepare(places, threads, policy);
  std::vector<int> found;
  for (int root = 0; root < roots; ++root) found.push_back(taken.take(with_initial && root == 0));
  return found;
}

using List = std::vector<int>;

TEST(RootPlaces, TeamsOfAPartLieBesideOneAnother) {
  EXPECT_EQ(places_of(2, 64, 32, Policy::close), (List{0, 32}));
  EXPECT_EQ(places_of(4, 64, 16, Policy::close), (List{0, 32, 16, 48}));
  EXPECT_EQ(places_of(3, 6, 2, Policy::in_order), (List{0, 3, 1}));
  EXPECT_EQ(places_of(2, 2, 1, Policy::spread), (List{0, 1}));
}

TEST(RootPlaces, TeamsOfAllPlacesBeginApart) {
  EXPECT_EQ(places_of(4, 8, 8, Policy::close), (List{0, 4, 2, 6}));
  EXPECT_EQ(places_of(4, 8, 8, Policy::spread), (List{0, 4, 2, 6}));
  EXPECT_EQ(places_of(3, 2, 64, Policy::close), (List{0, 1, 0}));
}

TEST(RootPlaces, TheInitialThreadIsFirstAlsoIfItComesLast) {
  RootPlaces taken;
  taken.prepare(4, 1, Policy::close);
  EXPECT_EQ(taken.take(false), 0);
  EXPECT_EQ(taken.take(false), 2);
  EXPECT_EQ(taken.take(true), 0);
  EXPECT_EQ(taken.take(false), 1);
}

TEST(RootPlaces, AllPlacesAreUsedBeforeOneTwice) {
  for (int places = 1; places <= 70; ++places) {
    const List found = places_of(2 * places, places, 1, Policy::close);
    EXPECT_EQ(std::set<int>(found.begin(), found.begin() + places).size(), static_cast<std::size_t>(places)) << places;
    EXPECT_EQ(std::set<int>(found.begin() + places, found.end()).size(), static_cast<std::size_t>(places)) << places;
  }
}

TEST(RootPlaces, APlaceThatWasGivenBackIsFree) {
  RootPlaces taken;
  taken.prepare(4, 2, Policy::close);
  EXPECT_EQ(taken.take(true), 0);
  for (int round = 0; round < 100; ++round) {
    EXPECT_EQ(taken.take(false), 2);
    taken.give_back(2);
  }
}

TEST(RootPlaces, AForkedChildKeepsItsOwnPlaceOnly) {
  RootPlaces taken;
  taken.prepare(4, 1, Policy::close);
  for (int root = 0; root < 3; ++root) taken.take(root == 0);
  taken.forget_others(2);
  EXPECT_EQ(taken.take(false), 0);
  EXPECT_EQ(taken.take(false), 1);
  EXPECT_EQ(taken.take(false), 3);
}

}  // namespace
}  // namespace xomp::team
