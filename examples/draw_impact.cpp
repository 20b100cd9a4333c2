// Draws how an impact goes, as SVG on standard output: a rod comes down on its end at an angle, and along the growing
// normal impulse (up) its end slips (across), sticks, or slips back, for several coefficients of friction.
//   build/examples/draw_impact > docs/images/impact.svg
#include <firstcontact/impact_law.hpp>

#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

using namespace firstcontact;

namespace {

constexpr double width = 640.0;  // pixels
constexpr double height = 420.0;
constexpr double left = 200.0;    // of no slip
constexpr double bottom = 370.0;  // of no impulse
constexpr double across = 300.0;  // pixels per m/s
constexpr double up = 250.0;      // pixels per N s

struct Curve {
  double friction = 0.0;
  const char* colour = "";
  double label = 0.0;  // pixels: how far above its end it is named
};

constexpr std::array<Curve, 4> curves{Curve{0.0, "#888888", 8.0}, Curve{0.2, "#1f77b4", -22.0},
                                      Curve{0.5, "#2ca02c", 8.0}, Curve{1.0, "#d62728", 8.0}};

// A rod of 1 kg and 1 m, 0.1 m thick, leans by 30 degrees, and its lower end meets the floor with (1, -2) m/s.
PointImpact rod(double friction) {
  constexpr double inertia = (1.0 + 0.01) / 12.0;  // kg m^2
  const Vec3 arm(-0.5 * std::cos(0.5236) + 0.05 * std::sin(0.5236), -0.5 * std::sin(0.5236) - 0.05 * std::cos(0.5236),
                 0.0);  // m: from the centre to the end
  PointImpact impact;
  const double xy = -arm.x * arm.y / inertia;
  impact.compliance =
      Mat3(1.0 + arm.y * arm.y / inertia, xy, 0.0, xy, 1.0 + arm.x * arm.x / inertia, 0.0, 0.0, 0.0, 1.0);
  impact.velocity = {1.0, -2.0, 0.0};
  impact.friction = friction;
  impact.restitution = 0.5;
  return impact;
}

void text(double x, double y, const char* words, const char* colour) {
  std::printf("<text x='%.1f' y='%.1f' fill='%s'>%s</text>\n", x, y, colour, words);
}

void line(double x1, double y1, double x2, double y2) {
  std::printf("<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' stroke='#444444'/>\n", x1, y1, x2, y2);
}

double x_of(double slip) { return left + across * slip; }
double y_of(double impulse) { return bottom - up * impulse; }

void draw(const Curve& curve) {
  std::vector<ImpactMoment> path;
  const ImpactOutcome outcome = resolve_impact(rod(curve.friction), &path);
  std::printf("<polyline fill='none' stroke='%s' stroke-width='2.5' points='", curve.colour);
  for (const ImpactMoment& moment : path) {
    std::printf("%.2f,%.2f ", x_of(moment.velocity.x), y_of(moment.normal_impulse));
  }
  std::printf("'/>\n");
  for (const ImpactMoment& moment : path) {
    const bool is_compressed = moment.normal_impulse == outcome.compression_impulse;
    std::printf("<circle cx='%.2f' cy='%.2f' r='%s' fill='%s' stroke='%s'/>\n", x_of(moment.velocity.x),
                y_of(moment.normal_impulse), is_compressed ? "5" : "2.5", is_compressed ? "white" : curve.colour,
                curve.colour);
  }
  std::array<char, 32> words{};
  std::snprintf(words.data(), words.size(), "friction %.1f", curve.friction);
  text(x_of(path.back().velocity.x) - 20.0, y_of(path.back().normal_impulse) - curve.label, words.data(), curve.colour);
}

}  // namespace

int main() {
  std::printf(
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %.0f %.0f' font-family='sans-serif' font-size='13'>\n",
      width, height);
  std::printf("<rect width='%.0f' height='%.0f' fill='white'/>\n", width, height);
  line(40.0, bottom, width - 20.0, bottom);
  line(left, bottom + 10.0, left, 30.0);
  line(x_of(1.0), bottom - 4.0, x_of(1.0), bottom + 4.0);
  text(x_of(1.0) - 22.0, bottom + 20.0, "1 m/s", "#444444");
  text(width - 150.0, bottom + 38.0, "slip of the rod's end", "#444444");
  text(left - 110.0, 24.0, "normal impulse, N s", "#444444");
  for (const double impulse : {0.5, 1.0}) {
    line(left - 4.0, y_of(impulse), left + 4.0, y_of(impulse));
    text(left - 34.0, y_of(impulse) + 4.0, impulse == 0.5 ? "0.5" : "1.0", "#444444");
  }
  for (const Curve& curve : curves) {
    draw(curve);
  }
  std::printf("</svg>\n");
  return 0;
}
