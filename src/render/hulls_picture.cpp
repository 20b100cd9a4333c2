#include "render/hulls_picture.hpp"

#include <algorithm>

#include "render/offscreen.hpp"
#include "render/renderer.hpp"
#include "render/show.hpp"

namespace firstcontact {
namespace {

constexpr int width = 1600, height = 480, samples = 8;  // pixels
constexpr double pulled_apart = 0.7;                    // of the way from the middle to a hull's own
constexpr double aisle = 0.15;                          // m per m of width: between neighbours

Aabb box_of(const Hull& hull) {
  Aabb box;
  for (const Vec3& vertex : hull.vertices) {
    box = merged(box, vertex);
  }
  return box;
}

Vec3 middle_of(const Aabb& box) { return 0.5 * (box.low + box.high); }

RecordedCollider recorded(const Hull& hull) {
  RecordedShape shape;
  shape.vertices = hull.vertices;
  for (const HullFace& face : hull.faces) {
    const auto first = hull.face_vertices.begin() + face.first;
    shape.faces.emplace_back(first, first + face.count);
  }
  return {Vec3(0.0), {std::move(shape)}};
}

// Every hull a body with a look of its own, and the mesh the last one.
Stage stage_of(std::string_view obj_text, const ConvexDecomposition& found) {
  RecordingHeader header;
  for (const DecompositionHull& hull : found.hulls) {
    RecordedBody body;
    body.collider = static_cast<Index>(header.colliders.size());
    header.colliders.push_back(recorded(hull.hull));
    header.bodies.push_back(body);
  }
  Stage stage = stage_of_recording(header);
  add_model(stage, display_mesh_of_obj(obj_text, {}, Vec3(1.0)), {});
  stage.bodies.push_back({stage.models.size() - 1, glm::vec3(0.6F), false});
  stage.header.bodies.emplace_back();
  return stage;
}

/// Bodies stand where they are put one after the other, each group to the right of the last and upon y = 0.
class Row {
 public:
  struct Item {
    std::size_t body = 0;
    Aabb box;       // m, where the model has it
    Vec3 way{0.0};  // m: how far it is moved within its group
  };

  void add(const std::vector<Item>& group) {
    Aabb box;
    for (const Item& item : group) {
      box = merged(merged(box, item.box.low + item.way), item.box.high + item.way);
    }
    const Vec3 shift(end_ - box.low.x, -box.low.y, -middle_of(box).z);
    for (const Item& item : group) {
      picture_.bodies.push_back({item.body, {item.way + shift, Quat(1.0, 0.0, 0.0, 0.0)}, 1.0F, 0.0F});
    }
    whole_ = merged(merged(whole_, box.low + shift), box.high + shift);
    end_ += (1.0 + aisle) * (box.high.x - box.low.x);
  }

  [[nodiscard]] Picture framed() {
    picture_.focus = whole_;
    picture_.scale = 0.5 * glm::length(whole_.high - whole_.low);
    picture_.camera = framing(whole_, glm::normalize(Vec3(0.15, 0.5, 1.0)), static_cast<double>(width) / height);
    return std::move(picture_);
  }

 private:
  Picture picture_;
  Aabb whole_;
  double end_ = 0.0;
};

Picture picture_of(const ConvexDecomposition& found) {
  std::vector<Row::Item> together;
  Aabb whole;
  for (std::size_t i = 0; i < found.hulls.size(); ++i) {
    together.push_back({i, box_of(found.hulls[i].hull), Vec3(0.0)});
    whole = merged(merged(whole, together.back().box.low), together.back().box.high);
  }
  std::vector<Row::Item> apart = together;
  for (Row::Item& item : apart) {
    item.way = pulled_apart * (middle_of(item.box) - middle_of(whole));
  }
  Row row;
  row.add({{found.hulls.size(), whole, Vec3(0.0)}});
  row.add(together);
  row.add(apart);
  return row.framed();
}

}  // namespace

Result<Image> picture_of_hulls(std::string_view obj_text, const ConvexDecomposition& found) {
  const auto context = OffscreenContext::create();
  if (!context) {
    return context.error();
  }
  const Stage stage = stage_of(obj_text, found);
  const Canvas canvas(width, height, samples);
  Renderer renderer;
  renderer.load(stage);
  RenderOptions options;
  options.hides_walls = false;
  renderer.draw(picture_of(found), stage, {canvas.framebuffer(), width, height}, options);
  return canvas.read();
}

}  // namespace firstcontact
