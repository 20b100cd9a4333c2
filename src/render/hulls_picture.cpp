#include "render/hulls_picture.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "render/offscreen.hpp"
#include "render/renderer.hpp"
#include "render/show.hpp"

namespace firstcontact {
namespace {

constexpr int width = 2000, height = 1000, samples = 8;  // pixels, before what is empty is cut off
constexpr int margin = 24;                               // pixels that are left around
// Hulls that overlap show faces in one plane, which would fight for the same pixels: each is shown a little smaller,
// and none as much as its neighbours in the list.
constexpr double least_shrunk = 0.99, shrunk_more = 0.002;
constexpr std::size_t shrunk_ways = 11;
constexpr double pulled_apart = 0.7;  // of the way from the middle to a hull's own
constexpr double aisle = 0.15;        // m per m of width: between neighbours

Aabb box_of(const Hull& hull) {
  Aabb box;
  for (const Vec3& vertex : hull.vertices) {
    box = merged(box, vertex);
  }
  return box;
}

Vec3 middle_of(const Aabb& box) { return 0.5 * (box.low + box.high); }

RecordedCollider recorded(const Hull& hull, std::size_t number) {
  const double shrunk = least_shrunk - shrunk_more * static_cast<double>(number % shrunk_ways);
  RecordedShape shape;
  const Vec3 middle = middle_of(box_of(hull));
  for (const Vec3& vertex : hull.vertices) {
    shape.vertices.push_back(middle + shrunk * (vertex - middle));
  }
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
    header.colliders.push_back(recorded(hull.hull, header.colliders.size()));
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
      for (unsigned corner = 0; corner < 8; ++corner) {
        const Vec3 point((corner & 1U) != 0U ? item.box.high.x : item.box.low.x,
                         (corner & 2U) != 0U ? item.box.high.y : item.box.low.y,
                         (corner & 4U) != 0U ? item.box.high.z : item.box.low.z);
        corners_.push_back(point + item.way + shift);
      }
      picture_.bodies.push_back({item.body, {item.way + shift, Quat(1.0, 0.0, 0.0, 0.0)}, 1.0F, 0.0F});
    }
    whole_ = merged(merged(whole_, box.low + shift), box.high + shift);
    end_ += (1.0 + aisle) * (box.high.x - box.low.x);
  }

  [[nodiscard]] Picture framed() {
    picture_.focus = whole_;
    picture_.scale = 0.5 * glm::length(whole_.high - whole_.low);
    const Vec3 from = glm::normalize(Vec3(0.15, 0.5, 1.0));
    picture_.camera = framing(whole_, from, static_cast<double>(width) / height);
    return std::move(picture_);
  }
  /// The corners of all that stands in the row.
  [[nodiscard]] const std::vector<Vec3>& corners() const { return corners_; }

 private:
  Picture picture_;
  std::vector<Vec3> corners_;
  Aabb whole_;
  double end_ = 0.0;
};

Row row_of(const ConvexDecomposition& found) {
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
  return row;
}

// The part of the picture that holds all the points, and a margin.
Image cut_to(const Image& image, const Camera& camera, const std::vector<Vec3>& points) {
  const glm::mat4 clip = clip_from_eye_relative(camera, static_cast<double>(width) / height, {0.01, 1e6});
  float left = width;
  float right = 0.0F;
  float top = height;
  float bottom = 0.0F;
  for (const Vec3& point : points) {
    const glm::vec4 at = clip * glm::vec4(glm::vec3(point - camera.eye), 1.0F);
    const float x = (0.5F + 0.5F * at.x / at.w) * width;
    const float y = (0.5F - 0.5F * at.y / at.w) * height;
    left = std::min(left, x);
    right = std::max(right, x);
    top = std::min(top, y);
    bottom = std::max(bottom, y);
  }
  const int first_column = std::clamp(static_cast<int>(left) - margin, 0, width - 1);
  const int first_row = std::clamp(static_cast<int>(top) - margin, 0, height - 1);
  Image part;
  part.width = std::clamp(static_cast<int>(right) + margin, first_column + 1, width) - first_column;
  part.height = std::clamp(static_cast<int>(bottom) + margin, first_row + 1, height) - first_row;
  for (int row = first_row; row < first_row + part.height; ++row) {
    const auto begin = image.rgb.begin() + 3 * (static_cast<std::ptrdiff_t>(row) * width + first_column);
    part.rgb.insert(part.rgb.end(), begin, begin + 3 * static_cast<std::ptrdiff_t>(part.width));
  }
  return part;
}

}  // namespace

Result<Image> picture_of_hulls(std::string_view obj_text, const ConvexDecomposition& found) {
  const auto context = OffscreenContext::create();
  if (!context) {
    return context.error();
  }
  const Stage stage = stage_of(obj_text, found);
  Row row = row_of(found);
  const Picture picture = row.framed();
  const Canvas canvas(width, height, samples);
  Renderer renderer;
  renderer.load(stage);
  RenderOptions options;
  options.hides_walls = false;
  renderer.draw(picture, stage, {canvas.framebuffer(), width, height}, options);
  return cut_to(canvas.read(), picture.camera, row.corners());
}

}  // namespace firstcontact
