// What is written on a picture, without a window: names of bodies, the instant, and how large things are.
#pragma once

#include <firstcontact/result.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "render/label.hpp"
#include "render/overlays.hpp"

namespace firstcontact {

struct CaptionChoice {
  bool names = false;  // above every body that moves, and others no larger than what matters
  bool time = false;   // of the picture, and of each instant of a stroboscope's
  bool scale = false;  // a bar with its length
};
/// The captions that a list such as "names,scale" names. Error: a name there is not.
[[nodiscard]] Result<CaptionChoice> captions_named(std::string_view list);

/// A place in a picture, pixels from its left upper corner.
struct PixelPlace {
  double x = 0.0, y = 0.0;
};
struct PictureSize {
  int width = 1, height = 1;  // pixels
};
/// Where a point of the world is seen; nothing: behind the eye.
[[nodiscard]] std::optional<PixelPlace> place_in_picture(const Vec3& point, const Camera& camera, PictureSize size);

/// A length that is easily read (1, 2 or 5 times a power of ten), at most a fifth of the picture's width, as long as it
/// looks at the camera's target across the line of sight.
struct ScaleBar {
  double length = 0.0;  // m
  double pixels = 0.0;
  std::string text;  // "20 mm"
};
[[nodiscard]] ScaleBar scale_bar(const Camera& camera, PictureSize size);
/// In the right lower corner, `above` pixels above the edge.
void draw_scale_bar(Image& image, const Camera& camera, int above);

/// Names above the bodies of `picture`; nearer ones first, and none over another.
void draw_body_names(Image& image, const Picture& picture, const Instant& instant);

/// The labels, none over another: each stays where it is if it can, or moves up or down by as few heights as are
/// needed, within the picture where there is room.
[[nodiscard]] std::vector<Label> set_apart(std::vector<Label> labels, PictureSize picture);

/// The label of that text in the inks of captions, with its left upper corner at `x`, `y`.
[[nodiscard]] Label caption(const std::string& text, int x, int y, const Image& image);
/// How many times larger than their smallest letters are in a picture of that height: they keep their size in it.
[[nodiscard]] int letter_scale(int height);

}  // namespace firstcontact
