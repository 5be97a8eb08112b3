// The small helpers that programs use beside graphs.
#include <taskflow/utility/math.hpp>
#include <taskflow/utility/small_vector.hpp>

#include "../check.h"

static_assert(tf::get_index_v<float, std::variant<int, float, char>> == 1);
static_assert(tf::get_index_v<long, std::variant<int, float, char>> == 3);
static_assert(
    std::is_same_v<tf::unique_variant_t<std::variant<int, float, int, float, char>>, std::variant<int, float, char>>);
static_assert(std::is_same_v<tf::deref_t<std::vector<int>::const_iterator>, int>);
static_assert(tf::is_random_access_iterator<int*> && !tf::is_random_access_iterator<std::list<int>::iterator>);
static_assert(tf::is_std_compare_v<std::less<int>> && tf::is_std_compare_v<std::greater<>> &&
              !tf::is_std_compare_v<std::plus<int>>);
static_assert(tf::log2(1000) == 9 && tf::log2(1u) == 0);

// Functions take a vector of whatever inline size by reference to its base.
static void add_two(tf::SmallVectorImpl<std::string>& v) {
  v.push_back("one more");
  v.emplace_back(30, 'x');
}
static void small_vectors() {
  tf::SmallVector<std::string, 1> one;
  tf::SmallVector<std::string, 8> eight{"a"};
  add_two(one), add_two(eight);
  CHECK(one.size() == 2 && eight.size() == 3 && one.back() == eight.back());
  tf::SmallVectorImpl<std::string>&a = one, &b = eight;
  a = b;
  CHECK(one == eight && one.size() == 3);
  a.swap(b);
  a = std::move(b);  // into memory of its own, or with the other's
  CHECK(one.size() == 3 && one.front() == "a" && eight.empty());
  add_two(eight);  // what was moved from can be used
  CHECK(eight.size() == 2 && eight.front() == "one more");
  tf::SmallVector<std::string, 8> taken(std::move(one));
  tf::SmallVector<std::string, 1> copy(taken), moved(std::move(copy));
  CHECK(taken == moved && copy.empty() && one.empty());
  copy = std::move(moved);
  moved = copy;
  CHECK(copy == moved && moved.size() == 3);
  tf::SmallVector<int, 0> none;
  for (int i = 0; i < 100; ++i) none.push_back(i);
  CHECK(none.size() == 100 && none.pop_back_val() == 99);
}

int main() {
  small_vectors();
  std::tuple<int, std::string> both{1, "a"};
  int calls = 0;
  const auto change = [&calls](auto& element) {
    element += element;
    ++calls;
  };
  tf::visit_tuple(change, both, 1);
  CHECK(calls == 1 && std::get<0>(both) == 1 && std::get<1>(both) == "aa");
  tf::visit_tuple(change, both, 0);
  tf::visit_tuple(change, both, 2);
  CHECK(calls == 2 && std::get<0>(both) == 2);
}
