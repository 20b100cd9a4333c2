#include "dynamics/shared_push.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace firstcontact {

namespace {

constexpr int most_sweeps = 20;
constexpr double precision = 1e-14;  // of the greatest change of speed so far: sweeps end

/// The points of one pair, [first, end) of the wanted speeds.
struct Face {
  std::size_t first = 0, end = 0;
  double compliance = 0.0;  // 1/kg: of the mean speed, per impulse at every point
};

class Faces {
 public:
  Faces(std::span<const ContactPoint> points, std::span<WantedSpeed> wanted, std::span<Responder> responders)
      : points_(points), wanted_(wanted), responders_(responders) {
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (i == 0 || !is_same_pair(wanted[i - 1].point, wanted[i].point)) {
        faces_.push_back({i, i, 0.0});
      }
      faces_.back().end = i + 1;
    }
    for (Face& face : faces_) {
      measure(face);
    }
  }

  void push_all() {
    double greatest = 0.0;
    for (int sweep = 0; sweep < most_sweeps; ++sweep) {
      double change = 0.0;
      for (const Face& face : faces_) {
        change = std::max(change, push(face));
      }
      greatest = std::max(greatest, change);
      if (change <= precision * greatest) {
        return;
      }
    }
  }

 private:
  [[nodiscard]] bool is_same_pair(std::size_t x, std::size_t y) const {
    return points_[x].a == points_[y].a && points_[x].b == points_[y].b;
  }

  // m/s: the mean, over a face's points, of how much slower they part than they should.
  [[nodiscard]] double missing_speed(const Face& face) const {
    double sum = 0.0;
    for (std::size_t i = face.first; i < face.end; ++i) {
      const ContactPoint& point = points_[wanted_[i].point];
      sum += wanted_[i].least_speed - wanted_[i].give * wanted_[i].impulse -
             glm::dot(point.normal, relative_velocity(point, responders_));
    }
    return sum / static_cast<double>(face.end - face.first);
  }

  void apply(const Face& face, double impulse) {
    for (std::size_t i = face.first; i < face.end; ++i) {
      const ContactPoint& point = points_[wanted_[i].point];
      apply_impulse(point, impulse * point.normal, responders_);
      wanted_[i].impulse += impulse;
    }
  }

  // What a unit impulse does to the mean speed: tried on the two bodies, which then go on as they were.
  void measure(Face& face) {
    const ContactPoint& any = points_[wanted_[face.first].point];
    const Velocity a = responders_[any.a].velocity;
    const Velocity b = responders_[any.b].velocity;
    const double before = missing_speed(face);
    apply(face, 1.0);
    face.compliance = before - missing_speed(face);
    for (std::size_t i = face.first; i < face.end; ++i) {
      wanted_[i].impulse -= 1.0;
    }
    responders_[any.a].velocity = a;
    responders_[any.b].velocity = b;
  }

  // m/s: by how much the mean speed changed. No impulse becomes a pull.
  double push(const Face& face) {
    if (!(face.compliance > 0.0)) {
      return 0.0;
    }
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = face.first; i < face.end; ++i) {
      least = std::min(least, wanted_[i].impulse);
    }
    const double change = std::max(-least, missing_speed(face) / face.compliance);
    apply(face, change);
    return std::abs(change) * face.compliance;
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
