// Draws one step of a real world as SVG on standard output: two boxes, the tracks they leave, and where and when they
// meet. docs/images/step.svg was made by it.
#include <array>
#include <cstdio>
#include <firstcontact/motion.hpp>
#include <firstcontact/world.hpp>

using namespace firstcontact;

namespace {

const Vec3 half_extents(0.5, 0.15, 0.3);

BodyIndex add_box(World& world, const Vec3& position, const Vec3& velocity, const Vec3& spin) {
  BodyDefinition box;
  box.name = "box";
  box.collider = make_box_collider(half_extents).value();
  box.mesh_pose.position = position;
  box.linear_velocity = velocity;
  box.angular_velocity = spin;
  return world.add_body(box).value();
}

// Metres to the drawing's pixels, seen along Z.
double x_of(double metres) { return 320.0 + 200.0 * metres; }
double y_of(double metres) { return 200.0 - 200.0 * metres; }

void draw_box(const Aabb& box, const char* style) {
  std::printf("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" %s/>\n", x_of(box.low.x), y_of(box.high.y),
              200.0 * (box.high.x - box.low.x), 200.0 * (box.high.y - box.low.y), style);
}

void draw_pose(const Pose& pose, const char* style) {
  std::printf("<polygon points=\"");
  for (const std::array<double, 2>& corner : {std::array{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}}) {
    const Vec3 at = to_world(pose, {corner[0] * half_extents.x, corner[1] * half_extents.y, 0.0});
    std::printf("%.1f,%.1f ", x_of(at.x), y_of(at.y));
  }
  std::printf("\" %s/>\n", style);
}

}  // namespace

int main() {
  WorldDefinition definition;
  definition.gravity = Vec3(0.0);
  definition.time_step = 0.1;
  World world{definition};
  add_box(world, {-0.95, 0.25, 0.0}, {8.0, -1.0, 0.0}, {0.0, 0.0, 12.0});
  add_box(world, {0.95, -0.25, 0.0}, {-8.0, 1.0, 0.0}, {0.0, 0.0, -9.0});
  world.step();
  std::printf(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 400\" font-family=\"sans-serif\" "
      "font-size=\"13\">\n");
  std::printf("<rect width=\"640\" height=\"400\" fill=\"white\"/>\n");
  const double impact = world.events().empty() ? world.time() : world.events().front().time;
  for (const MotionSegment& segment : world.segments()) {
    if (segment.start_time > 0.0) {
      continue;
    }
    RigidMotion motion;
    motion.start = segment.pose;
    motion.linear_velocity = segment.linear_velocity;
    motion.angular_velocity = segment.angular_velocity;
    const char* colour = segment.body == 0 ? "#1f5fa8" : "#b5541c";
    std::array<char, 100> track{};
    std::snprintf(track.data(), track.size(),
                  "fill=\"%s\" fill-opacity=\"0.08\" stroke=\"%s\" stroke-dasharray=\"5 4\"", colour, colour);
    draw_box(swept_box(motion, half_extents, glm::length(half_extents), definition.time_step), track.data());
    std::array<char, 100> outline{};
    std::snprintf(outline.data(), outline.size(), "fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\"", colour);
    draw_pose(segment.pose, outline.data());
    std::snprintf(outline.data(), outline.size(), "fill=\"%s\" fill-opacity=\"0.35\" stroke=\"%s\"", colour, colour);
    draw_pose(evaluate(segment, world.inertia(segment.body), impact).pose, outline.data());
  }
  for (const Event& event : world.events()) {
    std::printf("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"black\"/>\n", x_of(event.point.x), y_of(event.point.y));
  }
  std::printf(
      "<text x=\"16\" y=\"385\">dashed: tracks of the step; outlined: its start; filled: the impact, %.2f ms "
      "later</text>\n",
      impact * 1e3);
  std::printf("</svg>\n");
  return 0;
}
