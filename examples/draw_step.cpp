// Draws one step of a real world as SVG on standard output. Left, how the octree finds who may meet: everybody's track
// (the box it sweeps in the step) and the cells. Right, the pair that meets: start, impact and end of the step.
//   build/examples/draw_step > docs/images/step.svg
#include <firstcontact/motion.hpp>
#include <firstcontact/world.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

using namespace firstcontact;

namespace {

const Vec3 plank_half_extents(0.5, 0.15, 0.3);     // m
const Vec3 pebble_half_extents(0.06, 0.06, 0.06);  // m
constexpr double panel_size = 440.0;               // pixels; a panel is a square

/// A square of the world, seen along Z, and where it goes on the paper.
struct View {
  Vec3 center{0.0};              // m
  double half_side = 1.0;        // m
  double left = 0.0, top = 0.0;  // pixels

  [[nodiscard]] double scale() const { return 0.5 * panel_size / half_side; }
  [[nodiscard]] double x(double metres) const { return left + (metres - center.x + half_side) * scale(); }
  [[nodiscard]] double y(double metres) const { return top + (center.y + half_side - metres) * scale(); }
};

// --- the world

BodyIndex add_box(World& world, const Vec3& half_extents, const FlowState& start) {
  BodyDefinition box;
  box.name = "box";
  box.restitution = 0.8;
  box.collider = make_box_collider(half_extents).value();
  box.mesh_pose = start.pose;
  box.linear_velocity = start.linear_velocity;
  box.angular_velocity = start.angular_velocity;
  return world.add_body(box).value();
}

/// Numbers in -1..1 that look like chance and are the same on every machine.
class Dice {
 public:
  double throw_one() {
    state_ = state_ * 1664525U + 1013904223U;
    return static_cast<double>(state_ >> 8U) / 8388608.0 - 1.0;
  }

