// Adaptive multi-resolution analysis: a function is projected on Legendre polynomials in boxes that are halved as long as
// the halves tell more than the box (project), its coefficients go up the tree as differences (compress) and come down
// again (reconstruct). The tree unfolds while it is computed. The norm must be the same all the way, and equal the
// function's.
#include <ttg.h>

#include <array>
#include <cmath>
#include <iostream>
#include <mutex>
#include <numbers>

constexpr int kOrder = 8;
using Coefficients = std::array<double, kOrder>;

// A box: [place, place + 1) / 2^level of the interval [0, 1), for one of several functions.
struct Box {
  int function = 0, level = 0;
  long place = 0;
  friend bool operator==(const Box&, const Box&) = default;
  std::size_t hash() const { return (static_cast<std::size_t>(place) << 12 | level << 6 | function) * 0x9e3779b97f4a7c15u; }
  friend std::ostream& operator<<(std::ostream& os, const Box& b) { return os << b.function << ':' << b.level << ':' << b.place; }
  Box parent() const { return {function, level - 1, place / 2}; }
  Box child(int side) const { return {function, level + 1, 2 * place + side}; }
};
static double norm2(const Coefficients& c) {
  double sum = 0;
  for (const double x : c) sum += x * x;
  return sum;
}

// Gauss' points and weights on [0, 1], and there the normalized Legendre polynomials.
struct Basis {
  std::array<double, kOrder> point, weight;
  std::array<Coefficients, kOrder> at_point;  // [point][degree]
  // Of the polynomials of a box those of its two halves: sum[degree] = sum of h[side][degree][d] * half[side][d].
  std::array<std::array<Coefficients, kOrder>, 2> h{};

  static Coefficients legendre(double x) {
    Coefficients p;
    p[0] = 1, p[1] = 2 * x - 1;
    for (int n = 1; n + 1 < kOrder; ++n) p[n + 1] = ((2 * n + 1) * (2 * x - 1) * p[n] - n * p[n - 1]) / (n + 1);
    for (int n = 0; n < kOrder; ++n) p[n] *= std::sqrt(2 * n + 1.0);
    return p;
  }
  Basis() {
    for (int i = 0; i < kOrder; ++i) {
      double t = std::cos(std::numbers::pi * (i + 0.75) / (kOrder + 0.5)), derivative = 1;
      for (int step = 0; step < 50; ++step) {
        double p0 = 1, p1 = t;
        for (int n = 1; n < kOrder; ++n) p0 = std::exchange(p1, ((2 * n + 1) * t * p1 - n * p0) / (n + 1));
        derivative = kOrder * (t * p1 - p0) / (t * t - 1);
        t -= p1 / derivative;
      }
      point[i] = (1 + t) / 2;
      weight[i] = 1 / ((1 - t * t) * derivative * derivative);
      at_point[i] = legendre(point[i]);
    }
    for (int side = 0; side < 2; ++side)
      for (int i = 0; i < kOrder; ++i) {
        const Coefficients large = legendre((point[i] + side) / 2);
        for (int m = 0; m < kOrder; ++m)
          for (int d = 0; d < kOrder; ++d) h[side][m][d] += weight[i] * large[m] * at_point[i][d] / std::sqrt(2.0);
      }
  }
};
static const Basis basis;

static Coefficients up(const Coefficients& left, const Coefficients& right) {
  Coefficients sum{};
  for (int m = 0; m < kOrder; ++m)
    for (int d = 0; d < kOrder; ++d) sum[m] += basis.h[0][m][d] * left[d] + basis.h[1][m][d] * right[d];
  return sum;
}
static Coefficients down(const Coefficients& sum, int side) {
  Coefficients half{};
  for (int m = 0; m < kOrder; ++m)
    for (int d = 0; d < kOrder; ++d) half[d] += basis.h[side][m][d] * sum[m];
  return half;
}

constexpr int kFunctions = 16;
static double centre(int f) { return (f + 0.5) / kFunctions; }
constexpr double kExponent = 30000;
static double value(int f, double x) { return std::exp(-kExponent * (x - centre(f)) * (x - centre(f))); }

static Coefficients project(const Box& box) {
  const double width = std::ldexp(1.0, -box.level);
  Coefficients c{};
  for (int i = 0; i < kOrder; ++i)
    for (int d = 0; d < kOrder; ++d)
      c[d] += basis.weight[i] * value(box.function, (box.place + basis.point[i]) * width) * basis.at_point[i][d] * std::sqrt(width);
  return c;
}

// What the two halves of a box have beyond what the box tells of them. A leaf has no halves.
struct Halves {
  std::array<Coefficients, 2> c{};
  bool is_leaf = true;
};

