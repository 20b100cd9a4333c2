// The only file that knows tinyobjloader. Its callbacks and not its shapes are used, because those count a face's
// corners in a byte: the lid of a cylinder with 256 sides would come apart.
#include <firstcontact/mesh.hpp>

#include "core/arithmetic_mode.hpp"
#include "geometry/obj_scan.hpp"

// All of it is compiled here, and nowhere else: a library of it may read numbers as float.
#define TINYOBJLOADER_IMPLEMENTATION
#define TINYOBJLOADER_USE_DOUBLE
#include <tiny_obj_loader.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

namespace firstcontact {

namespace {

using Color = std::array<float, 3>;

struct Materials {
  std::map<std::string, int> numbers;
  std::vector<tinyobj::material_t> list;
};

struct Reading {
  const Materials& materials;
  Mesh mesh;
  std::string next_part;  // name of the part that the next face begins
  bool begins_part = true;
  std::optional<Color> current_color;
  std::optional<Color> first_color;
};

Reading& reading(void* user_data) { return *static_cast<Reading*>(user_data); }

void begin_part(Reading& read, std::string name) {
  read.next_part = std::move(name);
  read.begins_part = true;
}

void on_object(void* user_data, const char* name) { begin_part(reading(user_data), name); }

void on_group(void* user_data, const char** names, int count) {
  std::string joined;
  for (int i = 0; i < count; ++i) {
    joined += (i == 0 ? "" : " ") + std::string(names[i]);
  }
  begin_part(reading(user_data), joined);
}

void on_face(void* user_data, tinyobj::index_t* corners, int count) {
  Reading& read = reading(user_data);
  if (read.begins_part) {
    read.mesh.parts.push_back({read.next_part, {}});
    read.begins_part = false;
  }
  std::vector<Index> polygon;
  for (int i = 0; i < count; ++i) {
    polygon.push_back(static_cast<Index>(corners[i].vertex_index - 1));  // the callback hands on the file's own numbers
  }
  read.mesh.parts.back().polygons.push_back(std::move(polygon));
  if (!read.first_color) {
    read.first_color = read.current_color;
  }
}

void on_material(void* user_data, const char* name, int) {
  Reading& read = reading(user_data);
  const auto found = read.materials.numbers.find(name);
  if (found == read.materials.numbers.end()) {
    read.current_color.reset();
    return;
  }
  const auto& diffuse = read.materials.list[static_cast<std::size_t>(found->second)].diffuse;
  const Color color{static_cast<float>(diffuse[0]), static_cast<float>(diffuse[1]), static_cast<float>(diffuse[2])};
  if (std::all_of(color.begin(), color.end(), [](float channel) { return std::isfinite(channel); })) {
    read.current_color = color;
  }
}

Materials read_materials(std::string_view text) {
  Materials materials;
  if (text.empty()) {
    return materials;
  }
  std::istringstream stream{std::string(text)};
  std::string warning;
  std::string error;
  tinyobj::LoadMtl(&materials.numbers, &materials.list, &stream, &warning, &error);
  return materials;
}

std::size_t polygon_count(const Mesh& mesh) {
  std::size_t count = 0;
  for (const MeshPart& part : mesh.parts) {
    count += part.polygons.size();
  }
  return count;
}

}  // namespace

Result<Mesh> read_obj(std::string_view text, std::string_view file_name, std::string_view material_text) {
  const ArithmeticMode mode;
  Result<ObjScan> scanned = scan_obj(text, file_name);
  if (!scanned) {
    return scanned.error();
  }
  ObjScan scan = std::move(scanned).value();
  const Materials materials = read_materials(material_text);
  Reading read{materials, {}, {}, true, {}, {}};
  tinyobj::callback_t callbacks;
  callbacks.index_cb = on_face;
  callbacks.group_cb = on_group;
  callbacks.object_cb = on_object;
  callbacks.usemtl_cb = on_material;
  std::istringstream stream(scan.plain_text);
  std::string warning;
  std::string error;
  if (!tinyobj::LoadObjWithCallback(stream, callbacks, &read, nullptr, &warning, &error) ||
      polygon_count(read.mesh) != scan.face_count) {
    return Error{std::string(file_name) + ": tinyobjloader could not read it: " + error + warning};
  }
  read.mesh.vertices = std::move(scan.vertices);
  read.mesh.diffuse_color = read.first_color;
  return std::move(read.mesh);
}

std::vector<std::string> material_libraries(std::string_view obj_text) {
  std::vector<std::string> names;
  for (const ObjLine& line : obj_lines(obj_text)) {
    if (line.words.front() == "mtllib") {
      names.insert(names.end(), line.words.begin() + 1, line.words.end());
    }
  }
  return names;
}

}  // namespace firstcontact
