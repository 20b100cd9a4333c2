#include "render/camera_path.hpp"

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>
#include <string>

#include "scene/text.hpp"

namespace firstcontact {
namespace {

const Vec3 usual_direction = glm::normalize(Vec3(0.42, 0.36, 0.83));  // from the target to the eye
constexpr double usual_orbit = 12.0;                                  // s

// Through the keys' points, smoothly, at rest at both ends (Catmull, Rom 1974, with end tangents of zero).
Vec3 between_keys(const std::vector<CameraKey>& keys, std::size_t next, double time, Vec3 CameraKey::*member) {
  const CameraKey& a = keys[next - 1];
  const CameraKey& b = keys[next];
  const double span = b.time - a.time;
  const auto slope = [&](std::size_t i) {
    const bool is_end = i == 0 || i + 1 == keys.size();
    return is_end ? Vec3(0.0) : (keys[i + 1].*member - keys[i - 1].*member) / (keys[i + 1].time - keys[i - 1].time);
  };
  const double s = (time - a.time) / span;
  const double s2 = s * s;
  const double s3 = s2 * s;
  return (2.0 * s3 - 3.0 * s2 + 1.0) * (a.*member) + (s3 - 2.0 * s2 + s) * span * slope(next - 1) +
         (3.0 * s2 - 2.0 * s3) * (b.*member) + (s3 - s2) * span * slope(next);
}

Camera at_keys(const SceneCamera& scene, double time) {
  Camera camera;
  camera.field_of_view = glm::radians(scene.field_of_view_degrees);
  const auto& keys = scene.keys;
  const auto after = std::find_if(keys.begin(), keys.end(), [time](const CameraKey& key) { return key.time > time; });
  if (after == keys.begin() || after == keys.end()) {
    const CameraKey& only = after == keys.begin() ? keys.front() : keys.back();
    camera.eye = only.position;
    camera.target = only.target;
    return camera;
  }
  const auto next = static_cast<std::size_t>(after - keys.begin());
  camera.eye = between_keys(keys, next, time, &CameraKey::position);
  camera.target = between_keys(keys, next, time, &CameraKey::target);
  return camera;
}

CameraPath orbit_of(const Camera& start, double period) {
  return [start, period](double time, const MotionTable&) {
    const double angle = 2.0 * glm::pi<double>() * time / period;
    Camera camera = start;
    camera.eye = start.target + rotate(quaternion_from_rotation_vector({0.0, angle, 0.0}), start.eye - start.target);
    return camera;
  };
}

CameraPath follow_of(const Stage& stage, BodyIndex body, const Camera& start) {
  const auto& collider = stage.shapes[stage.header.bodies[body].collider];
  double size = 0.0;
  for (const ConvexShape& shape : collider) {
    size = std::max(size, shape.radius);
  }
  const Vec3 direction = normalized_or(start.eye - start.target, usual_direction);
  const double distance = std::max(9.0 * size, 0.35 * glm::length(start.eye - start.target));
  return [body, start, direction, distance](double time, const MotionTable& motions) {
    Camera camera = start;
    camera.target = motions.state(body, time).pose.position;
    camera.eye = camera.target + distance * direction;
    return camera;
  };
}

// Target and eye of the first key, as far from the body as they are from it at the start.
CameraPath along_with(const RecordedBody& recorded, BodyIndex body, const Camera& start) {
  return [start, body, from = recorded.start.pose.position](double time, const MotionTable& motions) {
    const Vec3 way = motions.state(body, time).pose.position - from;
    Camera camera = start;
    camera.eye += way;
    camera.target += way;
    return camera;
  };
}

Result<CameraPath> follow_named(std::string_view name, const CameraSetting& setting, const Camera& start) {
  const auto& bodies = setting.stage->header.bodies;
  const auto found =
      std::find_if(bodies.begin(), bodies.end(), [name](const RecordedBody& b) { return b.name == name; });
  if (found == bodies.end()) {
    return Error{"found the body \"" + std::string(name) + "\", expected the name of one that is there"};
  }
  return follow_of(*setting.stage, static_cast<BodyIndex>(found - bodies.begin()), start);
}

}  // namespace

Camera default_camera(const Stage& stage, double aspect) {
  return framing(interesting_box(stage), usual_direction, aspect);
}

Result<SceneCamera> placed_camera(const CameraPlace& place, const CameraSetting& setting) {
  SceneCamera camera;
  if (setting.scene_camera) {
    camera = *setting.scene_camera;
  }
  camera.field_of_view_degrees = place.field_of_view_degrees.value_or(camera.field_of_view_degrees);
  if (camera.keys.empty()) {
    Camera lens;
    lens.field_of_view = glm::radians(camera.field_of_view_degrees);
    const Camera usual = framing(interesting_box(*setting.stage), usual_direction, setting.aspect, lens);
    camera.keys.push_back({0.0, usual.eye, usual.target});
  }
  if (place.eye || place.target) {
    camera.keys.resize(1);
    camera.keys.front().position = place.eye.value_or(camera.keys.front().position);
    camera.keys.front().target = place.target.value_or(camera.keys.front().target);
    camera.keeps_walls = true;
  }
  if (camera.keys.front().position == camera.keys.front().target) {
    return Error{"found the eye and what it looks at in one place, expected two"};
  }
  return camera;
}

Result<CameraPath> camera_path(std::string_view text, const CameraSetting& setting) {
  const std::size_t space = std::min(text.find(' '), text.size());
  const std::string_view kind = text.substr(0, space);
  const std::string_view rest = text.substr(std::min(space + 1, text.size()));
  const auto& keys = setting.scene_camera;
  const Camera still = keys ? at_keys(*keys, 0.0) : default_camera(*setting.stage, setting.aspect);
  const auto& bodies = setting.stage->header.bodies;
  for (BodyIndex i = 0; text.empty() && !setting.follow.empty() && i < bodies.size(); ++i) {
    if (bodies[i].name == setting.follow) {
      return along_with(bodies[i], i, still);
    }
  }
  if ((text.empty() && keys) || text == "scene") {
    return keys ? Result<CameraPath>([scene = *keys](double time, const MotionTable&) { return at_keys(scene, time); })
                : Error{"found \"scene\", but the scene has no camera, expected one with keys"};
  }
  if (text.empty() || text == "still") {
    return CameraPath([still](double, const MotionTable&) { return still; });
  }
  if (kind == "orbit") {
    const ParsedNumber period = rest.empty() ? ParsedNumber{usual_orbit, true} : parse_number(rest);
    if (period.is_number && std::isfinite(period.value) && period.value != 0.0) {
      return orbit_of(still, period.value);
    }
  }
  if (kind == "follow" && !rest.empty()) {
    return follow_named(rest, setting, still);
  }
  return Error{"found \"" + std::string(text) + "\", expected still, scene, orbit, orbit SECONDS or follow NAME"};
}

}  // namespace firstcontact
