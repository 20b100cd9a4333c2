// Draws what a step looks like to the methods that find contacts in it: the gap between a blade that turns once and a
// post, where `discrete`, `sampled` and the certified query look, and what they answer. SVG on standard output.
#include <firstcontact/impact_methods.hpp>
#include <firstcontact/separation.hpp>

#include <cstdio>

namespace fc = firstcontact;

namespace {

constexpr double two_pi = 6.283185307179586;
constexpr double widest = 0.9;  // m, the top of the picture
constexpr int samples = 6;

double x_of(double time) { return 60.0 + 840.0 * time; }
double y_of(double gap) { return 300.0 - 260.0 * gap / widest; }

double gap_at(const fc::MovingShape& a, const fc::MovingShape& b, double time) {
  return fc::separation({a.shape, fc::pose_at(a.motion, time)}, {b.shape, fc::pose_at(b.motion, time)}).distance;
}

void draw_gap(const fc::MovingShape& a, const fc::MovingShape& b) {
  std::printf("<path fill='none' stroke='#555' stroke-width='2' d='");
  for (int i = 0; i <= 840; ++i) {
    const double time = i / 840.0;
    std::printf("%c%.1f %.1f", i == 0 ? 'M' : 'L', x_of(time), y_of(gap_at(a, b, time)));
  }
  std::printf("'/>\n");
}

void draw_look(const fc::MovingShape& a, const fc::MovingShape& b, double time, const char* color, double radius) {
  std::printf("<circle cx='%.1f' cy='%.1f' r='%.1f' fill='%s'/>\n", x_of(time), y_of(gap_at(a, b, time)), radius,
              color);
}

// The certified query's own walk: asked again and again with fewer looks allowed, it says how far each one carried it.
void draw_walk(const fc::MovingShape& a, const fc::MovingShape& b) {
  const fc::TimeOfImpact found = fc::time_of_impact(a, b, {});
  for (int looks = 1; looks < found.iterations; ++looks) {
    fc::TimeOfImpactOptions options;
    options.max_iterations = looks;
    draw_look(a, b, fc::time_of_impact(a, b, options).time, "#c0501a", 4.0);
  }
  draw_look(a, b, found.time, "#c0501a", 6.0);
  std::printf("<text x='%.1f' y='%.1f' fill='#c0501a'>certified: touches at %.4f of the step, after %d looks</text>\n",
              x_of(found.time) - 10.0, y_of(0.0) + 22.0, found.time, found.iterations);
}

const char* answer(const fc::MovingShape& a, const fc::MovingShape& b, fc::ImpactMethod method) {
  return fc::time_of_impact_by(a, b, {method, {}, samples}).status == fc::ImpactStatus::clear ? "clear" : "contact";
}

}  // namespace

int main() {
  const fc::ConvexShape blade = fc::make_shape(fc::make_box({1.0, 0.01, 0.05}));
  const fc::ConvexShape post = fc::make_shape(fc::make_box({0.02, 1.0, 0.02}));
  fc::MovingShape turning{&blade, {}};
  turning.motion.angular_velocity = {0.0, two_pi, 0.0};  // one turn in the step
  fc::MovingShape standing{&post, {}};
  standing.motion.start.position = {0.0, 0.0, 0.9};

  std::printf(
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 960 360' font-family='sans-serif' font-size='15'>\n");
  std::printf("<rect width='960' height='360' fill='#fbfaf7'/>\n<path stroke='#999' d='M60 300H900M60 40V300'/>\n");
  std::printf("<text x='60' y='28'>gap, 0 to %.1f m</text><text x='800' y='322'>one step</text>\n", widest);
  draw_gap(turning, standing);
  for (int i = 0; i <= samples; ++i) {
    draw_look(turning, standing, static_cast<double>(i) / samples, "#2f8f5b", 6.0);
  }
  draw_look(turning, standing, 0.0, "#1f5fa8", 9.0);
  draw_look(turning, standing, 1.0, "#1f5fa8", 9.0);
  draw_walk(turning, standing);
  std::printf("<text x='60' y='345' fill='#1f5fa8'>discrete, 2 looks: %s</text>\n",
              answer(turning, standing, fc::ImpactMethod::discrete));
  std::printf("<text x='300' y='345' fill='#2f8f5b'>sampled, %d parts: %s</text>\n</svg>\n", samples,
              answer(turning, standing, fc::ImpactMethod::sampled));
}
