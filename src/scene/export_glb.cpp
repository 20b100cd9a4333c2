#include "scene/export_glb.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "scene/glb_file.hpp"
#include "scene/sampled_run.hpp"

namespace firstcontact {
namespace {

using Json = nlohmann::ordered_json;

// One body's poses, sample after sample.
struct BodyTrack {
  std::vector<float> places, turns;  // x, y, z; x, y, z, w
  std::vector<float> removal_times, removal_sizes;
  Quat last{1.0, 0.0, 0.0, 0.0};
};

class Animation {
 public:
  Animation(const RecordingHeader& header, const std::optional<GlbCamera>& camera)
      : header_(&header), camera_(&camera), tracks_(header.bodies.size()) {}

  void add(const MotionTable& motions, double time) {
    if (!times_.empty() && !(static_cast<float>(time) > times_.back())) {
      return;  // in the file's numbers it is the same instant
    }
    times_.push_back(static_cast<float>(time));
    if (*camera_) {
      add_pose(camera_track_, (*camera_)->pose(time, motions));
    }
    for (BodyIndex i = 0; i < tracks_.size(); ++i) {
      if (header_->bodies[i].type == BodyType::fixed) {
        continue;
      }
      if (!motions.is_there(i, time) && !tracks_[i].places.empty()) {
        vanish(tracks_[i], time);
        stay(tracks_[i]);
        continue;
      }
      add_pose(tracks_[i], motions.mesh_pose_at(i, time));
    }
  }

  /// `camera_node`: the number of its node.
  [[nodiscard]] Json finish(GlbBuilder& file, std::size_t camera_node) const {
    Json samplers = Json::array();
    Json channels = Json::array();
    const auto add_channel = [&](std::size_t node, const char* path, std::size_t input, std::size_t output,
                                 const char* interpolation) {
      channels.push_back({{"sampler", samplers.size()}, {"target", {{"node", node}, {"path", path}}}});
      samplers.push_back({{"input", input}, {"output", output}, {"interpolation", interpolation}});
    };
    const std::size_t times = file.add_floats(times_, "SCALAR", GlbBuilder::Bounds::stated);
    for (std::size_t i = 0; i < tracks_.size(); ++i) {
      const BodyTrack& track = tracks_[i];
      if (track.places.empty()) {
        continue;
      }
      const auto none = GlbBuilder::Bounds::none;
      add_channel(i, "translation", times, file.add_floats(track.places, "VEC3", none), "LINEAR");
      add_channel(i, "rotation", times, file.add_floats(track.turns, "VEC4", none), "LINEAR");
      if (!track.removal_times.empty()) {
        const std::size_t when = file.add_floats(track.removal_times, "SCALAR", GlbBuilder::Bounds::stated);
        add_channel(i, "scale", when, file.add_floats(track.removal_sizes, "VEC3", none), "STEP");
      }
    }
    if (camera_moves()) {
      const auto none = GlbBuilder::Bounds::none;
      add_channel(camera_node, "translation", times, file.add_floats(camera_track_.places, "VEC3", none), "LINEAR");
      add_channel(camera_node, "rotation", times, file.add_floats(camera_track_.turns, "VEC4", none), "LINEAR");
    }
    return channels.empty() ? Json() : Json{{"name", "run"}, {"samplers", samplers}, {"channels", channels}};
  }

  /// Of the camera at the first instant; nothing without a camera.
  [[nodiscard]] std::optional<Pose> camera_start() const {
    if (camera_track_.places.empty()) {
      return std::nullopt;
    }
    const auto& place = camera_track_.places;
    const auto& turn = camera_track_.turns;
    return Pose{{place[0], place[1], place[2]}, Quat(turn[3], turn[0], turn[1], turn[2])};
  }

