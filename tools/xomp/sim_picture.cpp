// See sim_picture.h.
#include "sim_picture.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "sim_table.h"

namespace xomp::tool {

using nlohmann::json;

namespace {

constexpr double kWidth = 980, kHeight = 480, kLeft = 80, kRight = 290, kTop = 40, kBottom = 60;
constexpr double kLegendLine = 18, kLeastBetweenTicks = 26;
constexpr std::size_t kLegendCharacters = 38;  // of a line
constexpr const char* kColours[] = {"#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b", "#e377c2",
                                    "#7f7f7f", "#bcbd22", "#17becf", "#393b79", "#637939", "#8c6d31"};
constexpr const char* kBoundColour = "#444";
constexpr const char* kEfficiency = "efficiency: the tasks' own work / (workers x time)";

struct Part {
  const char* key;
  const char* colour;
  const char* name;
};
// The parts of a worker's time, from the bottom. What is left is the last one.
constexpr Part kParts[] = {{"work_ns", "#2ca02c", "the tasks' own work"},
                           {"moving_ns", "#d62728", "waiting for cache lines"},
                           {"paused_ns", "#ff7f0e", "pauses and yields"},
                           {"asleep_ns", "#c7c7c7", "asleep"}};
constexpr Part kRest = {"", "#9ecae1", "the engine's instructions"};

const char* colour(std::size_t i) { return kColours[i % std::size(kColours)]; }
double across(double share) { return kLeft + share * (kWidth - kLeft - kRight); }
double up(double share) { return kHeight - kBottom - share * (kHeight - kTop - kBottom); }

std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : text) safe += c == '&' ? "&amp;" : c == '<' ? "&lt;" : std::string(1, c);
  return safe;
}

std::string text_at(double x, double y, const std::string& text, const char* anchor = "start") {
  return fmt::format("<text x='{:.1f}' y='{:.1f}' text-anchor='{}'>{}</text>\n", x, y, anchor, escaped(text));
}

std::string bar(double x, double y, double width, double height, const char* fill) {
  return fmt::format("<rect x='{:.2f}' y='{:.2f}' width='{:.2f}' height='{:.2f}' fill='{}'/>\n", x, y, width, height,
                     fill);
}

// A mark around a point; series that have the same colour differ by it, also where there are no colours.
std::string mark(std::size_t i, double x, double y) {
  constexpr const char* kShapes[] = {"M-4,0 a4,4 0 1,0 8,0 a4,4 0 1,0 -8,0", "M-4,-4 h8 v8 h-8 z", "M0,-5 l5,9 h-10 z",
                                     "M0,-5.5 l5.5,5.5 l-5.5,5.5 l-5.5,-5.5 z", "M0,5 l5,-9 h-10 z"};
  return fmt::format("<path d='{}' transform='translate({:.1f},{:.1f})' fill='{}'/>\n", kShapes[i % std::size(kShapes)],
                     x, y, colour(i));
}

std::string line_between(double x, double y, double x2, double y2, const char* stroke, const char* dashes = "none") {
  return fmt::format(
      "<line x1='{:.1f}' y1='{:.1f}' x2='{:.1f}' y2='{:.1f}' stroke='{}' stroke-width='2' stroke-dasharray='{}'/>\n", x,
      y, x2, y2, stroke, dashes);
}

// The program with what it was run with: two sizes are two programs.
std::string program_of(const json& answer) {
  return fmt::format("{} {}, {:g} ns", answer.at("program").get<std::string>(), answer.at("size").get<long long>(),
                     answer.at("grain_ns").get<double>());
}

std::string name_of(const json& answer) { return program_of(answer) + ", " + answer.at("policy").get<std::string>(); }

// A line of the legend on the right, with what stands before its text.
class Legend {
 public:
  void add(const std::string& symbol, const std::string& text) {
    svg_ += fmt::format("<g transform='translate({:.1f},{:.1f})'>\n{}</g>\n", kWidth - kRight + 16, y_, symbol);
    std::size_t begin = 0;
    while (text.size() - begin > kLegendCharacters) {
      const std::size_t comma = text.rfind(", ", begin + kLegendCharacters);
      if (comma == std::string::npos || comma <= begin) break;
      add_text(52, text.substr(begin, comma + 1 - begin));
      begin = comma + 2;
    }
    add_text(52, text.substr(begin));
  }
  void add_words(const std::string& text) { add_text(16, text); }
  double bottom() const { return y_; }
  const std::string& svg() const { return svg_; }

 private:
  void add_text(double x, const std::string& text) {
    svg_ += text_at(kWidth - kRight + x, y_ + 4, text);
    y_ += kLegendLine;
  }

  std::string svg_;
  double y_ = kTop;
};

std::string symbol_of_series(std::size_t i) { return line_between(0, 0, 28, 0, colour(i)) + mark(i, 14, 0); }
std::string symbol_of_bar(const char* fill) { return bar(8, -6, 12, 12, fill); }
const char* dashes(std::size_t i) {
  constexpr const char* kDashes[] = {"5 4", "2 3", "9 3 2 3", "12 4"};
  return kDashes[i % std::size(kDashes)];
}
std::string symbol_of_bound(std::size_t i) { return line_between(0, 0, 28, 0, kBoundColour, dashes(i)); }