int main(int argc, char** argv) {
  ttg::initialize(argc, argv);
  constexpr double kPrecision = 1e-10;
  std::array<double, kFunctions> projected{}, compressed{}, reconstructed{};
  std::mutex mutex;
  const auto add = [&](std::array<double, kFunctions>& to, const Box& box, double x) {
    const std::lock_guard lock(mutex);
    to[box.function] += x;
  };

  ttg::Edge<Box, void> refine("refine");
  ttg::Edge<Box, Coefficients> left("left"), right("right"), root("root"), sums("sums");
  ttg::Edge<Box, Halves> differences("differences");

  const auto send_up = [](const Box& box, const Coefficients& c, auto& outs) {
    if (box.level == 0) ttg::send<2>(box, c, outs);
    else if (box.place % 2 == 0) ttg::send<0>(box.parent(), c, outs);
    else ttg::send<1>(box.parent(), c, outs);
  };

  auto projector = ttg::make_tt(
      [&](const Box& box, std::tuple<ttg::Out<Box, Coefficients>, ttg::Out<Box, Coefficients>, ttg::Out<Box, Coefficients>, ttg::Out<Box, Halves>, ttg::Out<Box, void>>& outs) {
        const Coefficients l = project(box.child(0)), r = project(box.child(1));
        const Coefficients sum = up(l, r);
        const double lost = norm2(l) + norm2(r) - norm2(sum);
        if (box.level < 6 || lost > kPrecision) {  // the first levels may miss a narrow peak
          for (int side = 0; side < 2; ++side) ttg::sendk<4>(box.child(side), outs);
          return;
        }
        add(projected, box, norm2(sum));
        ttg::send<3>(box, Halves{}, outs);
        send_up(box, sum, outs);
      },
      ttg::edges(refine), ttg::edges(left, right, root, differences, refine), "project");
  auto compress = ttg::make_tt(
      [&](const Box& box, const Coefficients& l, const Coefficients& r,
          std::tuple<ttg::Out<Box, Coefficients>, ttg::Out<Box, Coefficients>, ttg::Out<Box, Coefficients>, ttg::Out<Box, Halves>>& outs) {
        const Coefficients sum = up(l, r);
        Halves rest{{l, r}, false};
        double norm = 0;
        for (int side = 0; side < 2; ++side) {
          const Coefficients known = down(sum, side);
          for (int d = 0; d < kOrder; ++d) rest.c[side][d] -= known[d];
          norm += norm2(rest.c[side]);
        }
        add(compressed, box, norm);
        ttg::send<3>(box, rest, outs);
        send_up(box, sum, outs);
      },
      ttg::edges(left, right), ttg::edges(left, right, root, differences), "compress");
  auto turn = ttg::make_tt(
      [&](const Box& box, const Coefficients& sum, std::tuple<ttg::Out<Box, Coefficients>>& outs) {
        add(compressed, box, norm2(sum));
        ttg::send<0>(box, sum, outs);
      },
      ttg::edges(root), ttg::edges(sums), "turn");
  auto reconstruct = ttg::make_tt(
      [&](const Box& box, const Coefficients& sum, const Halves& rest, std::tuple<ttg::Out<Box, Coefficients>>& outs) {
        if (rest.is_leaf) return add(reconstructed, box, norm2(sum));
        for (int side = 0; side < 2; ++side) {
          Coefficients half = down(sum, side);
          for (int d = 0; d < kOrder; ++d) half[d] += rest.c[side][d];
          ttg::send<0>(box.child(side), half, outs);
        }
      },
      ttg::edges(sums, differences), ttg::edges(sums), "reconstruct");
  ttg::make_graph_executable(projector);
  for (int f = 0; f < kFunctions; ++f) ttg::invoke_once(*projector, Box{f, 0, 0});
  ttg::execute();
  ttg::fence();

  for (auto* norms : {&projected, &compressed, &reconstructed})
    for (double& norm : *norms) ttg::ttg_sum(ttg::default_execution_context(), norm);

  // Of exp(-a x^2) the square has the integral sqrt(pi / 2a).
  const double exact = std::sqrt(std::numbers::pi / (2 * kExponent));
  bool right_everywhere = true;
  for (int f = 0; f < kFunctions; ++f)
    for (const double norm : {projected[f], compressed[f], reconstructed[f]})
      right_everywhere = right_everywhere && std::abs(norm - exact) < 1e-7;
  if (ttg::rank() == 0) std::cout << kFunctions << " functions, norm " << reconstructed[0] << " of " << exact << ": " << (right_everywhere ? "right" : "WRONG") << '\n';
  ttg::finalize();
  return right_everywhere ? 0 : 1;
}