 private:
  // One that stands needs no keys.
  [[nodiscard]] bool camera_moves() const {
    const auto changes = [](const std::vector<float>& numbers, std::size_t width) {
      for (std::size_t i = width; i < numbers.size(); ++i) {
        if (numbers[i] != numbers[i - width]) {
          return true;
        }
      }
      return false;
    };
    return changes(camera_track_.places, 3) || changes(camera_track_.turns, 4);
  }
  static void add_pose(BodyTrack& track, const Pose& pose) {
    // q and -q are one rotation; linear interpolation goes the short way only between near ones.
    const Quat q = glm::dot(pose.orientation, track.last) < 0.0 ? -pose.orientation : pose.orientation;
    track.last = q;
    for (const double coordinate : {pose.position.x, pose.position.y, pose.position.z}) {
      track.places.push_back(static_cast<float>(coordinate));
    }
    for (const double coordinate : {q.x, q.y, q.z, q.w}) {
      track.turns.push_back(static_cast<float>(coordinate));
    }
  }
  static void stay(BodyTrack& track) {
    const std::vector<float> place(track.places.end() - 3, track.places.end());
    const std::vector<float> turn(track.turns.end() - 4, track.turns.end());
    track.places.insert(track.places.end(), place.begin(), place.end());
    track.turns.insert(track.turns.end(), turn.begin(), turn.end());
  }
  static void vanish(BodyTrack& track, double time) {
    if (track.removal_times.empty()) {
      track.removal_times = {0.0F, static_cast<float>(time)};
      track.removal_sizes = {1.0F, 1.0F, 1.0F, 0.0F, 0.0F, 0.0F};
    }
  }

  const RecordingHeader* header_;
  const std::optional<GlbCamera>* camera_;
  std::vector<float> times_;  // s
  std::vector<BodyTrack> tracks_;
  BodyTrack camera_track_;
};

// Meshes: a model once for each colour it is shown in.
class MeshTable {
 public:
  MeshTable(const GlbLooks& looks, GlbBuilder& file) : looks_(&looks), file_(&file) {}

  /// `name`: of the first body that shows it.
  [[nodiscard]] std::size_t mesh_of(std::size_t body, const std::string& name) {
    const std::size_t model = looks_->model_of_body[body];
    const auto& color = looks_->color_of_body[body];
    const auto [entry, is_new] = meshes_by_look_.emplace(std::pair(model, color), meshes.size());
    if (is_new) {
      Json primitives = Json::array();
      for (const Surface& surface : surfaces_of(model)) {
        Json attributes{{"POSITION", surface.positions}, {"NORMAL", surface.normals}};
        Look look{color.value_or(surface.color), surface.roughness, std::nullopt};
        if (surface.texture && !color) {
          attributes["TEXCOORD_0"] = surface.texture_places;
          look.texture = surface.texture;
        }
        primitives.push_back({{"attributes", attributes}, {"material", material_of(look, name)}});
      }
      meshes.push_back({{"name", name}, {"primitives", primitives}});
    }
    return entry->second;
  }

  Json meshes = Json::array(), materials = Json::array(), textures = Json::array(), images = Json::array();

 private:
  using Color = std::array<float, 3>;
  struct Surface {
    std::size_t positions = 0, normals = 0;  // accessors
    Color color{};
    float roughness = 0.5F;
    std::optional<std::size_t> texture;  // into textures
    std::size_t texture_places = 0;      // accessor, where there is a texture
  };
  struct Look {
    Color color{};
    float roughness = 0.5F;
    std::optional<std::size_t> texture;
    bool operator<(const Look& other) const {
      return std::tie(color, roughness, texture) < std::tie(other.color, other.roughness, other.texture);
    }
  };

  const std::vector<Surface>& surfaces_of(std::size_t model) {
    const auto [entry, is_new] = surfaces_.emplace(model, std::vector<Surface>());
    if (is_new) {
      for (const GlbSurface& surface : looks_->models[model]) {
        const std::size_t positions = file_->add_vertices(surface.positions, "VEC3", GlbBuilder::Bounds::stated);
        const std::size_t normals = file_->add_vertices(surface.normals, "VEC3", GlbBuilder::Bounds::none);
        Surface added{positions, normals, surface.color, surface.roughness, std::nullopt, 0};
        if (surface.texture != nullptr) {
          added.texture = texture_of(surface.texture);
          added.texture_places = add_places(surface.texture_places);
        }
        entry->second.push_back(added);
      }
    }
    return entry->second;
  }

