// Draws the octree of a small scene as SVG on standard output: the aligned cells, the tight boxes that the search goes
// by, the tracks, and the cells that one of them visits. docs/images/octree.svg was made by it.
#include <cmath>
#include <cstdio>
#include <firstcontact/octree.hpp>
#include <vector>

using namespace firstcontact;

namespace {

// Metres to the drawing's pixels, seen along Z.
double x_of(double metres) { return 320.0 + 30.0 * metres; }
double y_of(double metres) { return 200.0 - 30.0 * metres; }

void draw_box(const Aabb& box, const char* style) {
  std::printf("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" %s/>\n", x_of(box.low.x), y_of(box.high.y),
              30.0 * (box.high.x - box.low.x), 30.0 * (box.high.y - box.low.y), style);
}

Track track_of(BodyIndex body, const Vec3& center, double half) {
  Track track;
  track.body = body;
  track.box = {center - Vec3(half), center + Vec3(half)};
  track.end = 1.0;
  return track;
}

// A sunflower's seeds: dense in the middle, and no two rows alike.
std::vector<Track> seeds(int count) {
  std::vector<Track> tracks;
  for (int i = 0; i < count; ++i) {
    const double angle = 2.399963 * i;
    const double radius = 0.03 * i;
    const Vec3 center(1.6 * radius * std::cos(angle), radius * std::sin(angle), 0.0);
    tracks.push_back(track_of(static_cast<BodyIndex>(i), center, 0.10 + 0.05 * (i % 4)));
  }
  return tracks;
}

Track bullet(BodyIndex body) {
  const Vec3 start(-8.0, -4.5, 0.0);
  Track track = track_of(body, start, 0.1);
  track.fast = true;
  track.center = start;
  track.velocity = {16.0, 8.0, 0.0};
  track.half_extents = Vec3(0.1);
  track.box.high = start + track.velocity + track.half_extents;
  return track;
}

}  // namespace

int main() {
  std::vector<Track> tracks = seeds(180);
  tracks.push_back(track_of(180, {5.0, -3.6, 0.0}, 1.6));  // too large for the cells around it
  tracks.push_back(bullet(181));
  Octree octree;
  octree.lay_tracks(tracks);
  std::printf(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 430\" font-family=\"sans-serif\" "
      "font-size=\"13\">\n<rect width=\"640\" height=\"430\" fill=\"white\"/>\n");
  for (const OctreeCell& cell : octree.visited_cells(tracks.back())) {
    if (cell.references > 0) {
      draw_box(cell.fitted, "fill=\"#f2c14e\" fill-opacity=\"0.5\"");
    }
  }
  for (const OctreeCell& cell : octree.track_cells()) {
    draw_box(cell.cell, "fill=\"none\" stroke=\"#bbbbbb\"");
    if (cell.references > 0) {
      draw_box(cell.fitted, "fill=\"none\" stroke=\"#b5541c\" stroke-dasharray=\"4 3\"");
    }
  }
  for (const Track& track : tracks) {
    if (!track.fast) {
      draw_box(track.box, "fill=\"#1f5fa8\" fill-opacity=\"0.25\" stroke=\"#1f5fa8\" stroke-width=\"0.7\"");
    }
  }
  for (const BodyIndex met : octree.query(tracks.back())) {
    draw_box(tracks[met].box, "fill=\"#1f5fa8\"");
  }
  const Vec3 from = tracks.back().center;
  const Vec3 to = from + tracks.back().velocity;
  std::printf("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"black\" stroke-width=\"1.5\"/>\n",
              x_of(from.x), y_of(from.y), x_of(to.x), y_of(to.y));
  std::printf(
      "<text x=\"16\" y=\"420\">grey: cells; dashed: their tight boxes; filled: what the bullet visits, and the tracks "
      "it may meet</text>\n</svg>\n");
  return 0;
}
