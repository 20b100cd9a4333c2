#include "viewer/pictures.hpp"

#include <chrono>
#include <future>
#include <limits>
#include <memory>

#include "render/line_art.hpp"
#include "viewer/heavy_overlays.hpp"
#include "viewer/plane.hpp"

namespace firstcontact {
namespace {

const glm::vec4 a_ink(0.20F, 0.50F, 0.86F, 1.0F);
const glm::vec4 b_ink(0.92F, 0.52F, 0.18F, 1.0F);
const glm::vec4 gap_ink(0.90F, 0.16F, 0.12F, 1.0F);
const glm::vec4 way_out_ink(1.0F, 0.88F, 0.25F, 1.0F);                                 // upon red
const glm::vec3 apart_paint(0.06F, 0.42F, 0.12F), overlap_paint(0.70F, 0.05F, 0.04F);  // linear

bool is_pair_shown(const ViewState& state) { return state.lab.is_open && state.lab.report.has_value(); }

const std::vector<ConvexShape>& shapes_of(const Session& session, BodyIndex body) {
  return session.stage->shapes[session.stage->header.bodies[body].collider];
}

// All that the lab needs to know of a pair; the stage keeps the shapes, which do not change.
struct PairQuestion {
  std::shared_ptr<const Stage> stage;
  const std::vector<ConvexShape>* a = nullptr;
  const std::vector<ConvexShape>* b = nullptr;
  Pose pose_a, pose_b;
  Vec3 relative_velocity{0.0};  // m/s
  double span = 0.0;            // s
  std::optional<Vec3> plane_normal;
};

PairQuestion question_about(const ViewState& state, const Session& session) {
  const Instant instant = session.instant();
  const FlowState first = instant.motions->state(*state.selected, instant.time);
  const FlowState second = instant.motions->state(*state.second, instant.time);
  PairQuestion question;
  question.stage = session.stage;
  question.a = &shapes_of(session, *state.selected);
  question.b = &shapes_of(session, *state.second);
  question.pose_a = state.lab.moved.value_or(first.pose);
  question.pose_b = second.pose;
  question.relative_velocity = second.linear_velocity - first.linear_velocity;
  question.span = session.stage->header.time_step;
  question.plane_normal = plane_normal_of_pair(session.stage->header, {*state.selected, *state.second});
  return question;
}

// Looks at the shapes of the two bodies that are nearest to each other, or deepest in each other.
AxisReport look_at_pair(const PairQuestion& pair) {
  AxisQuestion question{{}, {}, pair.relative_velocity, pair.span, pair.plane_normal};
  double least = std::numeric_limits<double>::infinity();
  for (const ConvexShape& a : *pair.a) {
    for (const ConvexShape& b : *pair.b) {
      const Separation apart = separation({&a, pair.pose_a}, {&b, pair.pose_b});
      if (apart.distance - apart.depth < least) {
        least = apart.distance - apart.depth;
        question.a = {&a, pair.pose_a};
        question.b = {&b, pair.pose_b};
      }
    }
  }
  return look_at_axes(question);
}

// The axis of a row as a line beside the pair, and on it the two shadows.
void add_shadows(Picture& picture, const AxisReport& report, std::size_t shown) {
  if (shown >= report.rows.size()) {
    return;
  }
  const AxisRow& row = report.rows[shown];
  const Vec3 middle = 0.5 * (report.separation.point_a + report.separation.point_b);
  const Vec3 across = report.plane_normal ? glm::cross(*report.plane_normal, row.axis) : any_perpendicular(row.axis);
  const Vec3 beside = 0.30 * picture.scale * across;
  const Vec3 base = middle + beside - glm::dot(row.axis, middle + beside) * row.axis;
  const auto at = [&](double along, double offset) {
    return base + along * row.axis + offset * glm::normalize(beside);
  };
  const double low = std::min(row.a.low, row.b.low) - 0.1 * picture.scale;
  const double high = std::max(row.a.high, row.b.high) + 0.1 * picture.scale;
  picture.lines.push_back({at(low, 0.0), at(high, 0.0), {0.1F, 0.1F, 0.12F, 0.8F}, 1.2F});
  const double aside = 0.012 * picture.scale;
  picture.lines.push_back({at(row.a.low, aside), at(row.a.high, aside), a_ink, 5.0F});
  picture.lines.push_back({at(row.b.low, -aside), at(row.b.high, -aside), b_ink, 5.0F});
}

// In a plane all of it is drawn before the bodies, so that it lies upon them.
Vec3 before_plane(const Picture& picture, const AxisReport& report) {
  if (!report.plane_normal) {
    return Vec3(0.0);
  }
  const double side = glm::dot(*report.plane_normal, picture.camera.eye - report.separation.point_a);
  return (side < 0.0 ? -1.01 : 1.01) * report.front * *report.plane_normal;
}

void add_pair(Picture& picture, const AxisLab& lab) {
  const AxisReport& report = *lab.report;
  const Separation& apart = report.separation;
  const std::size_t begin = picture.lines.size();
  add_shadows(picture, report, lab.shown.value_or(report.separating));
  if (apart.depth > 0.0) {
    draw_arrow(picture.lines, apart.point_b, apart.point_b + apart.depth * apart.normal, {way_out_ink, 3.5F});
  } else {
    picture.lines.push_back({apart.point_a, apart.point_b, gap_ink, 2.5F});
    draw_cross(picture.lines, apart.point_a, 0.01 * picture.scale, {a_ink, 2.5F});
    draw_cross(picture.lines, apart.point_b, 0.01 * picture.scale, {b_ink, 2.5F});
  }
  const Vec3 lift = before_plane(picture, report);
  for (std::size_t i = begin; i < picture.lines.size(); ++i) {
    picture.lines[i].from += lift;
    picture.lines[i].to += lift;
  }
}

}  // namespace

Picture bodies_picture(const ViewState& state, const Session& session) {
  const Instant instant = session.instant();
  Picture picture = picture_of(session.scenery, *instant.motions, instant.time);
  picture.camera = state.camera.camera();
  const bool is_pair = is_pair_shown(state);
  const bool overlaps = is_pair && state.lab.report->separation.depth > 0.0;
  for (PictureBody& shown : picture.bodies) {
    const bool is_first = state.selected && shown.body == *state.selected;
    const bool is_second = state.second && shown.body == *state.second;
    shown.glow = (is_first || is_second) && !is_pair ? 0.25F : 0.0F;
    if ((is_first || is_second) && is_pair) {
      shown.paint = overlaps ? overlap_paint : apart_paint;
    }
    if (is_first && state.lab.is_open && state.lab.moved) {
      const RecordedBody& body = session.stage->header.bodies[shown.body];
      shown.mesh_pose = mesh_pose(*state.lab.moved, session.stage->header.colliders[body.collider]);
    }
  }
  return picture;
}

Picture companion_picture(const ViewState& state, const Session& session) {
  const Instant instant = session.instant();
  Picture picture = picture_of(session.scenery, *instant.motions, instant.time);
  picture.camera = state.camera.camera();
  for (PictureBody& shown : picture.bodies) {
    const bool is_chosen =
        (state.selected && shown.body == *state.selected) || (state.second && shown.body == *state.second);
    shown.glow = is_chosen ? 0.25F : 0.0F;
  }
  add_overlays(picture, light_overlays(state.settings.overlays), instant, session.memory, {});
  return picture;
}

void add_explanations(Picture& picture, const ViewState& state, const Session& session,
                      const std::optional<DragSpring>& spring) {
  const Instant instant = session.instant();
  const bool looks_ahead = state.settings.overlays.events;
  add_overlays(picture, light_overlays(state.settings.overlays), instant, session.memory,
               looks_ahead ? session.coming_events() : std::vector<Event>());
  if (is_pair_shown(state)) {
    add_pair(picture, state.lab);
  }
  if (spring) {
    const Pose pose = instant.motions->state(spring->body, instant.time).pose;
    picture.lines.push_back({to_world(pose, spring->grip_local), spring->target, gap_ink, 2.5F});
  }
}

void update_lab(ViewState& state, const Session& session, Beside& beside) {
  constexpr auto patience = std::chrono::milliseconds(8);
  AxisLab& lab = state.lab;
  const std::size_t count = session.instant().motions->size();
  const bool has_pair = state.selected && state.second && *state.selected < count && *state.second < count;
  if (!lab.is_open || !has_pair) {
    lab.report.reset();
    return;
  }
  const BodyPair pair{*state.selected, *state.second};
  if (lab.asked != pair) {
    lab.report.reset();
    lab.coming = {};
  }
  if (!lab.coming.valid()) {
    lab.asked = pair;
    lab.coming = beside.start([question = question_about(state, session)] { return look_at_pair(question); });
  }
  if (lab.coming.wait_for(patience) == std::future_status::ready) {
    lab.report = lab.coming.get();
  }
}

void update_inspector(ViewState& state, Session& session) {
  constexpr double patience = 0.004;  // s of a frame
  Inspector& inspector = state.inspector;
  const bool has_one = state.selected && *state.selected < session.instant().motions->size();
  session.watch({inspector.is_open && has_one ? state.selected : std::nullopt, state.settings.overlays.contacts});
  if (!inspector.is_open || !has_one) {
    inspector.history.reset();
    inspector.contacts.clear();
    return;
  }
  if (!inspector.history || inspector.history->body() != *state.selected) {
    inspector.history.emplace(*state.selected);
  }
  inspector.history->learn(session.steps(), patience);
  inspector.contacts = near_contacts_of(*state.selected, session.instant());
}

}  // namespace firstcontact