  // Ours go up from the picture's lower edge, glTF's down from its upper one.
  std::size_t add_places(std::vector<float> places) {
    for (std::size_t i = 1; i < places.size(); i += 2) {
      places[i] = 1.0F - places[i];
    }
    return file_->add_vertices(places, "VEC2", GlbBuilder::Bounds::none);
  }

  std::size_t texture_of(const std::shared_ptr<const GlbPicture>& picture) {
    const auto known = std::find(pictures_.begin(), pictures_.end(), picture);
    const auto number = static_cast<std::size_t>(known - pictures_.begin());
    if (known == pictures_.end()) {
      pictures_.push_back(picture);
      images.push_back({{"bufferView", file_->add_bytes(picture->bytes)}, {"mimeType", picture->media_type}});
      textures.push_back({{"source", number}});
    }
    return number;
  }

  std::size_t material_of(const Look& look, const std::string& name) {
    const auto [entry, is_new] = materials_by_look_.emplace(look, materials.size());
    if (is_new) {
      Json surface{{"baseColorFactor", {look.color[0], look.color[1], look.color[2], 1.0F}},
                   {"metallicFactor", 0},
                   {"roughnessFactor", look.roughness}};
      if (look.texture) {
        surface["baseColorTexture"] = {{"index", *look.texture}};
      }
      materials.push_back({{"name", "of " + name}, {"pbrMetallicRoughness", surface}, {"doubleSided", true}});
    }
    return entry->second;
  }

