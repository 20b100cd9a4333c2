#include "render/display_mesh.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <glm/gtc/constants.hpp>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "render/material_text.hpp"
#include "render/smooth_surface.hpp"
#include "scene/text.hpp"

namespace firstcontact {
namespace {

using Words = std::vector<std::string>;

// Of a polygon's corner: indices into the file's lists, none where the file names none.
struct Corner {
  std::size_t position = 0;
  std::optional<std::size_t> texture, normal;
};

struct Polygon {
  std::vector<Corner> corners;
  std::size_t material = 0;  // into ObjText::materials
};

struct ObjText {
  std::vector<Vec3> positions;  // m, scaled
  std::vector<Vec3> normals;
  std::vector<glm::vec2> textures;
  std::vector<Polygon> polygons;
  std::vector<Material> materials{Material{}};
};

double number_at(const Words& words, std::size_t index) {
  return index < words.size() ? parse_number(words[index]).value : 0.0;
}

Vec3 vector_of(const Words& words) { return {number_at(words, 1), number_at(words, 2), number_at(words, 3)}; }

// An OBJ index counts from 1, or from the end when it is negative.
std::optional<std::size_t> index_of(const std::string& text, std::size_t count) {
  const ParsedNumber number = parse_number(text);
  const double index = number.value < 0.0 ? static_cast<double>(count) + number.value : number.value - 1.0;
  const bool is_there = number.is_number && index >= 0.0 && index < static_cast<double>(count);
  return is_there ? std::optional(static_cast<std::size_t>(index)) : std::nullopt;
}

// "position", "position/texture", "position//normal" or "position/texture/normal".
std::optional<Corner> corner_of(const std::string& word, const ObjText& obj) {
  const std::size_t first = word.find('/');
  const std::size_t second = first == std::string::npos ? first : word.find('/', first + 1);
  const auto position = index_of(word.substr(0, first), obj.positions.size());
  if (!position) {
    return std::nullopt;
  }
  Corner corner{*position, std::nullopt, std::nullopt};
  if (first != std::string::npos) {
    corner.texture = index_of(word.substr(first + 1, second - first - 1), obj.textures.size());
  }
  if (second != std::string::npos) {
    corner.normal = index_of(word.substr(second + 1), obj.normals.size());
  }
  return corner;
}

class ObjReader {
 public:
  ObjReader(std::string_view material_text, const Vec3& scale)
      : materials_(parse_materials(material_text)), scale_(scale) {}

  [[nodiscard]] ObjText read(std::string_view text) {
    for (const Words& words : words_by_line(text)) {
      add(words);
    }
    return std::move(obj_);
  }

 private:
  void add(const Words& words) {
    const std::string& key = words.front();
    if (key == "v") {
      obj_.positions.push_back(vector_of(words) * scale_);
    } else if (key == "vn") {
      obj_.normals.push_back(normalized_or(vector_of(words) / scale_, Vec3(0.0, 1.0, 0.0)));
    } else if (key == "vt") {
      obj_.textures.emplace_back(number_at(words, 1), number_at(words, 2));
    } else if (key == "usemtl" && words.size() > 1) {
      use(words[1]);
    } else if (key == "f") {
      add_polygon(words);
    }
  }

  void use(const std::string& name) {
    const auto known = materials_.find(name);
    if (known == materials_.end()) {
      current_ = 0;
      return;
    }
    const auto [entry, is_new] = number_of_.emplace(name, obj_.materials.size());
    current_ = entry->second;
    if (is_new) {
      obj_.materials.push_back(known->second);
    }
  }

  void add_polygon(const Words& words) {
    Polygon polygon{{}, current_};
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (const auto corner = corner_of(words[i], obj_)) {
        polygon.corners.push_back(*corner);
      }
    }
    if (polygon.corners.size() >= 3) {
      obj_.polygons.push_back(std::move(polygon));
    }
  }

