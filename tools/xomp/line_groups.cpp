// From times to groups: wherever the sorted times make a jump there may be a level.
#include "probe.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace xomp::tool {

namespace {

constexpr double kGap = 1.4;  // two levels differ by this factor at least; measurements of one level by less

std::vector<double> sorted_times(const LineTimes& measured) {
  std::vector<double> all;
  for (std::size_t i = 0; i < measured.times.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) all.push_back(measured.times[i][j]);
  std::sort(all.begin(), all.end());
  return all;
}

// Puts each processor into the first group whose first member is near.
std::vector<std::vector<std::size_t>> group(const LineTimes& measured, double most_ns) {
  std::vector<std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < measured.times.size(); ++i) {
    const auto near = std::find_if(groups.begin(), groups.end(),
                                   [&](const auto& members) { return measured.times[i][members.front()] <= most_ns; });
    if (near != groups.end()) near->push_back(i);
    else groups.push_back({i});
  }
  return groups;
}

// Says whether near processors are in one group and far ones in different groups, for each pair.
bool are_clear(const LineTimes& measured, const std::vector<std::vector<std::size_t>>& groups, double most_ns) {
  std::vector<std::size_t> group_of(measured.times.size());
  for (std::size_t g = 0; g < groups.size(); ++g)
    for (const std::size_t member : groups[g]) group_of[member] = g;
  for (std::size_t i = 0; i < group_of.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if ((measured.times[i][j] <= most_ns) != (group_of[i] == group_of[j])) return false;
  return true;
}

GroupLevel level_of(const LineTimes& measured, const std::vector<std::vector<std::size_t>>& groups, double most_ns) {
  GroupLevel level{most_ns, {}};
  for (const auto& members : groups) {
    level.groups.emplace_back();
    for (const std::size_t member : members) level.groups.back().push_back(measured.processors[member]);
  }
  return level;
}

// Returns the numbers that the line begins with; - counts as 0.
std::vector<double> numbers_of(const std::string& line) {
  std::istringstream words(line);
  std::vector<double> numbers;
  for (std::string word; words >> word;) {
    char* end = nullptr;
    const double number = word == "-" ? 0 : std::strtod(word.c_str(), &end);
    if (word != "-" && *end != '\0') break;
    numbers.push_back(number);
  }
  return numbers;
}

void require_pairs(const LineTimes& read, const std::string& file) {
  for (std::size_t i = 0; i < read.times.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (read.times[i][j] != read.times[j][i] || !(read.times[i][j] > 0))
        throw std::runtime_error(fmt::format("{}: processors {} and {} need one time above 0", file, read.processors[i],
                                             read.processors[j]));
}

}  // namespace

std::vector<GroupLevel> find_groups(const LineTimes& measured) {
  std::vector<GroupLevel> levels;
  if (measured.processors.size() < 3) return levels;
  const std::vector<double> all = sorted_times(measured);
  for (std::size_t i = 0; i + 1 < all.size(); ++i) {
    if (all[i + 1] < kGap * all[i]) continue;
    const auto groups = group(measured, all[i]);
    if (are_clear(measured, groups, all[i])) levels.push_back(level_of(measured, groups, all[i]));
  }
  return levels;
}

LineTimes read_times(const std::string& file) {
  std::ifstream text(file);
  if (!text) throw std::runtime_error(fmt::format("{} cannot be read", file));
  LineTimes read;
  for (std::string line; std::getline(text, line);) {
    const std::vector<double> numbers = numbers_of(line);
    if (read.processors.empty()) {
      if (numbers.size() > 1) read.processors.assign(numbers.begin(), numbers.end());
    } else if (read.times.size() < read.processors.size()) {
      if (numbers.size() != read.processors.size() + 1)
        throw std::runtime_error(fmt::format("{}: '{}' is no row of {} times", file, line, read.processors.size()));
      read.times.emplace_back(numbers.begin() + 1, numbers.end());
    }
  }
  if (read.processors.empty() || read.times.size() != read.processors.size())
    throw std::runtime_error(fmt::format("{} has no table of 'xomp info --probe'", file));
  require_pairs(read, file);
  return read;
}

}  // namespace xomp::tool