  const GlbLooks* looks_;
  GlbBuilder* file_;
  std::map<std::pair<std::size_t, std::optional<Color>>, std::size_t> meshes_by_look_;
  std::map<Look, std::size_t> materials_by_look_;
  std::vector<std::shared_ptr<const GlbPicture>> pictures_;  // of textures
  std::map<std::size_t, std::vector<Surface>> surfaces_;
};

// What a physics engine would want to know of the body.
Json extras_of(const RecordingHeader& header, std::size_t index) {
  constexpr std::array<const char*, 3> types{"dynamic", "static", "kinematic"};  // of BodyType
  const RecordedBody& body = header.bodies[index];
  Json extras{{"type", types.at(static_cast<std::size_t>(body.type))}};
  if (body.type == BodyType::dynamic) {
    extras["mass_kg"] = body.mass;
  }
  if (header.laws) {
    extras["friction"] = header.laws->bodies[index].friction;
    extras["restitution"] = header.laws->bodies[index].restitution;
  }
  return extras;
}

Json rotation_json(const Quat& q) {
  const auto single = [](double number) { return static_cast<float>(number); };
  return {single(q.x), single(q.y), single(q.z), single(q.w)};
}

Json node_of(const RecordingHeader& header, std::size_t index, std::size_t mesh) {
  const RecordedBody& body = header.bodies[index];
  const Pose pose = mesh_pose(body.start.pose, header.colliders[body.collider]);
  const Vec3& p = pose.position;
  const Quat& q = pose.orientation;
  const auto single = [](double number) { return static_cast<float>(number); };  // a unit quaternion, to its precision
  return {{"name", body.name},
          {"mesh", mesh},
          {"translation", {single(p.x), single(p.y), single(p.z)}},
          {"rotation", rotation_json(q)},
          {"extras", extras_of(header, index)}};
}

// The camera's node goes first of those behind the bodies.
void add_camera(Json& document, Json& nodes, const GlbCamera& camera, const Pose& start) {
  document["cameras"] = {{{"name", "camera"},
                          {"type", "perspective"},
                          {"perspective",
                           {{"yfov", static_cast<float>(camera.field_of_view)},
                            {"znear", static_cast<float>(camera.nearest)},
                            {"zfar", static_cast<float>(camera.farthest)}}}}};
  const Vec3& eye = start.position;
  nodes.push_back({{"name", "camera"},
                   {"camera", 0},
                   {"translation", {static_cast<float>(eye.x), static_cast<float>(eye.y), static_cast<float>(eye.z)}},
                   {"rotation", rotation_json(start.orientation)}});
}

// Takes +Z to `towards`.
Quat turn_from_z(const Vec3& towards) {
  const Vec3 axis = glm::cross(Vec3(0.0, 0.0, 1.0), towards);
  const double sine = glm::length(axis);
  const Vec3 unit = sine > 0.0 ? axis / sine : Vec3(1.0, 0.0, 0.0);
  return quaternion_from_rotation_vector(std::atan2(sine, towards.z) * unit);
}

// A light shines along its node's -Z.
void add_lights(Json& document, Json& nodes, const std::vector<GlbLight>& lights) {
  Json described = Json::array();
  for (const GlbLight& light : lights) {
    nodes.push_back({{"name", light.name},
                     {"rotation", rotation_json(turn_from_z(light.towards))},
                     {"extensions", {{"KHR_lights_punctual", {{"light", described.size()}}}}}});
    described.push_back({{"type", "directional"},
                         {"name", light.name},
                         {"color", {light.color[0], light.color[1], light.color[2]}},
                         {"intensity", light.intensity}});
  }
  if (!described.empty()) {
    document["extensionsUsed"] = {"KHR_lights_punctual"};
    document["extensions"] = {{"KHR_lights_punctual", {{"lights", described}}}};
  }
}

std::string file_bytes(const RecordingHeader& header, const GlbLooks& looks, const Animation& animation) {
  GlbBuilder file;
  MeshTable table(looks, file);
  Json nodes = Json::array();
  Json roots = Json::array();
  Json standing = Json::array();
  for (std::size_t i = 0; i < header.bodies.size(); ++i) {
    nodes.push_back(node_of(header, i, table.mesh_of(i, header.bodies[i].name)));
    (header.bodies[i].type == BodyType::fixed ? standing : roots).push_back(i);
  }
  if (!standing.empty()) {
    roots.push_back(nodes.size());
    nodes.push_back({{"name", "static bodies"}, {"children", standing}});
  }
  Json document{{"asset", {{"version", "2.0"}, {"generator", "firstcontact"}}}, {"scene", 0}};
  const std::size_t first_other = nodes.size();  // of the camera, where there is one, and of lights
  if (const auto start = animation.camera_start()) {
    add_camera(document, nodes, *looks.camera, *start);
  }
  add_lights(document, nodes, looks.lights);
  for (std::size_t i = first_other; i < nodes.size(); ++i) {
    roots.push_back(i);
  }
  Json scene{{"name", header.scene_name}};
  scene["extras"] = {{"method", header.method.empty() ? "first_contact" : header.method}};
  if (!nodes.empty()) {
    scene["nodes"] = roots;
    document["nodes"] = nodes;
  }
  if (!header.bodies.empty()) {
    document["meshes"] = table.meshes;
    document["materials"] = table.materials;
    if (!table.textures.empty()) {
      document["textures"] = table.textures;
      document["images"] = table.images;
    }
  }
  document["scenes"] = Json::array({scene});
  if (Json run = animation.finish(file, first_other); !run.is_null()) {
    document["animations"] = Json::array({std::move(run)});
  }
  return file.finish(std::move(document));
}

}  // namespace

Result<ExportReport> export_glb(RecordingReader& recording, const GlbLooks& looks, double samples_per_second,
                                OutputFile& out) {
  require(samples_per_second > 0.0, "export_glb: samples_per_second must be above 0");
  const RecordingHeader& header = recording.header();
  require(looks.model_of_body.size() == header.bodies.size() && looks.color_of_body.size() == header.bodies.size(),
          "export_glb: the looks are of another recording");
  Animation animation(header, looks.camera);
  ExportReport report;
  const auto error = sample_run_finely(recording, samples_per_second, [&](const MotionTable& motions, double time) {
    animation.add(motions, time);
    ++report.rows;
    report.end_time = time;
    return !out.failed();
  });
  if (error) {
    return *error;
  }
  const std::string bytes = file_bytes(header, looks, animation);
  if (bytes.empty()) {
    return Error{header.scene_name + ": found more than 4 GiB, expected fewer bodies or samples a second"};
  }
  out.write(bytes);
  report.ending = recording.ending();
  report.good_bytes = recording.good_bytes();
  return report;
}

}  // namespace firstcontact