  std::map<std::string, Material> materials_;
  Vec3 scale_;
  std::map<std::string, std::size_t> number_of_;  // materials in use, into obj_.materials
  std::size_t current_ = 0;
  ObjText obj_;
};

// Newell's method: good for polygons that are not quite flat. Its length is twice the area.
Vec3 area_normal(const Polygon& polygon, const std::vector<Vec3>& positions) {
  Vec3 normal(0.0);
  for (std::size_t i = 0; i < polygon.corners.size(); ++i) {
    const Vec3& a = positions[polygon.corners[i].position];
    const Vec3& b = positions[polygon.corners[(i + 1) % polygon.corners.size()].position];
    normal += glm::cross(a, b);
  }
  return normal;
}

// The normals of a file that gives none: at each corner, the area-weighted mean over the polygons around it that turn
// away from this one by less than the crease angle.
class SmoothNormals {
 public:
  explicit SmoothNormals(const ObjText& obj) : obj_(&obj), around_(obj.positions.size()) {
    for (std::size_t i = 0; i < obj.polygons.size(); ++i) {
      normals_.push_back(area_normal(obj.polygons[i], obj.positions));
      for (const Corner& corner : obj.polygons[i].corners) {
        around_[corner.position].push_back(i);
      }
    }
  }

  [[nodiscard]] Vec3 at(std::size_t polygon, const Corner& corner) const {
    if (corner.normal) {
      return obj_->normals[*corner.normal];
    }
    constexpr double crease_cosine = 0.766;  // 40 degrees
    const Vec3 own = normalized_or(normals_[polygon], Vec3(0.0, 1.0, 0.0));
    Vec3 sum(0.0);
    for (const std::size_t other : around_[corner.position]) {
      const bool is_smooth = glm::dot(normalized_or(normals_[other], own), own) > crease_cosine;
      sum += is_smooth ? normals_[other] : Vec3(0.0);
    }
    return normalized_or(sum, own);
  }

 private:
  const ObjText* obj_;
  std::vector<std::vector<std::size_t>> around_;  // per position, its polygons
  std::vector<Vec3> normals_;                     // per polygon
};

// Every edge is walked once each way, and the faces enclose a positive volume.
bool is_closed(const ObjText& obj) {
  std::set<std::pair<std::size_t, std::size_t>> open;
  double volume = 0.0;
  for (const Polygon& polygon : obj.polygons) {
    volume += glm::dot(area_normal(polygon, obj.positions), obj.positions[polygon.corners.front().position]);
    for (std::size_t i = 0; i < polygon.corners.size(); ++i) {
      const std::size_t from = polygon.corners[i].position;
      const std::size_t to = polygon.corners[(i + 1) % polygon.corners.size()].position;
      if (open.erase({to, from}) == 0 && !open.emplace(from, to).second) {
        return false;
      }
    }
  }
  return open.empty() && volume > 0.0;
}

DisplayVertex vertex_of(const ObjText& obj, const SmoothNormals& normals, std::size_t polygon, std::size_t corner) {
  const Corner& of = obj.polygons[polygon].corners[corner];
  const glm::vec2 texture = of.texture ? obj.textures[*of.texture] : glm::vec2(0.0F);
  return {glm::vec3(obj.positions[of.position]), glm::vec3(normals.at(polygon, of)), texture};
}

void append_fan(DisplayMesh& mesh, const ObjText& obj, const SmoothNormals& normals, std::size_t polygon) {
  for (std::size_t i = 1; i + 1 < obj.polygons[polygon].corners.size(); ++i) {
    for (const std::size_t corner : {std::size_t{0}, i, i + 1}) {
      mesh.vertices.push_back(vertex_of(obj, normals, polygon, corner));
    }
  }
}

void grow_box(DisplayMesh& mesh) {
  for (const DisplayVertex& vertex : mesh.vertices) {
    mesh.box = merged(mesh.box, Vec3(vertex.position));
  }
}

void append_hull(DisplayMesh& mesh, const RecordedShape& shape, const Vec3& offset) {
  for (const std::vector<Index>& face : shape.faces) {
    const Vec3& origin = shape.vertices[face.front()];
    Vec3 normal(0.0);
    for (std::size_t i = 1; i + 1 < face.size(); ++i) {
      normal += glm::cross(shape.vertices[face[i]] - origin, shape.vertices[face[i + 1]] - origin);
    }
    const glm::vec3 unit(normalized_or(normal, Vec3(0.0, 1.0, 0.0)));
    for (std::size_t i = 1; i + 1 < face.size(); ++i) {
      for (const std::size_t corner : {std::size_t{0}, i, i + 1}) {
        mesh.vertices.push_back({glm::vec3(shape.vertices[face[corner]] + offset), unit, glm::vec2(0.0F)});
      }
    }
  }
}

// A point or a segment with a radius: a globe whose half beyond the equator is moved to the segment's other end.
class Globe {
 public:
  Globe(const RecordedShape& shape, const Vec3& offset)
      : low_(shape.vertices.front() + offset), high_(shape.vertices.back() + offset), radius_(shape.rounding) {
    axis_ = normalized_or(high_ - low_, Vec3(0.0, 1.0, 0.0));
    across_ = any_perpendicular(axis_);
    other_ = glm::cross(axis_, across_);
  }

