#include "render/overlays.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "render/contact_arrows.hpp"
#include "render/line_art.hpp"
#include "render/near_contacts.hpp"
#include "scene/text.hpp"

namespace firstcontact {
namespace {

constexpr double impact_shown_for = 0.5;  // s
constexpr double trail_length = 1.5;      // s
constexpr std::size_t most_events_shown = 12;
constexpr std::size_t most_passages_shown = 8;  // pairs

const glm::vec4 track_ink(0.10F, 0.45F, 0.85F, 0.65F);
const glm::vec4 impulse_ink(0.98F, 0.62F, 0.05F, 1.0F);
const glm::vec4 event_ink(0.75F, 0.15F, 0.75F, 0.95F);
const glm::vec4 passage_ink(0.90F, 0.08F, 0.08F, 1.0F);
const glm::vec4 spin_ink(0.10F, 0.60F, 0.30F, 1.0F);
const glm::vec4 momentum_ink(0.55F, 0.20F, 0.75F, 1.0F);
const glm::vec4 visited_ink(1.0F, 0.80F, 0.10F, 1.0F);
const glm::vec4 sleeper_ink(0.48F, 0.53F, 0.60F, 1.0F);  // near what lighting makes of the slate

struct Named {
  std::string_view name;
  bool OverlayChoice::*is_on;
};
// In the order of scene_overlay_names.
constexpr std::array<Named, 9> all_overlays{{{scene_overlay_names[0], &OverlayChoice::octree},
                                             {scene_overlay_names[1], &OverlayChoice::tracks},
                                             {scene_overlay_names[2], &OverlayChoice::hulls},
                                             {scene_overlay_names[3], &OverlayChoice::contacts},
                                             {scene_overlay_names[4], &OverlayChoice::impulses},
                                             {scene_overlay_names[5], &OverlayChoice::events},
                                             {scene_overlay_names[6], &OverlayChoice::spin},
                                             {scene_overlay_names[7], &OverlayChoice::trails},
                                             {scene_overlay_names[8], &OverlayChoice::sleepers}}};

constexpr std::size_t inks = 10;  // as many as there are colours by index

std::array<glm::vec3, inks> screen_inks() {
  std::array<glm::vec3, inks> result{};
  for (std::size_t i = 0; i < inks; ++i) {
    result.at(i) = glm::pow(color_by_index(i), glm::vec3(0.4545F));
  }
  return result;
}

glm::vec4 on_screen_color(std::size_t index, float opacity) {
  static const std::array<glm::vec3, inks> all = screen_inks();
  return {all.at(index % inks), opacity};
}

void add_octree(Picture& picture, const Instant& instant) {
  const Octree octree = octree_at(instant);
  for (const auto& cells : {octree.resident_cells(), octree.track_cells()}) {
    for (const OctreeCell& cell : cells) {
      const float opacity = std::max(0.15F, 0.75F - 0.1F * static_cast<float>(cell.depth));
      draw_box(picture.lines, cell.fitted, {on_screen_color(static_cast<std::size_t>(cell.depth), opacity), 1.2F});
    }
  }
}

void add_tracks(Picture& picture, const Instant& instant) {
  for (const Track& track : tracks_at(instant)) {
    draw_box(picture.lines, track.box, {track_ink, 1.3F});
  }
}

void add_hulls(Picture& picture, const Instant& instant) {
  const Stage& stage = *instant.stage;
  for (const PictureBody& shown : picture.bodies) {
    const auto body = static_cast<BodyIndex>(shown.body);
    const Pose pose = instant.motions->state(body, instant.time).pose;
    const auto& shapes = stage.shapes[stage.header.bodies[body].collider];
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      draw_shape(picture.lines, shapes[i], pose, {on_screen_color(i, 0.9F), 1.4F});
    }
  }
}

// An impulse is as long as the speed it gives the lighter body, up to a length that still fits the picture.
void add_impulses(Picture& picture, const Instant& instant, const OverlayMemory& memory) {
  const auto& bodies = instant.stage->header.bodies;
  for (const Event& event : memory.recent_impacts()) {
    const double age = instant.time - event.time;
    if (age < 0.0 || age > impact_shown_for) {
      continue;
    }
    const auto mass = [&](BodyIndex i) {
      return bodies[i].type == BodyType::dynamic ? bodies[i].mass : std::numeric_limits<double>::infinity();
    };
    const double speed = event.normal_impulse / std::max(std::min(mass(event.a), mass(event.b)), 1e-30);
    const double length = 0.16 * picture.scale * speed / (speed + 6.0);
    glm::vec4 ink = impulse_ink;
    ink.a = static_cast<float>(1.0 - age / impact_shown_for);
    draw_cross(picture.lines, event.point, 0.012 * picture.scale, {ink, 2.4F});
    if (bodies[event.b].type == BodyType::dynamic) {
      draw_arrow(picture.lines, event.point, event.point + length * event.normal, {ink, 2.4F});
    }
    if (bodies[event.a].type == BodyType::dynamic) {
      draw_arrow(picture.lines, event.point, event.point - length * event.normal, {ink, 2.4F});
    }
  }
}

void add_coming(Picture& picture, const Instant& instant, const std::vector<Event>& coming) {
  const std::size_t count = std::min(coming.size(), most_events_shown);
  for (std::size_t i = 0; i < count; ++i) {
    const Event& event = coming[i];
    if (event.kind != EventKind::impact) {
      continue;
    }
    draw_cross(picture.lines, event.point, 0.02 * picture.scale, {event_ink, 2.2F});
    draw_arrow(picture.lines, event.point, event.point + 0.08 * picture.scale * event.normal, {event_ink, 1.8F});
    for (const BodyIndex body : {event.a, event.b}) {
      if (instant.stage->header.bodies[body].type != BodyType::fixed) {
        picture.bodies.push_back({body, instant.motions->mesh_pose_at(body, event.time), 0.35F, 0.0F});
      }
    }
  }
}

// Both as long as the body is large, so that a slow one's axes are seen as well.
void add_spin(Picture& picture, const Instant& instant) {
  const Stage& stage = *instant.stage;
  for (const PictureBody& shown : std::vector<PictureBody>(picture.bodies)) {
    const auto body = static_cast<BodyIndex>(shown.body);
    const RecordedBody& recorded = stage.header.bodies[body];
    const FlowState state = instant.motions->state(body, instant.time);
    if (recorded.type == BodyType::fixed || squared_length(state.angular_velocity) < 1e-12) {
      continue;
    }
    const Quat axes = state.pose.orientation * recorded.inertia.principal_axes;
    const Vec3 momentum =
        rotate(axes, recorded.inertia.principal_moments * rotate_inverse(axes, state.angular_velocity));
    const Aabb box = body_box(stage, body, state.pose);
    const double length = 0.75 * glm::length(box.high - box.low);
    const auto tip = [&](const Vec3& along) { return state.pose.position + length * normalized_or(along, Vec3(0.0)); };
    draw_arrow(picture.lines, state.pose.position, tip(state.angular_velocity), {spin_ink, 2.2F});
    draw_arrow(picture.lines, state.pose.position, tip(momentum), {momentum_ink, 2.2F});
  }
}

void add_trails(Picture& picture, const Instant& instant, const OverlayMemory& memory) {
  for (std::size_t body = 0; body < memory.trails().size(); ++body) {
    const auto& trail = memory.trails()[body];
    for (std::size_t i = 1; i < trail.size(); ++i) {
      const double age = instant.time - trail[i].time;
      const auto fade = static_cast<float>(std::clamp(1.0 - age / trail_length, 0.0, 1.0));
      picture.lines.push_back({trail[i - 1].place, trail[i].place, on_screen_color(body, 0.9F * fade), 2.0F});
    }
  }
}

// Ghosts of the two where they should have met, outlined in red.
void add_passages(Picture& picture, const Instant& instant, const OverlayMemory& memory) {
  const Stage& stage = *instant.stage;
  for (const Passage& passage : memory.passages()) {
    const auto add = [&](BodyIndex body, const Pose& pose) {
      const RecordedBody& recorded = stage.header.bodies[body];
      if (recorded.type == BodyType::fixed) {
        return;
      }
      picture.bodies.push_back({body, mesh_pose(pose, stage.header.colliders[recorded.collider]), 0.3F, 0.0F});
      for (const ConvexShape& shape : stage.shapes[recorded.collider]) {
        draw_shape(picture.lines, shape, pose, {passage_ink, 2.0F});
      }
    };
    add(passage.event.a, passage.pose_a);
    add(passage.event.b, passage.pose_b);
    draw_cross(picture.lines, passage.event.point, 0.03 * picture.scale, {passage_ink, 3.0F});
  }
}

void add_sleepers(Picture& picture, const Instant& instant) {
  for (PictureBody& shown : picture.bodies) {
    shown.is_asleep = is_asleep(static_cast<BodyIndex>(shown.body), instant);
  }
}

}  // namespace

