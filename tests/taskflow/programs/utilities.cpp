// The small helpers that programs use beside graphs.
#include <taskflow/utility/math.hpp>

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

int main() {
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
