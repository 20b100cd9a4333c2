#include "query_set.hpp"

#include <fstream>
#include <stdexcept>

namespace firstcontact::test {

namespace {

Vec3 read_vector(std::istream& in) {
  Vec3 v(0.0);
  in >> v.x >> v.y >> v.z;
  return v;
}

RigidMotion read_motion(std::istream& in) {
  std::string letter;
  in >> letter;
  RigidMotion motion;
  motion.start.position = read_vector(in);
  Quat q(1.0, 0.0, 0.0, 0.0);
  in >> q.x >> q.y >> q.z >> q.w;
  motion.start.orientation = glm::normalize(q);
  motion.linear_velocity = read_vector(in);
  motion.angular_velocity = read_vector(in);
  return motion;
}

ConvexShape read_shape(std::istream& in) {
  std::string word;
  std::size_t id = 0;
  std::size_t vertex_count = 0;
  std::size_t face_count = 0;
  in >> word >> id >> vertex_count >> face_count;
  std::vector<Vec3> vertices;
  for (std::size_t i = 0; i < vertex_count; ++i) {
    in >> word;
    vertices.push_back(read_vector(in));
  }
  std::vector<std::vector<Index>> faces(face_count);
  for (std::vector<Index>& face : faces) {
    std::size_t count = 0;
    in >> word >> count;
    face.resize(count);
    for (Index& index : face) {
      in >> index;
    }
  }
  return make_shape(hull_from_faces(vertices, faces).value());
}

KnownQuery read_query(std::istream& in) {
  KnownQuery query;
  std::string word;
  int flags = 0;
  double ignored = 0.0;
  in >> word >> query.id >> query.a >> query.b >> flags;
  query.motion_a = read_motion(in);
  query.motion_b = read_motion(in);
  in >> word >> query.kind >> query.t_low >> query.t_high >> query.start_distance >> query.nearest_low >> ignored >>
      ignored >> query.depth >> ignored;
  read_vector(in);
  return query;
}

}  // namespace

QuerySet read_query_set(const std::string& name) {
  std::ifstream in(std::string(FIRSTCONTACT_TEST_DATA_DIR) + "/narrowphase/data/" + name + ".toi");
  QuerySet set;
  std::string word;
  int version = 0;
  long seed = 0;
  std::size_t shape_count = 0;
  std::size_t query_count = 0;
  in >> word >> version >> set.name >> seed >> shape_count >> query_count;
  for (std::size_t i = 0; i < shape_count && in; ++i) {
    set.shapes.push_back(read_shape(in));
  }
  for (std::size_t i = 0; i < query_count && in; ++i) {
    set.queries.push_back(read_query(in));
  }
  if (!in || set.queries.empty()) {
    throw std::runtime_error("query set " + name + ": missing or cut short");
  }
  return set;
}

}  // namespace firstcontact::test