bool is_asleep(BodyIndex body, const Instant& instant) {
  const MotionSegment& motion = instant.motions->segment(body);
  const Vec3 zero(0.0);
  return instant.stage->header.bodies[body].type == BodyType::dynamic && motion.linear_velocity == zero &&
         motion.angular_velocity == zero && motion.linear_acceleration == zero &&
         instant.time - motion.start_time > 2.0 * instant.time_step;
}

std::vector<std::string_view> overlay_names() {
  std::vector<std::string_view> names;
  for (const Named& overlay : all_overlays) {
    names.push_back(overlay.name);
  }
  return names;
}

bool& overlay_switch(OverlayChoice& choice, std::size_t index) { return choice.*all_overlays.at(index).is_on; }

Result<OverlayChoice> overlays_named(std::string_view list) {
  OverlayChoice choice;
  for (const std::string& name : list.empty() ? std::vector<std::string>() : parts_between_commas(list)) {
    bool is_known = false;
    for (const Named& overlay : all_overlays) {
      if (name == overlay.name || name == "all") {
        choice.*overlay.is_on = true;
        is_known = true;
      }
    }
    if (!is_known) {
      std::string trouble = "found \"";
      trouble.append(name).append("\", expected names out of: all");
      for (const Named& overlay : all_overlays) {
        trouble.append(", ").append(overlay.name);
      }
      return Error{trouble};
    }
  }
  return choice;
}

