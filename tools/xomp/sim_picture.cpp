// See sim_picture.h.
#include "sim_picture.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "sim_table.h"

namespace xomp::tool {

using nlohmann::json;

namespace {

constexpr double kWidth = 900, kHeight = 480, kLeft = 70, kRight = 200, kTop = 40, kBottom = 60;
constexpr const char* kColours[] = {"#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b", "#e377c2",
                                    "#7f7f7f", "#bcbd22", "#17becf", "#393b79", "#637939", "#8c6d31"};

struct Part {
  const char* name;
  const char* colour;
};
// The parts of a worker's time, from the bottom. The last one is what is left.
constexpr Part kParts[] = {
    {"work_ns", "#2ca02c"}, {"moving_ns", "#d62728"}, {"paused_ns", "#ff7f0e"}, {"asleep_ns", "#c7c7c7"}};
constexpr const char* kPartNames[] = {"tasks' work", "waiting for lines", "pauses, yields", "asleep"};

const char* colour(std::size_t i) { return kColours[i % std::size(kColours)]; }
double across(double share) { return kLeft + share * (kWidth - kLeft - kRight); }
double up(double share) { return kHeight - kBottom - share * (kHeight - kTop - kBottom); }

std::string text_at(double x, double y, const std::string& text, const char* anchor = "start") {
  return fmt::format("<text x='{:.1f}' y='{:.1f}' text-anchor='{}'>{}</text>\n", x, y, anchor, text);
}
std::string bar(double x, double y, double width, double height, const char* fill) {
  return fmt::format("<rect x='{:.2f}' y='{:.2f}' width='{:.2f}' height='{:.2f}' fill='{}'/>\n", x, y, width, height,
                     fill);
}

std::string name_of(const json& answer) {
  return answer.at("program").get<std::string>() + " " + answer.at("policy").get<std::string>();
}

// Draws the frame with a scale from 0 to 1 on the left.
std::string frame(const std::string& title, const std::string& left, const std::string& below) {
  std::string svg = text_at(kLeft, kTop - 16, title);
  for (int i = 0; i <= 5; ++i) {
    const double y = up(i / 5.0);
    svg += fmt::format("<line x1='{}' x2='{}' y1='{:.1f}' y2='{:.1f}' stroke='#ddd'/>\n", kLeft, kWidth - kRight, y, y);
    svg += text_at(kLeft - 8, y + 4, fmt::format("{:.1f}", i / 5.0), "end");
  }
  svg += text_at(kLeft - 50, kTop - 4, left);
  return svg + text_at(across(0.5), kHeight - 16, below, "middle");
}

using Curves = std::map<std::string, std::vector<std::pair<double, double>>>;

// Draws values from 0 to 1 over numbers, which double from tick to tick.
std::string lines_of(Curves& curves) {
  double most = 2;
  std::set<int> ticks;
  for (auto& [name, points] : curves)
    for (const auto& [n, value] : points) {
      most = std::max(most, n);
      ticks.insert(static_cast<int>(n));
    }
  const auto x_of = [&](double n) { return across(std::log2(n) / std::log2(most)); };
  std::string svg;
  for (const int n : ticks) svg += text_at(x_of(n), kHeight - kBottom + 18, std::to_string(n), "middle");
  std::size_t i = 0;
  for (auto& [name, points] : curves) {
    std::sort(points.begin(), points.end());
    std::string path;
    for (const auto& [n, value] : points) path += fmt::format("{:.1f},{:.1f} ", x_of(n), up(std::min(1.0, value)));
    svg += fmt::format("<polyline points='{}' fill='none' stroke='{}' stroke-width='2'/>\n", path, colour(i));
    svg += bar(kWidth - kRight + 14, kTop + 18.0 * static_cast<double>(i), 12, 12, colour(i));
    svg += text_at(kWidth - kRight + 32, kTop + 10 + 18.0 * static_cast<double>(i), name);
    ++i;
  }
  return svg;
}

std::string lines_over_workers(const std::vector<json>& answers, const std::string& machine) {
  Curves curves;
  for (const json& a : answers)
    curves[name_of(a)].emplace_back(a.at("workers").get<double>(), a.at("efficiency").get<double>());
  return frame(machine, "efficiency", "workers") + lines_of(curves);
}

std::string bars_of_runs(const std::vector<json>& answers, const std::string& machine) {
  std::string svg =
      frame(fmt::format("{}, {} workers", machine, answers.front().at("workers").get<int>()), "efficiency", "");
  const double width = 1.0 / static_cast<double>(answers.size());
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const double efficiency = std::min(1.0, answers[i].at("efficiency").get<double>());
    const double x = across(width * static_cast<double>(i)), x2 = across(width * (static_cast<double>(i) + 0.8));
    svg += bar(x, up(efficiency), x2 - x, up(0) - up(efficiency), colour(i));
    svg += bar(kWidth - kRight + 14, kTop + 18.0 * static_cast<double>(i), 12, 12, colour(i));
    svg += text_at(kWidth - kRight + 32, kTop + 10 + 18.0 * static_cast<double>(i), name_of(answers[i]));
  }
  return svg;
}

std::string time_of_workers(const json& answer, const std::string& machine) {
  std::string svg = frame(fmt::format("{}: {}", machine, name_of(answer)), "share", "worker");
  const json& threads = answer.at("threads");
  const double time = std::max(1.0, answer.at("time_ns").get<double>()),
               width = 1.0 / static_cast<double>(threads.size());
  for (std::size_t i = 0; i < threads.size(); ++i) {
    const double x = across(width * static_cast<double>(i)), x2 = across(width * (static_cast<double>(i) + 0.95));
    double below = 0;
    for (const Part& part : kParts) {
      const double share = std::min(1 - below, threads[i].at(part.name).get<double>() / time);
      svg += bar(x, up(below + share), x2 - x, up(below) - up(below + share), part.colour);
      below += share;
    }
  }
  for (std::size_t i = 0; i < std::size(kParts); ++i) {
    svg += bar(kWidth - kRight + 14, kTop + 18.0 * static_cast<double>(i), 12, 12, kParts[i].colour);
    svg += text_at(kWidth - kRight + 32, kTop + 10 + 18.0 * static_cast<double>(i), kPartNames[i]);
  }
  return svg;
}

}  // namespace

