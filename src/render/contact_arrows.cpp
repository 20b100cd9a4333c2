#include "render/contact_arrows.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "render/line_art.hpp"
#include "render/near_contacts.hpp"

namespace firstcontact {
namespace {

using Pair = std::pair<BodyIndex, BodyIndex>;

Pair sorted(BodyIndex a, BodyIndex b) { return {std::min(a, b), std::max(a, b)}; }

// The largest 1, 2 or 5 times a power of ten that is not above `value`, which is.
double round_number(double value) {
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  const double share = value / power * (1.0 + 1e-12);
  return (share >= 5.0 ? 5.0 : share >= 2.0 ? 2.0 : 1.0) * power;
}

struct Arrow {
  Vec3 sum{0.0};  // m, of the pair's contact points
  int points = 0;
  Vec3 force{0.0};  // N
};

// Of the pairs that touch and give each other something.
std::vector<Arrow> arrows_of(const std::vector<NearContact>& contacts, const Instant& instant) {
  std::map<Pair, Arrow> by_pair;
  for (const PairForce& pair : instant.forces) {
    const bool moves_b = instant.stage->header.bodies[pair.b].type == BodyType::dynamic;
    by_pair[sorted(pair.a, pair.b)].force = moves_b ? pair.force : -pair.force;
  }
  for (const NearContact& contact : contacts) {
    const auto found = by_pair.find(sorted(contact.a, contact.b));
    if (found != by_pair.end()) {
      found->second.sum += contact.point;
      ++found->second.points;
    }
  }
  std::vector<Arrow> arrows;
  for (const auto& [pair, arrow] : by_pair) {
    if (arrow.points > 0 && glm::length(arrow.force) > 0.0) {
      arrows.push_back(arrow);
    }
  }
  return arrows;
}

}  // namespace

std::vector<PairForce> pair_forces(const RecordedStep& step, double seconds) {
  std::map<Pair, Vec3> impulses;  // on the second
  const auto add = [&](BodyIndex a, BodyIndex b, const Vec3& on_b) {
    impulses.try_emplace(sorted(a, b), 0.0).first->second += a < b ? on_b : -on_b;
  };
  if (step.impulses && seconds > 0.0) {
    for (const Transfer& transfer : step.impulses->transfers) {
      add(transfer.a, transfer.b, transfer.impulse);
    }
    for (const ContactLoad& load : step.impulses->loads) {
      add(load.a, load.b, load.impulse);
    }
  }
  std::vector<PairForce> forces;
  for (const auto& [pair, impulse] : impulses) {
    forces.push_back({pair.first, pair.second, impulse / seconds});
  }
  return forces;
}

ForceScale force_scale(double largest, double scale) {
  constexpr double longest = 0.5;  // of the picture's scale
  const double below = round_number(largest);
  const double next = std::abs(largest - below) <= 1e-9 * largest ? below : round_number(2.5 * below);
  return {round_number(longest * scale), next};
}

void add_contacts(Picture& picture, const Instant& instant) {
  const double length = 0.04 * picture.scale;
  const std::vector<NearContact> contacts = near_contacts(instant);
  for (const NearContact& contact : contacts) {
    draw_cross(picture.lines, contact.point, 0.25 * length, {contact_ink, 2.0F});
    if (instant.forces.empty()) {
      draw_arrow(picture.lines, contact.point, contact.point + length * contact.normal, {contact_ink, 1.6F});
    }
  }
  const std::vector<Arrow> arrows = arrows_of(contacts, instant);
  double largest = 0.0;
  for (const Arrow& arrow : arrows) {
    largest = std::max(largest, glm::length(arrow.force));
  }
  if (!(largest > 0.0)) {
    return;
  }
  const ForceScale scale = force_scale(largest, picture.scale);
  picture.force_scale = scale;
  // They are inside of bodies, and must be seen through them.
  for (const Arrow& arrow : arrows) {
    const Vec3 from = arrow.sum / static_cast<double>(arrow.points);
    draw_arrow(picture.lines, from, from + scale.metres / scale.newtons * arrow.force, {contact_ink, 3.0F, 0.8F});
  }
}

}  // namespace firstcontact