void OverlayMemory::forget() {
  impacts_.clear();
  passages_.clear();
  trails_.clear();
}

void OverlayMemory::see_passages(const std::vector<Passage>& passages) {
  for (const Passage& passage : passages) {
    std::erase_if(passages_, [&](const Passage& known) {
      return known.event.a == passage.event.a && known.event.b == passage.event.b;
    });
    passages_.push_back(passage);
  }
  while (passages_.size() > most_passages_shown) {
    passages_.pop_front();
  }
}

void OverlayMemory::see(const Instant& instant, const std::vector<Event>& passed, double scale) {
  if (instant.time < time_) {
    forget();
  }
  time_ = instant.time;
  for (const Event& event : passed) {
    if (event.kind == EventKind::impact) {
      impacts_.push_back(event);
    }
  }
  while (!impacts_.empty() && impacts_.front().time < time_ - impact_shown_for) {
    impacts_.pop_front();
  }
  trails_.resize(instant.motions->size());
  for (BodyIndex i = 0; i < trails_.size(); ++i) {
    auto& trail = trails_[i];
    const bool moves = instant.stage->header.bodies[i].type != BodyType::fixed;
    if (moves && instant.motions->is_there(i, time_)) {
      const Vec3 place = instant.motions->state(i, time_).pose.position;
      if (trail.empty() || glm::length(trail.back().place - place) > 5e-4 * scale) {
        trail.push_back({time_, place});
      }
    }
    while (!trail.empty() && trail.front().time < time_ - trail_length) {
      trail.pop_front();
    }
  }
}

void add_visited_cells(Picture& picture, BodyIndex body, const Instant& instant) {
  if (!instant.motions->is_there(body, instant.time)) {
    return;
  }
  Track track;
  track.body = body;
  track.box = body_box(*instant.stage, body, instant.motions->state(body, instant.time).pose);
  for (const Track& laid : tracks_at(instant)) {
    track = laid.body == body ? laid : track;
  }
  for (const OctreeCell& cell : octree_at(instant).visited_cells(track)) {
    draw_box(picture.lines, cell.fitted, {visited_ink, 2.4F});
  }
}

std::vector<LegendLine> overlay_legend(const OverlayChoice& choice, const std::optional<ForceScale>& forces) {
  std::vector<LegendLine> lines;
  const auto add = [&](bool is_on, const glm::vec4& ink, std::string_view meaning) {
    if (is_on) {
      lines.push_back({ink, std::string(meaning)});
    }
  };
  add(choice.octree, on_screen_color(0, 1.0F), "octree: cells of the same depth have one colour");
  add(choice.octree, visited_ink, "cells that the selected body's track visits");
  add(choice.tracks, track_ink, "track: the box that a body sweeps in a step");
  add(choice.hulls, on_screen_color(1, 1.0F), "hulls: each has a colour of its own");
  add(choice.contacts, contact_ink,
      forces ? "contacts, and forces: " + shortest_text(forces->metres) + " m of arrow is " +
                   shortest_text(forces->newtons) + " N"
             : "contacts, and their normals");
  add(choice.impulses, impulse_ink, "impacts of the last half second; longer: faster");
  add(choice.events, event_ink, "the next impacts, bodies as they will be");
  add(choice.spin, spin_ink, "spin, as long as the body is large");
  add(choice.spin, momentum_ink, "angular momentum");
  add(choice.trails, on_screen_color(2, 1.0F), "trails: where a centre of mass went");
  add(choice.sleepers, sleeper_ink, "asleep");
  return lines;
}

void add_overlays(Picture& picture, const OverlayChoice& choice, const Instant& instant, const OverlayMemory& memory,
                  const std::vector<Event>& coming) {
  add_passages(picture, instant, memory);
  if (choice.sleepers) {
    add_sleepers(picture, instant);
  }
  if (choice.hulls) {
    add_hulls(picture, instant);
  }
  if (choice.tracks) {
    add_tracks(picture, instant);
  }
  if (choice.octree) {
    add_octree(picture, instant);
  }
  if (choice.contacts) {
    add_contacts(picture, instant);
  }
  if (choice.impulses) {
    add_impulses(picture, instant, memory);
  }
  if (choice.spin) {
    add_spin(picture, instant);
  }
  if (choice.trails) {
    add_trails(picture, instant, memory);
  }
  if (choice.events) {
    add_coming(picture, instant, coming);
  }
}

}  // namespace firstcontact
