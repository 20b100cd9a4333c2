#include "narrowphase/portal.hpp"

#include <cmath>

namespace firstcontact {

namespace {

constexpr int most_supports = 20;
// The first corners are looked for sideways and as much forwards: corners of the near side need less refining than
// those of the rim.
constexpr double forwards = 1.0;

// The triangle so far. `axis` faces the side that the line comes from.
struct Portal {
  const CorePair& cores;
  Vec3 line;  // unit
  double near;
  PortalCast found;
  int supports = 0;
  double sense = 1.0;  // plus or minus one: which way the corners go round the line

  [[nodiscard]] const Vec3& at(int i) const { return found.corner[i].difference; }
};

bool done(Portal& portal, LineMeets meets, const Vec3& axis, double along) {
  const double scale = 1.0 / length(axis);
  portal.found.meets = meets;
  portal.found.axis = axis * scale;
  portal.found.separation = along * scale;
  return false;
}

// The part of `p` square to the line.
Vec3 beside(const Portal& portal, const Vec3& p) { return p - glm::dot(p, portal.line) * portal.line; }

// A corner beyond the line, seen along `side`, which is square to it; false when there is none: the set lies on one
// side.
bool find_beyond(Portal& portal, const Vec3& side, int i) {
  SimplexVertex& corner = portal.found.corner[i];
  corner = support_against(portal.cores, side + (forwards * length(side)) * portal.line);
  ++portal.supports;
  if (glm::dot(side, corner.difference) <= 0.0) {
    return true;
  }
  corner = support_against(portal.cores, side);
  ++portal.supports;
  const double along = glm::dot(side, corner.difference);
  if (along > 0.0) {
    portal.found.corner[0] = corner;
    return done(portal, LineMeets::nothing, side, along);
  }
  return true;
}

// Square to the line and to the edge from corner i to corner j, from the line towards the edge.
Vec3 side_of_edge(const Portal& portal, int i, int j) {
  const Vec3 side = glm::cross(portal.line, portal.at(j) - portal.at(i));
  return std::copysign(1.0, glm::dot(side, portal.at(i))) * side;
}

// Which way the line passes the edge from `p` to `q`.
double turn_about_line(const Portal& portal, const Vec3& p, const Vec3& q) {
  return glm::dot(portal.line, glm::cross(p, q));
}

// The edge that the line passes on the outer side: 0, 1, 2 for the one from that corner to the next, or 3 for none.
int edge_seen(Portal& portal) {
  const double first = turn_about_line(portal, portal.at(0), portal.at(1));
  const double second = turn_about_line(portal, portal.at(1), portal.at(2));
  const double third = turn_about_line(portal, portal.at(2), portal.at(0));
  const double whole = (first + second) + third;
  portal.sense = std::copysign(1.0, whole);
  const int seen = (first * whole < 0.0 ? 1 : 0) | (second * whole < 0.0 ? 2 : 0) | (third * whole < 0.0 ? 4 : 0);
  constexpr int lowest[8] = {3, 0, 1, 0, 2, 0, 1, 0};
  return lowest[seen];
}

// Moves the three corners about the line, by GJK in the plane square to it.
bool surround(Portal& portal) {
  int edge = edge_seen(portal);
  while (edge != 3 && portal.supports < most_supports) {
    const int opposite = edge == 0 ? 2 : edge - 1;
    if (!find_beyond(portal, side_of_edge(portal, edge, edge == 2 ? 0 : edge + 1), opposite)) {
      return false;
    }
    edge = edge_seen(portal);
  }
  return edge == 3;
}

bool find_portal(Portal& portal) {
  const Vec3& first = portal.at(0);
  return find_beyond(portal, beside(portal, first), 1) && find_beyond(portal, side_of_edge(portal, 0, 1), 2) &&
         surround(portal);
}

// One vertex further out; false when there is none, or the set is too flat to tell.
bool refine(Portal& portal) {
  const Vec3& p = portal.at(0);
  // A corner that is replaced leaves the sense as it was.
  const Vec3 square = glm::cross(portal.at(1) - p, portal.at(2) - p);
  const Vec3 axis = portal.sense * square;
  const SimplexVertex support = support_against(portal.cores, axis);
  ++portal.supports;
  const Vec3& x = support.difference;
  const double along = glm::dot(axis, x);
  const double before = glm::dot(axis, p) - along;
  const double size2 = square_of(axis);
  if (before <= 0.0 || before * before <= portal.near * portal.near * size2) {
    return size2 > 0.0 && done(portal, LineMeets::face, axis, along);
  }
  // The line lies between two corners and `x`; the third makes room. Looked up, because no branch could be foretold.
  const Vec3 moment = glm::cross(portal.sense * portal.line, x);
  const int left = (glm::dot(moment, p) >= 0.0 ? 1 : 0) | (glm::dot(moment, portal.at(1)) >= 0.0 ? 2 : 0) |
                   (glm::dot(moment, portal.at(2)) >= 0.0 ? 4 : 0);
  constexpr int third[8] = {3, 2, 0, 0, 1, 2, 1, 3};
  if (third[left] == 3) {
    return false;
  }
  portal.found.corner[third[left]] = support;
  return true;
}

void refine_all(Portal& portal) {
  while (portal.supports < most_supports && refine(portal)) {
  }
}

}  // namespace

PortalCast cast_line(const CorePair& cores, const SimplexVertex& first, const Vec3& line, double near) {
  Portal portal{cores, unit_or(line, Vec3(0.0)), near, {}};
  portal.found.corner[0] = first;
  if (find_portal(portal)) {
    refine_all(portal);
  }
  return portal.found;
}

PortalCast cast_again(const CorePair& cores, const PortalCast& before, const Vec3& line, double near) {
  Portal portal{cores, unit_or(line, Vec3(0.0)), near, before};
  portal.found.meets = LineMeets::unknown;
  for (SimplexVertex& corner : portal.found.corner) {
    corner.difference = difference_of(cores, corner.a, corner.b);
  }
  if (surround(portal)) {
    refine_all(portal);
  }
  return portal.found;
}

}  // namespace firstcontact
