// What `xomp trace` writes. Each says in its own way what was dropped and what was left out.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "trace/analysis.h"

namespace xomp::tool {

// What the processes of a run have recorded, read and understood.
struct Run {
  std::string title;
  const RecordedRun* recorded;
  Timeline line;
  Analysis analysis;
};

// "app", or "app process 3" of several.
std::string process_title(const Run& run, std::uint32_t process);

// One page without a network; two runs stand one above the other, on one axis.
void write_page(const std::filesystem::path& path, const std::vector<Run>& runs);
// Perfetto's TrackEvents (ui.perfetto.dev).
void write_perfetto(const std::filesystem::path& path, const Run& run);
// Chrome's JSON, up to a million slices.
void write_chrome(const std::filesystem::path& path, const Run& run);

// Notes that belong to every output: drops, tasks left out, an unfinished process.
std::vector<std::string> caveats(const Run& run);

// Joins the shortest segments of a lane, so that none shorter than `shortest` is left.
std::vector<Segment> coarsened(const std::vector<Segment>& segments, const std::vector<Task>& tasks,
                               std::int64_t shortest);
// Joins them in the vector itself, so that a lane's memory is not given back and asked for again.
void coarsen(std::vector<Segment>& segments, const std::vector<Task>& tasks, std::int64_t shortest);
// Returns 0, or the length below which segments must be joined so that at most `most` are left in all.
std::int64_t shortest_for(const Timeline& line, std::size_t most);

}  // namespace xomp::tool