static std::string picture(const std::string& inside) {
  return fmt::format(
      "<svg xmlns='http://www.w3.org/2000/svg' width='{0}' height='{1}' viewBox='0 0 {0} {1}' font-family='sans-serif' "
      "font-size='12'>\n<rect width='100%' height='100%' fill='white'/>\n{2}</svg>\n",
      kWidth, kHeight, inside);
}

std::string picture_of(const std::vector<json>& answers, const std::string& machine) {
  std::set<int> workers;
  for (const json& a : answers) workers.insert(a.at("workers").get<int>());
  return picture(workers.size() > 1   ? lines_over_workers(answers, machine)
                 : answers.size() > 1 ? bars_of_runs(answers, machine)
                                      : time_of_workers(answers.front(), machine));
}

std::string picture_of_ranks(const std::vector<json>& answers) {
  double longest = 0;
  bool have_work = true;
  for (const json& a : answers) {
    longest = std::max(longest, a.at("time_ns").get<double>());
    have_work = have_work && a.at("work_ns").get<double>() > 0;
  }
  Curves curves;
  for (const json& a : answers)
    curves[a.at("program").get<std::string>() + ", " + a.at("cluster").get<std::string>()].emplace_back(
        a.at("ranks").get<double>(),
        have_work ? a.at("efficiency").get<double>() : a.at("time_ns").get<double>() / std::max(longest, 1.0));
  const std::string left = have_work ? "efficiency" : fmt::format("time; 1.0 = {:.3f} ms", longest / 1e6);
  return picture(frame("", left, "ranks") + lines_of(curves));
}

}  // namespace xomp::tool