// Draws the frame with a scale from 0 to `most` on the left. What is measured stands along the axis.
std::string frame(const std::string& title, const std::string& left, const std::string& below, double most = 1) {
  std::string svg = text_at(kLeft, kTop - 16, title);
  for (int i = 0; i <= 5; ++i) {
    const double y = up(i / 5.0);
    svg += fmt::format("<line x1='{}' x2='{}' y1='{:.1f}' y2='{:.1f}' stroke='#ddd'/>\n", kLeft, kWidth - kRight, y, y);
    svg += text_at(kLeft - 8, y + 4, fmt::format("{:.2g}", most * i / 5.0), "end");
  }
  const double x = kLeft - 46, y = (kTop + kHeight - kBottom) / 2;
  svg += fmt::format("<g transform='rotate(-90 {0} {1})'>{2}</g>\n", x, y, text_at(x, y, left, "middle"));
  return svg + text_at(across(0.5), kHeight - 16, below, "middle");
}

using Points = std::vector<std::pair<double, double>>;
struct Series {
  std::string name;
  Points points;
  bool is_bound = false;
};

Points& points_of(std::vector<Series>& all, const std::string& name, bool is_bound = false) {
  for (Series& series : all)
    if (series.name == name) return series.points;
  return all.emplace_back(Series{name, {}, is_bound}).points;
}

// Where numbers stand on an axis that doubles at equal distances, from the least to the most that was run.
class Numbers {
 public:
  explicit Numbers(const std::vector<Series>& all) {
    for (const Series& series : all)
      for (const auto& [n, value] : series.points) ticks_.insert(static_cast<int>(n));
  }
  double at(double n) const {
    const double least = std::log2(*ticks_.begin()), most = std::log2(*ticks_.rbegin());
    return across(most > least ? 0.03 + 0.94 * (std::log2(n) - least) / (most - least) : 0.5);
  }
  std::string svg() const {
    std::string svg;
    double last = -kWidth;
    for (const int n : ticks_) {
      svg += line_between(at(n), up(0), at(n), up(0) + 4, "#888");
      if (at(n) - last < kLeastBetweenTicks) continue;
      svg += text_at(last = at(n), up(0) + 18, std::to_string(n), "middle");
    }
    return svg;
  }

 private:
  std::set<int> ticks_;
};

double highest(const std::vector<Series>& all) {
  double most = 1;
  for (const Series& series : all)
    for (const auto& [n, value] : series.points) most = std::max(most, value);
  return most;
}

// Draws the series over numbers, and their legend.
std::string lines_of(std::vector<Series>& all, double most, Legend& legend) {
  const Numbers numbers(all);
  std::string svg = numbers.svg();
  std::size_t measured = 0, bounds = 0;
  for (Series& series : all) {
    const std::size_t i = series.is_bound ? bounds++ : measured++;
    std::sort(series.points.begin(), series.points.end());
    std::string path, marks;
    for (const auto& [n, value] : series.points) {
      path += fmt::format("{:.1f},{:.1f} ", numbers.at(n), up(value / most));
      if (!series.is_bound) marks += mark(i, numbers.at(n), up(value / most));
    }
    svg += fmt::format("<polyline points='{}' fill='none' stroke='{}' stroke-width='2' stroke-dasharray='{}'/>\n{}",
                       path, series.is_bound ? kBoundColour : colour(i), series.is_bound ? dashes(i) : "none", marks);
    legend.add(series.is_bound ? symbol_of_bound(i) : symbol_of_series(i), series.name);
  }
  return svg;
}

std::string picture(const std::string& inside, const Legend& legend) {
  return fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' width='{0}' height='{1}' viewBox='0 0 {0} {1}' font-family='sans-serif' "
      "font-size='12'>\n<rect width='100%' height='100%' fill='white'/>\n{2}</svg>\n",
      kWidth, std::max(kHeight, legend.bottom() + kLegendLine), inside + legend.svg());
}

void explain_bound(Legend& legend) {
  legend.add_words("bound: P / (P + W - 1), what any greedy");
  legend.add_words("schedule of W workers is sure to reach;");
  legend.add_words("P: the tasks' work / the longest path");
}

std::string lines_over_workers(const std::vector<json>& answers, const std::string& machine) {
  std::vector<Series> all;
  for (const json& a : answers)
    points_of(all, name_of(a)).emplace_back(a.at("workers").get<double>(), a.at("efficiency").get<double>());
  for (const json& a : answers) {
    Points& bound = points_of(all, "bound of " + program_of(a), true);
    const std::pair<double, double> point(a.at("workers").get<double>(), a.at("bound").get<double>());
    if (std::find(bound.begin(), bound.end(), point) == bound.end()) bound.push_back(point);
  }
  const double most = highest(all);
  Legend legend;
  const std::string lines = lines_of(all, most, legend);
  explain_bound(legend);
  return picture(frame(machine, kEfficiency, "worker threads", most) + lines, legend);
}

