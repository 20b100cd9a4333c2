// The only file that knows Qhull (Barber, Dobkin, Huhdanpaa 1996). Its options stay at their defaults on purpose: C-0
// merges facets that are concave or coplanar by its own count of roundoff, which is what makes cospherical points,
// needles and boxes turned by rounding noise come out closed. Triangulated output (Qt) would undo that with slivers.
#include "geometry/surface.hpp"

extern "C" {
#include <libqhull_r/libqhull_r.h>
}

#include <cstdio>
#include <memory>

#include "geometry/null_device.hpp"

namespace firstcontact {

namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

// Owns Qhull's state. Freed as its manual asks: long memory, then short.
class QhullRun {
 public:
  QhullRun() : state_(std::make_unique<qhT>()), nowhere_(std::fopen(null_device, "w")) {
    qh_zero(state_.get(), nowhere_.get());
  }
  ~QhullRun() {
    int long_blocks = 0;
    int long_bytes = 0;
    qh_freeqhull(state_.get(), qh_False);
    qh_memfreeshort(state_.get(), &long_blocks, &long_bytes);
  }
  QhullRun(const QhullRun&) = delete;
  QhullRun& operator=(const QhullRun&) = delete;

  /// False when Qhull reports an error. `coordinates` must outlive this object.
  bool run(std::vector<double>& coordinates) {
    char command[] = "qhull Pp";
    const int count = static_cast<int>(coordinates.size() / 3);
    return qh_new_qhull(state_.get(), 3, count, coordinates.data(), qh_False, command, nullptr, nowhere_.get()) == 0;
  }
  [[nodiscard]] const qhT& state() const { return *state_; }

 private:
  std::unique_ptr<qhT> state_;
  std::unique_ptr<std::FILE, CloseFile> nowhere_;
};

// Qhull's sets are arrays that end with a null.
template <class Item>
std::vector<Item*> items(setT* set) {
  std::vector<Item*> all;
  for (setelemT* element = set == nullptr ? nullptr : set->e; element != nullptr && element->p != nullptr; ++element) {
    all.push_back(static_cast<Item*>(element->p));
  }
  return all;
}

class SurfaceReader {
 public:
  explicit SurfaceReader(const qhT& state) : first_point_(state.first_point) {}

  Surface read(facetT* facets) {
    for (facetT* facet = facets; facet != nullptr && facet->next != nullptr; facet = facet->next) {
      if (facet->simplicial) {
        add_triangle(*facet);
      } else {
        add_ridges(*facet);
      }
      ++surface_.patch_count;
    }
    return surface_;
  }

 private:
  [[nodiscard]] Index index_of(const vertexT* vertex) const {
    return static_cast<Index>((vertex->point - first_point_) / 3);
  }
  void add(const vertexT* from, const vertexT* to) {
    surface_.edges.push_back({index_of(from), index_of(to), surface_.patch_count});
  }
  void add_triangle(const facetT& facet) {
    const std::vector<vertexT*> v = items<vertexT>(facet.vertices);
    const bool forward = facet.toporient != 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t next = (i + 1) % 3;
      forward ? add(v[i], v[next]) : add(v[next], v[i]);
    }
  }
  // A ridge's two vertices are in the order that the facet on its top side would give them.
  void add_ridges(const facetT& facet) {
    for (const ridgeT* ridge : items<ridgeT>(facet.ridges)) {
      const std::vector<vertexT*> v = items<vertexT>(ridge->vertices);
      ridge->top == &facet ? add(v[0], v[1]) : add(v[1], v[0]);
    }
  }

  const double* first_point_;
  Surface surface_;
};

double enclosed_volume(std::span<const Vec3> points, const Surface& surface) {
  std::vector<Index> anchor(surface.patch_count, ~Index{0});
  double sum = 0.0;
  for (const DirectedEdge& edge : surface.edges) {
    Index& a = anchor[edge.patch];
    a = a == ~Index{0} ? edge.from : a;
    sum += glm::dot(points[a], glm::cross(points[edge.from], points[edge.to]));
  }
  return sum / 6.0;
}

}  // namespace

std::optional<Surface> quickhull(std::span<const Vec3> points) {
  std::vector<double> coordinates;
  for (const Vec3& point : points) {
    coordinates.insert(coordinates.end(), {point.x, point.y, point.z});
  }
  QhullRun qhull;
  if (!qhull.run(coordinates)) {
    return std::nullopt;
  }
  Surface surface = SurfaceReader(qhull.state()).read(qhull.state().facet_list);
  // Which side Qhull calls top is a matter of its build; the volume tells.
  if (enclosed_volume(points, surface) < 0.0) {
    for (DirectedEdge& edge : surface.edges) {
      std::swap(edge.from, edge.to);
    }
  }
  return surface;
}

}  // namespace firstcontact
