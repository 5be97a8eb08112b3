// xomp info --probe: how far the processors are from one another, by how long a cache line takes between any two of
// them, and which are near each other.
#pragma once

#include <string>
#include <vector>

namespace xomp::tool {

// Times of all pairs, in nanoseconds. times[i][j] = times[j][i]; the diagonal says nothing.
struct LineTimes {
  std::vector<int> processors;
  std::vector<std::vector<double>> times;
};

// The processors in groups, the groups by their first processor. Within a group each pair takes at most `most_ns`.
struct GroupLevel {
  double most_ns;
  std::vector<std::vector<int>> groups;
};

// From the nearest level to the farthest. Empty if the times show no shape: fewer than three processors, times that lie
// close together, or groups that run into one another.
std::vector<GroupLevel> find_groups(const LineTimes& measured);

// Reads a table as `xomp info --probe` prints it. Other lines are skipped. Throws std::runtime_error if there is none,
// or if it is not whole.
LineTimes read_times(const std::string& file);

// Measures, or takes the times from `file` if that is not empty. Prints the table and the groups that it shows.
// Returns the exit code.
int probe(const std::string& file);

}  // namespace xomp::tool
