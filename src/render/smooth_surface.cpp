#include "render/smooth_surface.hpp"

#include <array>

#include <glm/gtc/constants.hpp>

namespace firstcontact {
namespace {

class SmoothSurface {
 public:
  SmoothSurface(const RecordedShape& shape, const Vec3& offset) : shape_(shape), offset_(offset) {}

  void append_to(DisplayMesh& mesh) const {
    if (shape_.ellipsoids.size() == 2) {
      add_tube(mesh, shape_.ellipsoids.back(), 1.0);
      add_disc(mesh, shape_.ellipsoids.back(), shape_.ellipsoids.front().center);
      add_disc(mesh, shape_.ellipsoids.front(), shape_.ellipsoids.back().center);
    } else if (shape_.vertices.size() == 2) {
      add_tube(mesh, {shape_.vertices.front(), Mat3(0.0)}, 0.0);
      add_disc(mesh, shape_.ellipsoids.front(), shape_.vertices.front());
    } else {
      add_ellipsoid(mesh);
    }
  }

 private:
  static constexpr int slices = 64, rings = 32;

  static SineCosine around(int slice) { return sine_cosine((slice % slices) * 2.0 * glm::pi<double>() / slices); }

  [[nodiscard]] DisplayVertex vertex(const Vec3& at, const Vec3& normal) const {
    return {glm::vec3(at + offset_), glm::vec3(normalized_or(normal, Vec3(0.0, 1.0, 0.0))), glm::vec2(0.0F)};
  }

  static void add_quad(DisplayMesh& mesh, const std::array<DisplayVertex, 4>& corners) {
    for (const std::size_t corner : {0U, 1U, 2U, 0U, 2U, 3U}) {
      mesh.vertices.push_back(corners.at(corner));
    }
  }

  // The side, from the first disc to one of `size` times its rim about the end's centre: 0 for an apex.
  void add_tube(DisplayMesh& mesh, const Ellipsoid& end, double size) const {
    const Ellipsoid& base = shape_.ellipsoids.front();
    const Vec3 along = end.center - base.center;
    const double turn = glm::dot(glm::cross(base.semi_axes[0], base.semi_axes[2]), along) < 0.0 ? -1.0 : 1.0;
    const auto side = [&](int slice) {
      const SineCosine at = around(slice);
      return at.cosine * base.semi_axes[0] + (turn * at.sine) * base.semi_axes[2];
    };
    const auto normal = [&](const Vec3& out) {
      const Vec3 slant = along + (size - 1.0) * out;
      return out - (glm::dot(out, slant) / glm::dot(slant, slant)) * slant;
    };
    for (int slice = 0; slice < slices; ++slice) {
      const Vec3 p = side(slice);
      const Vec3 q = side(slice + 1);
      add_quad(mesh, {vertex(base.center + p, normal(p)), vertex(base.center + q, normal(q)),
                      vertex(end.center + size * q, normal(q)), vertex(end.center + size * p, normal(p))});
    }
  }

  // A cap that looks away from `inside`.
  void add_disc(DisplayMesh& mesh, const Ellipsoid& disc, const Vec3& inside) const {
    const Vec3 across = glm::cross(disc.semi_axes[0], disc.semi_axes[2]);
    const double turn = glm::dot(across, disc.center - inside) < 0.0 ? -1.0 : 1.0;
    const Vec3 normal = turn * across;
    const auto rim = [&](int slice) {
      const SineCosine at = around(slice);
      return disc.center + at.cosine * disc.semi_axes[0] + (turn * at.sine) * disc.semi_axes[2];
    };
    for (int slice = 0; slice < slices; ++slice) {
      for (const Vec3& at : {disc.center, rim(slice), rim(slice + 1)}) {
        mesh.vertices.push_back(vertex(at, normal));
      }
    }
  }

  void add_ellipsoid(DisplayMesh& mesh) const {
    const Ellipsoid& e = shape_.ellipsoids.front();
    const Mat3& m = e.semi_axes;
    const double turn = glm::determinant(m) < 0.0 ? -1.0 : 1.0;
    const auto at = [&](int ring, int slice) {
      const SineCosine down = sine_cosine(ring * glm::pi<double>() / rings);
      const SineCosine about = around(slice);
      const Vec3 u(down.sine * about.cosine, down.cosine, -turn * down.sine * about.sine);
      Vec3 normal(0.0);
      for (int i = 0; i < 3; ++i) {
        normal += (u[i] / glm::dot(m[i], m[i])) * m[i];
      }
      return vertex(e.center + m * u, normal);
    };
    for (int ring = 0; ring < rings; ++ring) {
      for (int slice = 0; slice < slices; ++slice) {
        add_quad(mesh, {at(ring, slice), at(ring + 1, slice), at(ring + 1, slice + 1), at(ring, slice + 1)});
      }
    }
  }

  const RecordedShape& shape_;
  Vec3 offset_;
};

}  // namespace

void append_smooth_surface(DisplayMesh& mesh, const RecordedShape& shape, const Vec3& offset) {
  SmoothSurface(shape, offset).append_to(mesh);
}

}  // namespace firstcontact
