#include "verify/nearest.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace firstcontact::verify {
namespace {

double dot3(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Vec3 cross3(const Vec3& a, const Vec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
Vec3 turned(const Placed& body, const Vec3& v) {
  return {dot3(body.rows[0], v), dot3(body.rows[1], v), dot3(body.rows[2], v)};
}
Vec3 turned_back(const Placed& body, const Vec3& v) {
  return v.x * body.rows[0] + v.y * body.rows[1] + v.z * body.rows[2];
}

// A point of b less one of a.
struct Corner {
  Vec3 difference{0.0};
  Vec3 a{0.0}, b{0.0};  // local
};
using Simplex = std::vector<Corner>;

Corner corner_along(const Placed& a, const Placed& b, const Vec3& direction) {
  Corner corner;
  corner.b = furthest_point(*b.shape, turned_back(b, direction));
  corner.a = furthest_point(*a.shape, turned_back(a, -direction));
  corner.difference = (turned(b, corner.b) - turned(a, corner.a)) + (b.position - a.position);
  return corner;
}

// The point of a face's plane or line that is nearest to the origin, when it lies within the face, as a weighted mean
// of its corners: the weights' sum need not be 1.
struct Foot {
  Vec3 point{0.0};
  std::vector<double> weights;
};
std::optional<Foot> foot_on_line(const Vec3& p, const Vec3& q) {
  const Vec3 along = q - p;
  const double squares = dot3(along, along);
  const double at = -dot3(p, along) / squares;
  if (!(at > 0.0 && at < 1.0)) {
    return std::nullopt;
  }
  const Vec3 foot = p + at * along;
  return Foot{foot - (dot3(foot, along) / squares) * along, {1.0 - at, at}};  // once more, against cancellation
}

std::optional<Foot> foot_on_plane(const Vec3& p, const Vec3& q, const Vec3& r) {
  const Vec3 normal = cross3(q - p, r - p);
  const double squares = dot3(normal, normal);
  const double of_p = dot3(normal, cross3(q, r));
  const double of_q = dot3(normal, cross3(r, p));
  const double of_r = dot3(normal, cross3(p, q));
  if (!(squares > 0.0) || of_p < 0.0 || of_q < 0.0 || of_r < 0.0) {
    return std::nullopt;
  }
  return Foot{(dot3(normal, p) / squares) * normal, {of_p / squares, of_q / squares, of_r / squares}};
}

double volume(const Vec3& p, const Vec3& q, const Vec3& r) { return dot3(p, cross3(q, r)); }

bool holds_origin(const Simplex& s) {
  const Vec3& p = s[0].difference;
  const Vec3& q = s[1].difference;
  const Vec3& r = s[2].difference;
  const Vec3& t = s[3].difference;
  const double signs[4] = {volume(q, r, t), -volume(p, r, t), volume(p, q, t), -volume(p, q, r)};
  const bool all_positive = std::all_of(std::begin(signs), std::end(signs), [](double x) { return x > 0.0; });
  const bool all_negative = std::all_of(std::begin(signs), std::end(signs), [](double x) { return x < 0.0; });
  return all_positive || all_negative;
}

struct Best {
  Foot foot;
  Simplex face;
  double squares = std::numeric_limits<double>::infinity();
};

// The nearest point among all faces of the simplex: corners, edges, triangles, inside.
Best nearest_face(const Simplex& s) {
  Best best;
  const auto take = [&](std::optional<Foot> foot, Simplex face) {
    if (foot && dot3(foot->point, foot->point) < best.squares) {
      const double squares = dot3(foot->point, foot->point);
      best = {*std::move(foot), std::move(face), squares};
    }
  };
  if (s.size() == 4 && holds_origin(s)) {
    return {{}, s, 0.0};
  }
  for (std::size_t i = 0; i < s.size(); ++i) {
    take(Foot{s[i].difference, {1.0}}, {s[i]});
    for (std::size_t j = i + 1; j < s.size(); ++j) {
      take(foot_on_line(s[i].difference, s[j].difference), {s[i], s[j]});
      for (std::size_t k = j + 1; k < s.size(); ++k) {
        take(foot_on_plane(s[i].difference, s[j].difference, s[k].difference), {s[i], s[j], s[k]});
      }
    }
  }
  return best;
}

bool is_known_corner(const Simplex& simplex, const Corner& corner) {
  return std::any_of(simplex.begin(), simplex.end(),
                     [&](const Corner& known) { return known.a == corner.a && known.b == corner.b; });
}

Nearest answer(const Best& best) {
  Nearest found;
  found.distance = std::sqrt(best.squares);
  found.direction = found.distance > 0.0 ? best.foot.point / found.distance : Vec3(0.0);
  found.weights = best.foot.weights;
  for (const Corner& corner : best.face) {
    found.corners_a.push_back(corner.a);
    found.corners_b.push_back(corner.b);
  }
  return found;
}

struct Range {
  double low, high;
};
Range range_along(const Placed& body, const Vec3& n) {
  const Vec3 local = turned_back(body, n);
  const double center = dot3(n, body.position);
  return {center + dot3(local, furthest_point(*body.shape, -local)) - body.shape->rounding,
          center + dot3(local, furthest_point(*body.shape, local)) + body.shape->rounding};
}

// Keeps the axis along which the least motion parts the two.
void try_axis(const Placed& a, const Placed& b, const Vec3& axis, Depth& best) {
  const double length = std::sqrt(dot3(axis, axis));
  if (!(length > 1e-12)) {
    return;
  }
  const Vec3 n = axis / length;
  const Range of_a = range_along(a, n);
  const Range of_b = range_along(b, n);
  const double forth = of_a.high - of_b.low;
  const double back = of_b.high - of_a.low;
  if (std::min(forth, back) < best.depth) {
    best = {std::min(forth, back), forth <= back ? n : -n};
  }
}

// Curved surfaces have no end of axes: the axes of their discs, then those around the best so far, nearer and nearer.
void try_around(const Placed& a, const Placed& b, Depth& best) {
  for (const Placed* body : {&a, &b}) {
    for (const Ellipsoid& ellipsoid : body->shape->ellipsoids) {
      for (int i = 0; i < 3; ++i) {
        try_axis(a, b, turned(*body, ellipsoid.semi_axes[i]), best);
        try_axis(a, b, turned(*body, cross3(ellipsoid.semi_axes[i], ellipsoid.semi_axes[(i + 1) % 3])), best);
      }
    }
  }
  constexpr int halvings = 30;
  double step = 0.5;
  for (int i = 0; i < halvings; ++i, step *= 0.5) {
    const Vec3 center = best.direction;
    for (int axis = 0; axis < 3; ++axis) {
      Vec3 aside(0.0);
      aside[axis] = step;
      try_axis(a, b, center + aside, best);
      try_axis(a, b, center - aside, best);
    }
  }
}

std::vector<Vec3> face_normals(const Placed& body, const RecordedShape& shape) {
  std::vector<Vec3> normals;
  for (const auto& face : shape.faces) {
    Vec3 normal(0.0);  // Newell's, of any polygon
    for (std::size_t i = 0; i < face.size(); ++i) {
      normal += cross3(shape.vertices[face[i]], shape.vertices[face[(i + 1) % face.size()]]);
    }
    const double length = std::sqrt(dot3(normal, normal));
    normals.push_back(turned(body, normal / std::max(length, 1e-300)));
  }
  return normals;
}

std::vector<Vec3> edges_of(const Placed& body, const RecordedShape& shape) {
  std::vector<Vec3> edges;
  for (const auto& face : shape.faces) {
    for (std::size_t i = 0; i < face.size(); ++i) {
      const Index from = face[i];
      const Index to = face[(i + 1) % face.size()];
      if (from < to) {
        const Vec3 edge = shape.vertices[to] - shape.vertices[from];
        edges.push_back(turned(body, edge / std::max(std::sqrt(dot3(edge, edge)), 1e-300)));
      }
    }
  }
  return edges;
}

}  // namespace

Placed placed(const PosedBody& body, const Shape& shape, const Vec3& origin) {
  const auto& rows = body.attitude.rotation.rows;
  return {&shape, middle(body.position) - origin, {middle(rows[0]), middle(rows[1]), middle(rows[2])}};
}

Nearest nearest(const Placed& a, const Placed& b) {
  constexpr int most_rounds = 100;
  Vec3 toward = b.position - a.position;
  toward = dot3(toward, toward) > 0.0 ? toward : Vec3(1.0, 0.0, 0.0);
  Simplex simplex{corner_along(a, b, -toward)};
  Best best = nearest_face(simplex);
  for (int round = 0; round < most_rounds && best.squares > 0.0; ++round) {
    const Corner next = corner_along(a, b, -best.foot.point);
    const double gain = best.squares - dot3(next.difference, best.foot.point);
    if (gain <= 1e-14 * best.squares || is_known_corner(best.face, next)) {
      break;
    }
    simplex = best.face;
    simplex.push_back(next);
    const Best better = nearest_face(simplex);
    if (better.squares >= best.squares) {
      break;
    }
    best = better;
  }
  return answer(best);
}

namespace {

// Two different ones among a simplex's corners of one body, as an edge in the world; nothing when there are none or
// more.
std::optional<Vec3> edge_among(const std::vector<Vec3>& corners, const PosedBody& body) {
  std::vector<Vec3> different;
  for (const Vec3& corner : corners) {
    if (std::find(different.begin(), different.end(), corner) == different.end()) {
      different.push_back(corner);
    }
  }
  const auto& rows = body.attitude.rotation.rows;
  const Vec3 local = different.size() == 2 ? different[1] - different[0] : Vec3(0.0);
  return different.size() == 2 ? std::optional(Vec3(dot3(middle(rows[0]), local), dot3(middle(rows[1]), local),
                                                    dot3(middle(rows[2]), local)))
                               : std::nullopt;
}

bool are_all_one(const std::vector<Vec3>& corners) {
  return std::all_of(corners.begin(), corners.end(), [&](const Vec3& corner) { return corner == corners.front(); });
}

}  // namespace

// Of two edges e, f that turn with their bodies: n' lies in their plane, with n'.e = -n.(w_a x e), n'.f = -n.(w_b x f).
Vec3 turning_of(const Nearest& found, const PosedBody& a, const PosedBody& b) {
  const Vec3 spin_a = middle(a.attitude.spin);
  const Vec3 spin_b = middle(b.attitude.spin);
  const auto edge_a = edge_among(found.corners_a, a);
  const auto edge_b = edge_among(found.corners_b, b);
  if (!edge_a || !edge_b) {
    return are_all_one(found.corners_a) && !are_all_one(found.corners_b) ? spin_b : spin_a;
  }
  const Vec3& n = found.direction;
  const double ee = dot3(*edge_a, *edge_a);
  const double ef = dot3(*edge_a, *edge_b);
  const double ff = dot3(*edge_b, *edge_b);
  const double determinant = ee * ff - ef * ef;
  if (!(determinant > 1e-12 * ee * ff)) {
    return spin_a;
  }
  const double along_a = -dot3(n, cross3(spin_a, *edge_a));
  const double along_b = -dot3(n, cross3(spin_b, *edge_b));
  const Vec3 change =
      ((along_a * ff - along_b * ef) / determinant) * *edge_a + ((along_b * ee - along_a * ef) / determinant) * *edge_b;
  return cross3(n, change) + 0.5 * dot3(n, spin_a + spin_b) * n;
}

Depth depth_of(const Placed& a, const Placed& b, const RecordedShape& faces_a, const RecordedShape& faces_b) {
  Depth best{std::numeric_limits<double>::infinity(), Vec3(0.0)};
  const Nearest apart = nearest(a, b);
  try_axis(a, b, apart.direction, best);
  const std::vector<Vec3> edges_a = edges_of(a, faces_a);
  const std::vector<Vec3> edges_b = edges_of(b, faces_b);
  for (const Vec3& normal : face_normals(a, faces_a)) {
    try_axis(a, b, normal, best);
  }
  for (const Vec3& normal : face_normals(b, faces_b)) {
    try_axis(a, b, normal, best);
  }
  for (const Vec3& along_a : edges_a) {
    for (const Vec3& along_b : edges_b) {
      try_axis(a, b, cross3(along_a, along_b), best);
    }
  }
  // Round cores without faces, one inside the other: the line of centres is a fair guess.
  try_axis(a, b, b.position - a.position, best);
  if (!a.shape->ellipsoids.empty() || !b.shape->ellipsoids.empty()) {
    try_around(a, b, best);
  }
  return {std::isfinite(best.depth) ? std::max(0.0, best.depth) : 0.0, best.direction};
}

namespace {

IntervalVector widened(const Vec3& point, double by) {
  const IntervalVector exact(point);
  return by == 0.0
             ? exact
             : IntervalVector{verify::widened(exact.x, by), verify::widened(exact.y, by), verify::widened(exact.z, by)};
}

}  // namespace

bool share_a_point(const PosedBody& a, const Shape& shape_a, const PosedBody& b, const Shape& shape_b,
                   const Nearest& found) {
  std::vector<IntervalVector> corners;
  for (std::size_t i = 0; i < found.corners_a.size(); ++i) {
    // The true points of a curved surface lie near those computed: all that they can be is asked.
    corners.push_back((b.position - a.position) +
                      b.attitude.rotation * widened(found.corners_b[i], point_error(shape_b)) -
                      a.attitude.rotation * widened(found.corners_a[i], point_error(shape_a)));
  }
  if (corners.size() != 4) {
    IntervalVector sum;
    Interval weights;
    for (std::size_t i = 0; i < corners.size(); ++i) {
      sum = sum + Interval(found.weights[i]) * corners[i];
      weights += Interval(found.weights[i]);
    }
    return greatest_length(sum) < below(below(shape_a.rounding + shape_b.rounding) * weights.low);
  }
  const auto volume_of = [&](int i, int j, int k) {
    const auto at = [&](int index) { return corners[static_cast<std::size_t>(index)]; };
    return dot(at(i), cross(at(j), at(k)));
  };
  const Interval signs[4] = {volume_of(1, 2, 3), -volume_of(0, 2, 3), volume_of(0, 1, 3), -volume_of(0, 1, 2)};
  const bool all_positive =
      std::all_of(std::begin(signs), std::end(signs), [](const Interval& x) { return x.low > 0; });
  const bool all_negative =
      std::all_of(std::begin(signs), std::end(signs), [](const Interval& x) { return x.high < 0; });
  return all_positive || all_negative;
}

}  // namespace firstcontact::verify