  void append_to(DisplayMesh& mesh) const {
    for (int ring = 0; ring < rings; ++ring) {
      for (int slice = 0; slice < slices; ++slice) {
        const std::array corners{at(ring, slice), at(ring + 1, slice), at(ring + 1, slice + 1), at(ring, slice + 1)};
        for (const std::size_t corner : {0U, 1U, 2U, 0U, 2U, 3U}) {
          mesh.vertices.push_back(corners.at(corner));
        }
      }
    }
  }

 private:
  // 8 rings of quads on each half, and between them one for the cylinder of a capsule (of no height for a sphere).
  static constexpr int half_rings = 8, rings = 2 * half_rings + 1, slices = 32;

  [[nodiscard]] DisplayVertex at(int ring, int slice) const {
    const bool is_upper = ring <= half_rings;
    const int from_pole = is_upper ? ring : ring - 1;  // two lines lie on the equator, one for each end
    const SineCosine down = sine_cosine(from_pole * glm::pi<double>() / (2 * half_rings));
    const SineCosine around = sine_cosine((slice % slices) * 2.0 * glm::pi<double>() / slices);
    const Vec3 normal = down.cosine * axis_ + down.sine * (around.cosine * across_ + around.sine * other_);
    return {glm::vec3((is_upper ? high_ : low_) + radius_ * normal), glm::vec3(normal), glm::vec2(0.0F)};
  }

  Vec3 low_, high_;
  double radius_;
  Vec3 axis_{0.0}, across_{0.0}, other_{0.0};
};

}  // namespace

DisplayMesh display_mesh_of_obj(std::string_view obj_text, std::string_view material_text, const Vec3& scale) {
  const ObjText obj = ObjReader(material_text, scale).read(obj_text);
  const SmoothNormals normals(obj);
  DisplayMesh mesh;
  for (std::size_t material = 0; material < obj.materials.size(); ++material) {
    const std::size_t first = mesh.vertices.size();
    for (std::size_t i = 0; i < obj.polygons.size(); ++i) {
      if (obj.polygons[i].material == material) {
        append_fan(mesh, obj, normals, i);
      }
    }
    if (mesh.vertices.size() > first) {
      mesh.runs.push_back({obj.materials[material], first, mesh.vertices.size() - first});
    }
  }
  grow_box(mesh);
  mesh.is_closed = is_closed(obj);
  return mesh;
}

DisplayMesh display_mesh_of_shapes(const RecordedCollider& collider) {
  DisplayMesh mesh;
  for (const RecordedShape& shape : collider.shapes) {
    if (!shape.ellipsoids.empty()) {
      append_smooth_surface(mesh, shape, collider.center_of_mass);
    } else if (shape.faces.empty()) {
      Globe(shape, collider.center_of_mass).append_to(mesh);
    } else {
      append_hull(mesh, shape, collider.center_of_mass);
    }
  }
  mesh.runs.push_back({Material{}, 0, mesh.vertices.size()});
  grow_box(mesh);
  mesh.is_closed = true;
  return mesh;
}

}  // namespace firstcontact