 private:
  std::uint32_t state_ = 7;
};

/// Pebbles on a grid, `count` each way from `corner` on.
struct Swarm {
  Vec3 corner{0.0};      // m
  double spacing = 1.0;  // m
  int count = 10;
};

// Adds a swarm, leaving out those in `taken`.
void add_swarm(World& world, Dice& dice, const Swarm& swarm, const std::vector<Aabb>& taken) {
  for (int row = 0; row < swarm.count; ++row) {
    for (int column = 0; column < swarm.count; ++column) {
      FlowState start;
      const Vec3 jitter(0.2 * dice.throw_one(), 0.2 * dice.throw_one(), 0.0);
      start.pose.position = swarm.corner + swarm.spacing * (Vec3(column, row, 0.0) + jitter);
      start.linear_velocity = {2.0 * dice.throw_one(), 2.0 * dice.throw_one(), 0.0};
      start.angular_velocity = {0.0, 0.0, 20.0 * dice.throw_one()};
      const Aabb here{start.pose.position, start.pose.position};
      if (std::none_of(taken.begin(), taken.end(), [&](const Aabb& box) { return overlaps(box, here); })) {
        add_box(world, pebble_half_extents, start);
      }
    }
  }
}

World make_world() {
  WorldDefinition definition;
  definition.gravity = Vec3(0.0);
  definition.time_step = 0.1;
  World world{definition};
  add_box(world, plank_half_extents, {{{-0.9, 0.25, 0.0}}, {10.0, -1.0, 0.0}, {0.0, 0.0, 14.0}});
  add_box(world, plank_half_extents, {{{0.9, -0.25, 0.0}}, {-10.0, 1.0, 0.0}, {0.0, 0.0, -11.0}});
  Dice dice;
  const Aabb planks{{-2.1, -1.2, -1.0}, {2.1, 1.2, 1.0}};
  const Aabb crowd{{-3.8, 1.2, -1.0}, {-0.8, 4.1, 1.0}};
  add_swarm(world, dice, {{-3.3, 1.4, 0.0}, 0.24, 10}, {planks});
  add_swarm(world, dice, {{-3.3, -3.4, 0.0}, 0.78, 10}, {planks, crowd});
  return world;
}

// --- what is drawn of it

void draw_box(const View& view, const Aabb& box, const std::string& look) {
  std::printf("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" class=\"%s\"/>\n", view.x(box.low.x),
              view.y(box.high.y), view.scale() * (box.high.x - box.low.x), view.scale() * (box.high.y - box.low.y),
              look.c_str());
}

void draw_line(const View& view, const Vec3& from, const Vec3& to, const std::string& look) {
  std::printf("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" class=\"%s\"/>\n", view.x(from.x), view.y(from.y),
              view.x(to.x), view.y(to.y), look.c_str());
}

void draw_pose(const View& view, const Pose& pose, const Vec3& half_extents, const std::string& look) {
  std::printf("<polygon class=\"%s\" points=\"", look.c_str());
  for (const Vec3& corner : {Vec3(-1, -1, 0), Vec3(1, -1, 0), Vec3(1, 1, 0), Vec3(-1, 1, 0)}) {
    const Vec3 at = to_world(pose, corner * half_extents);
    std::printf("%.1f,%.1f ", view.x(at.x), view.y(at.y));
  }
  std::printf("\"/>\n");
}

void write(const View& view, const Vec3& at, const char* text) {
  std::printf("<text x=\"%.1f\" y=\"%.1f\">%s</text>\n", view.x(at.x), view.y(at.y), text);
}

// A cell and the lines that cut it into its octants.
void draw_cells(const View& view, const World& world) {
  for (const OctreeCell& cell : world.octree().track_cells()) {
    const Aabb& box = cell.cell;
    const Vec3 middle = 0.5 * (box.low + box.high);
    draw_box(view, box, "cell");
    draw_line(view, {middle.x, box.low.y, 0.0}, {middle.x, box.high.y, 0.0}, "cell");
    draw_line(view, {box.low.x, middle.y, 0.0}, {box.high.x, middle.y, 0.0}, "cell");
  }
}

// What a body would sweep if it met nobody.
Aabb track_of(const MotionSegment& segment, const Vec3& half_extents, double duration) {
  RigidMotion motion;
  motion.start = segment.pose;
  motion.linear_velocity = segment.linear_velocity;
  motion.angular_velocity = segment.angular_velocity;
  return swept_box(motion, half_extents, glm::length(half_extents), duration);
}

std::string colour_of(BodyIndex body) { return body == 0 ? "blue" : body == 1 ? "red" : "grey"; }
const Vec3& half_extents_of(BodyIndex body) { return body < 2 ? plank_half_extents : pebble_half_extents; }

void draw_candidates(const View& view, const World& world) {
  draw_cells(view, world);
  for (const MotionSegment& segment : world.segments()) {
    if (segment.start_time == 0.0) {
      const Vec3& half_extents = half_extents_of(segment.body);
      draw_box(view, track_of(segment, half_extents, world.time()), "track " + colour_of(segment.body));
      draw_pose(view, segment.pose, half_extents, "solid " + colour_of(segment.body));
    }
  }
}

// One plank: track, start, end and the poses every 10 ms between, then the impact on top.
void draw_plank(const View& view, const World& world, BodyIndex body, double impact) {
  const std::string colour = colour_of(body);
  for (const MotionSegment& segment : world.segments()) {
    if (segment.body != body) {
      continue;
    }
    const bool is_first = segment.start_time == 0.0;
    if (is_first) {
      draw_box(view, track_of(segment, plank_half_extents, world.time()), "track " + colour);
      draw_pose(view, segment.pose, plank_half_extents, "start " + colour);
    }
    for (double time = 0.01; time < world.time() - 0.005; time += 0.01) {
      if (is_first ? time < impact : time > impact) {
        const Pose between = evaluate(segment, world.inertia(body), time).pose;
        draw_pose(view, between, plank_half_extents, (is_first ? "before " : "after ") + colour);
      }
    }
    if (!is_first) {
      draw_pose(view, segment.pose, plank_half_extents, "solid " + colour);
    }
  }
  draw_pose(view, world.state(body).pose, plank_half_extents, "end " + colour);
}

void draw_meeting(const View& view, const World& world, const Event& event) {
  draw_plank(view, world, 0, event.time);
  draw_plank(view, world, 1, event.time);
  draw_line(view, event.point, event.point + 0.3 * event.normal, "normal");
  std::printf("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\"/>\n", view.x(event.point.x), view.y(event.point.y));
  for (const BodyIndex body : {0U, 1U}) {
    const Aabb track = track_of(world.segments()[body], plank_half_extents, world.time());
    write(view, {track.low.x + 0.04, body == 0 ? track.high.y - 0.1 : track.low.y + 0.05, 0.0}, "track");
    write(view, world.segments()[body].pose.position + Vec3(body == 0 ? -0.42 : 0.24, -0.04, 0.0), "start");
    const Vec3 end = body == 0 ? Vec3(0.5, 0.22, 0.0) : Vec3(0.5, -0.22, 0.0);
    write(view, to_world(world.state(body).pose, end), "end");
  }
  write(view, event.point - Vec3(0.1, 0.3, 0.0), "impact");
}

// --- the paper

void begin_paper() {
  std::printf(
      R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 545"
  font-family="Helvetica, Arial, sans-serif" font-size="13">
<style>
rect, polygon, line { fill: none; } .paper { fill: white; } .frame { stroke: #555; } .cell { stroke: #c2a55a; }
.grey { stroke: #8a8a8a; } .blue { stroke: #1f5fa8; } .red { stroke: #c0501a; }
.track { stroke-dasharray: 4 3; fill-opacity: .07; } .track.blue { fill: #1f5fa8; } .track.red { fill: #c0501a; }
.solid { fill-opacity: .8; } .solid.blue { fill: #1f5fa8; } .solid.red { fill: #c0501a; } .solid.grey { fill: #b9b9b9; }
.start { stroke-width: 2; } .end { stroke-width: 2; stroke-dasharray: 1.5 2.5; }
.before { stroke-opacity: .35; } .after { stroke-opacity: .2; } .normal { stroke: black; stroke-width: 2; }
</style>
<clipPath id="left"><rect x="20" y="40" width="440" height="440"/></clipPath>
<clipPath id="right"><rect x="500" y="40" width="440" height="440"/></clipPath>
<rect width="960" height="545" class="paper"/>
)");
}

void begin_panel(const char* clip) { std::printf("<g clip-path=\"url(#%s)\">\n", clip); }

void end_panel(const View& view, const char* title) {
  std::printf("</g>\n<rect x=\"%.0f\" y=\"%.0f\" width=\"440\" height=\"440\" class=\"frame\"/>\n", view.left,
              view.top);
  std::printf("<text x=\"%.0f\" y=\"%.0f\" font-size=\"16\" font-weight=\"bold\">%s</text>\n", view.left,
              view.top - 12.0, title);
}

void write_captions(const World& world, const Event& event) {
  const std::size_t bodies = world.body_count();
  std::printf("<text x=\"20\" y=\"504\">%zu bodies, their tracks (dashed), and the octree's cells.</text>\n", bodies);
  std::printf("<text x=\"20\" y=\"524\">Tracks that overlap make %llu candidate pairs out of %zu.</text>\n",
              static_cast<unsigned long long>(world.statistics().pairs_tested), bodies * (bodies - 1) / 2);
  std::printf("<text x=\"500\" y=\"504\">Impact %.2f ms after the start, end of the step at %.0f ms;</text>\n",
              event.time * 1e3, world.time() * 1e3);
  std::printf("<text x=\"500\" y=\"524\">faint: every 10 ms. Gap at the impact: %.2f mm.</text>\n", event.gap * 1e3);
}

}  // namespace

int main() {
  World world = make_world();
  world.step();
  const auto meeting = std::find_if(world.events().begin(), world.events().end(), [](const Event& event) {
    return event.kind == EventKind::impact && event.a == 0 && event.b == 1;
  });
  if (meeting == world.events().end() || !world.initial_overlaps().empty()) {
    std::fprintf(stderr, "draw_step: the planks did not meet, or bodies overlapped at the start\n");
    return 1;
  }
  const View left{Vec3(0.0), 4.2, 20.0, 40.0};
  const View right{Vec3(0.0), 1.5, 500.0, 40.0};
  begin_paper();
  begin_panel("left");
  draw_candidates(left, world);
  end_panel(left, "Who may meet whom");
  begin_panel("right");
  draw_meeting(right, world, *meeting);
  end_panel(right, "When the two meet, and where");
  write_captions(world, *meeting);
  std::printf("</svg>\n");
}