std::string bars_of_runs(const std::vector<json>& answers, const std::string& machine) {
  double most = 1;
  for (const json& a : answers) most = std::max(most, a.at("efficiency").get<double>());
  std::string svg = frame(fmt::format("{}, {} worker threads", machine, answers.front().at("workers").get<int>()),
                          kEfficiency, "runs, in the legend's order", most);
  Legend legend;
  const double width = 1.0 / static_cast<double>(answers.size());
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const double efficiency = answers[i].at("efficiency").get<double>(), y = up(efficiency / most);
    const double bound = up(answers[i].at("bound").get<double>() / most);
    const double x = across(width * static_cast<double>(i)), x2 = across(width * (static_cast<double>(i) + 0.8));
    svg += bar(x, y, x2 - x, up(0) - y, colour(i)) +
           text_at((x + x2) / 2, y - 4, fmt::format("{:.2f}", efficiency), "middle");
    svg += line_between(x - 2, bound, x2 + 2, bound, kBoundColour, dashes(0));
    legend.add(symbol_of_bar(colour(i)), name_of(answers[i]));
  }
  legend.add(symbol_of_bound(0), "bound");
  explain_bound(legend);
  return picture(svg, legend);
}

// With what of size, steps and bytes the program has.
std::string name_of_ranks(const json& answer) {
  std::string name = answer.at("program").get<std::string>();
  for (const char* what : {"size", "steps", "bytes"})
    if (answer.at(what).get<long long>() != 0) name += fmt::format(", {} {}", what, answer.at(what).get<long long>());
  return name + ", " + answer.at("cluster").get<std::string>();
}

std::string numbers_of_workers(std::size_t count) {
  std::string svg;
  double last = -kWidth;
  for (std::size_t i = 0; i < count; ++i) {
    const double x = across((static_cast<double>(i) + 0.475) / static_cast<double>(count));
    if (x - last < kLeastBetweenTicks) continue;
    svg += text_at(last = x, up(0) + 18, std::to_string(i), "middle");
  }
  return svg;
}

std::string time_of_workers(const json& answer, const std::string& machine) {
  std::string svg = frame(fmt::format("{}: {}; efficiency {:.3f}, bound {:.3f}", machine, name_of(answer),
                                      answer.at("efficiency").get<double>(), answer.at("bound").get<double>()),
                          fmt::format("share of the run's time ({:.3f} ms)", answer.at("time_ns").get<double>() / 1e6),
                          "worker thread");
  const json& threads = answer.at("threads");
  const double time = std::max(1.0, answer.at("time_ns").get<double>()),
               width = 1.0 / static_cast<double>(threads.size());
  for (std::size_t i = 0; i < threads.size(); ++i) {
    const double x = across(width * static_cast<double>(i)), x2 = across(width * (static_cast<double>(i) + 0.95));
    double below = 0;
    for (const Part& part : kParts) {
      const double share = std::min(1 - below, threads[i].at(part.key).get<double>() / time);
      svg += bar(x, up(below + share), x2 - x, up(below) - up(below + share), part.colour);
      below += share;
    }
    svg += bar(x, up(1), x2 - x, up(below) - up(1), kRest.colour);
  }
  Legend legend;
  legend.add(symbol_of_bar(kRest.colour), kRest.name);
  for (std::size_t i = std::size(kParts); i-- > 0;) legend.add(symbol_of_bar(kParts[i].colour), kParts[i].name);
  return picture(svg + numbers_of_workers(threads.size()), legend);
}

}  // namespace

std::string picture_of(const std::vector<json>& answers, const std::string& machine) {
  std::set<int> workers;
  for (const json& a : answers) workers.insert(a.at("workers").get<int>());
  return workers.size() > 1   ? lines_over_workers(answers, machine)
         : answers.size() > 1 ? bars_of_runs(answers, machine)
                              : time_of_workers(answers.front(), machine);
}

std::string picture_of_ranks(const std::vector<json>& answers) {
  double longest = 0;
  bool have_work = true;
  for (const json& a : answers) {
    longest = std::max(longest, a.at("time_ns").get<double>());
    have_work = have_work && a.at("work_ns").get<double>() > 0;
  }
  std::vector<Series> all;
  for (const json& a : answers)
    points_of(all, name_of_ranks(a))
        .emplace_back(a.at("ranks").get<double>(), have_work ? a.at("efficiency").get<double>()
                                                             : a.at("time_ns").get<double>() / std::max(longest, 1.0));
  const std::string left = have_work ? "efficiency: the tasks' own work / (all ranks' threads x time)"
                                     : fmt::format("time, as a share of the longest ({:.3f} ms)", longest / 1e6);
  Legend legend;
  const std::string lines = lines_of(all, 1, legend);
  return picture(frame("", left, "ranks") + lines, legend);
}

}  // namespace xomp::tool
