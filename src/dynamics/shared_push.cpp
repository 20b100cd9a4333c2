#include "dynamics/shared_push.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/tolerances.hpp"

namespace firstcontact {

namespace {

constexpr int most_sweeps = 20;
constexpr double precision = 1e-14;  // of the greatest change of speed so far: sweeps end

double length_of(const Vec3& v) { return std::sqrt(squared_length(v)); }

/// The points of one pair, [first, end) of the wanted speeds, under one impulse that acts at all of them: their sum is
/// all that matters.
struct Face {
  std::size_t first = 0, end = 0;
  std::uint32_t a = 0, b = 0;
  bool moves_a = false, moves_b = false;
  Vec3 pull{0.0};                     // sum of the normals
  Vec3 moment_a{0.0}, moment_b{0.0};  // m: of them about the centres of mass
  Velocity response_a, response_b;    // change of velocity per N s at every point, b's and what a's loses
  double missing = 0.0, give = 0.0;   // m/s, 1/kg: sums of the wanted speeds and of how they give way
  double arms_a = 0.0, arms_b = 0.0;  // m^2: the arms' squares, summed
  double compliance = 0.0;            // 1/kg: of the sum of speeds
  double least = 0.0;                 // N s: the least impulse at the start
  double shared = 0.0;                // N s, at every point since
  double rounding = 0.0;              // m/s: what the mean speed is known to
};

class Faces {
 public:
  Faces(std::span<const ContactPoint> points, std::span<WantedSpeed> wanted, std::span<Responder> responders)
      : points_(points), wanted_(wanted), responders_(responders) {
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      const ContactPoint& point = points[wanted[i].point];
      if (faces_.empty() || faces_.back().a != point.a || faces_.back().b != point.b) {
        Face& face = faces_.emplace_back();
        face.first = i;
        face.a = point.a;
        face.b = point.b;
        face.least = wanted[i].impulse;
      }
      add(faces_.back(), i);
    }
    for (Face& face : faces_) {
      measure(face);
    }
  }

  void push_all() {
    double greatest = 0.0;
    double known_to = 0.0;
    for (const Face& face : faces_) {
      known_to = std::max(known_to, face.rounding);
    }
    for (int sweep = 0; sweep < most_sweeps; ++sweep) {
      double change = 0.0;
      for (Face& face : faces_) {
        change = std::max(change, push(face));
      }
      greatest = std::max(greatest, change);
      if (change <= std::max(precision * greatest, known_to)) {
        break;
      }
    }
    for (const Face& face : faces_) {
      for (std::size_t i = face.first; i < face.end; ++i) {
        wanted_[i].impulse += face.shared;
      }
    }
  }

 private:
  void add(Face& face, std::size_t index) const {
    const WantedSpeed& wanted = wanted_[index];
    const ContactPoint& point = points_[wanted.point];
    face.end = index + 1;
    face.pull += point.normal;
    face.moment_a += glm::cross(point.arm_a, point.normal);
    face.moment_b += glm::cross(point.arm_b, point.normal);
    face.arms_a += squared_length(point.arm_a);
    face.arms_b += squared_length(point.arm_b);
    face.missing += wanted.least_speed - wanted.give * wanted.impulse - glm::dot(point.normal, point.surface_velocity);
    face.give += wanted.give;
    face.least = std::min(face.least, wanted.impulse);
  }

  void measure(Face& face) const {
    const Responder& a = responders_[face.a];
    const Responder& b = responders_[face.b];
    face.moves_a = can_move(a);
    face.moves_b = can_move(b);
    face.response_a = {a.inverse_mass * face.pull, a.inverse_inertia * face.moment_a};
    face.response_b = {b.inverse_mass * face.pull, b.inverse_inertia * face.moment_b};
    const auto count = static_cast<double>(face.end - face.first);
    const bool yields = gives_way(a, {face.pull, face.moment_a, count * count, count * face.arms_a}) ||
                        gives_way(b, {face.pull, face.moment_b, count * count, count * face.arms_b});
    face.compliance = yields ? response_of(face) : 0.0;
    const double speeds = length_of(face.pull) * (length_of(a.velocity.linear) + length_of(b.velocity.linear)) +
                          length_of(face.moment_a) * length_of(a.velocity.angular) +
                          length_of(face.moment_b) * length_of(b.velocity.angular);
    face.rounding = tolerances::speed_rounding * speeds / count;
  }

  static double response_of(const Face& face) {
    return glm::dot(face.pull, face.response_a.linear + face.response_b.linear) +
           glm::dot(face.moment_a, face.response_a.angular) + glm::dot(face.moment_b, face.response_b.angular) +
           face.give;
  }

  // m/s: by how much the mean speed changed. No impulse becomes a pull.
  double push(Face& face) {
    if (!(face.compliance > 0.0)) {
      return 0.0;
    }
    Velocity& a = responders_[face.a].velocity;
    Velocity& b = responders_[face.b].velocity;
    const double speed = glm::dot(face.pull, b.linear - a.linear) + glm::dot(face.moment_b, b.angular) -
                         glm::dot(face.moment_a, a.angular);
    const double missing = face.missing - face.give * face.shared - speed;
    const double change = std::max(-(face.least + face.shared), missing / face.compliance);
    if (face.moves_a) {
      a.linear -= change * face.response_a.linear;
      a.angular -= change * face.response_a.angular;
    }
    if (face.moves_b) {
      b.linear += change * face.response_b.linear;
      b.angular += change * face.response_b.angular;
    }
    face.shared += change;
    return std::abs(change) * face.compliance / static_cast<double>(face.end - face.first);
  }

  std::span<const ContactPoint> points_;
  std::span<WantedSpeed> wanted_;
  std::span<Responder> responders_;
  std::vector<Face> faces_;
};

}  // namespace

void push_evenly(std::span<const ContactPoint> points, std::span<WantedSpeed> wanted, std::span<Responder> responders) {
  Faces(points, wanted, responders).push_all();
}

}  // namespace firstcontact
