#include "render/caption.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "scene/text.hpp"

namespace firstcontact {
namespace {

constexpr std::array<std::uint8_t, 3> letter_ink{255, 255, 255}, caption_ground{38, 44, 54};
constexpr int pixels_per_letter_scale = 300;  // of a picture's height

struct NamedCaption {
  std::string_view name;
  bool CaptionChoice::*is_on;
};
constexpr std::array<NamedCaption, 3> all_captions{
    {{"names", &CaptionChoice::names}, {"time", &CaptionChoice::time}, {"scale", &CaptionChoice::scale}}};

// The largest of 1, 2, 5 times a power of ten that is at most `length`.
double round_length(double length) {
  const double power = std::pow(10.0, std::floor(std::log10(length)));
  for (const double digit : {5.0, 2.0}) {
    if (digit * power <= length) {
      return digit * power;
    }
  }
  return power;
}

std::string length_text(double length) {
  struct Unit {
    double meters;
    const char* name;
  };
  constexpr std::array<Unit, 4> units{{{1e3, " km"}, {1.0, " m"}, {1e-3, " mm"}, {1e-6, " um"}}};
  const auto* const unit = std::find_if(units.begin(), units.end() - 1,
                                        [length](const Unit& each) { return length >= each.meters * (1.0 - 1e-9); });
  std::array<char, 48> text{};
  std::snprintf(text.data(), text.size(), "%.6g%s", length / unit->meters, unit->name);
  return text.data();
}

bool covers(const PixelBox& a, const PixelBox& b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

// A floor or a wall needs no name, and would have it in the middle of nothing.
bool is_named(const PictureBody& shown, const Picture& picture, const Instant& instant) {
  const auto body = static_cast<BodyIndex>(shown.body);
  if (shown.opacity < 1.0F || !instant.motions->is_there(body, instant.time)) {
    return false;
  }
  const Aabb box = body_box(*instant.stage, body, instant.motions->state(body, instant.time).pose);
  return instant.stage->header.bodies[body].type != BodyType::fixed ||
         glm::length(box.high - box.low) <= 2.0 * picture.scale;
}

struct BodyName {
  double distance = 0.0;  // m, from the eye
  PixelPlace top;         // of the body
  std::string text;
};

// Of the bodies whose middle is in the picture.
std::vector<BodyName> names_in(const Picture& picture, const Instant& instant, PictureSize size) {
  std::vector<BodyName> names;
  for (const PictureBody& shown : picture.bodies) {
    const auto body = static_cast<BodyIndex>(shown.body);
    if (!is_named(shown, picture, instant)) {
      continue;
    }
    const Pose pose = instant.motions->state(body, instant.time).pose;
    const Aabb box = body_box(*instant.stage, body, pose);
    const Vec3 above = 0.5 * (box.low + box.high) + 0.5 * (box.high.y - box.low.y) * picture.camera.up;
    const auto middle = place_in_picture(pose.position, picture.camera, size);
    const auto top = place_in_picture(above, picture.camera, size);
    const bool is_in =
        middle && middle->x >= 0.0 && middle->x <= size.width && middle->y >= 0.0 && middle->y <= size.height;
    if (is_in && top) {
      names.push_back({glm::length(pose.position - picture.camera.eye), *top, instant.stage->header.bodies[body].name});
    }
  }
  return names;
}

}  // namespace

Result<CaptionChoice> captions_named(std::string_view list) {
  CaptionChoice choice;
  for (const std::string& name : list.empty() ? std::vector<std::string>() : parts_between_commas(list)) {
    const auto* const found = std::find_if(all_captions.begin(), all_captions.end(),
                                           [&](const NamedCaption& caption) { return caption.name == name; });
    if (found == all_captions.end()) {
      return Error{"found \"" + name + "\", expected names out of: names, time, scale"};
    }
    choice.*found->is_on = true;
  }
  return choice;
}

std::optional<PixelPlace> place_in_picture(const Vec3& point, const Camera& camera, PictureSize size) {
  const PictureAxes axes = picture_axes(camera);
  const Vec3 offset = point - camera.eye;
  const double ahead = glm::dot(offset, view_direction(camera));
  if (!(ahead > 0.0)) {
    return std::nullopt;
  }
  const double pixels = 0.5 * size.height / std::tan(0.5 * camera.field_of_view) / ahead;  // a metre, so far away
  return PixelPlace{0.5 * size.width + pixels * glm::dot(offset, axes.right),
                    0.5 * size.height - pixels * glm::dot(offset, axes.top)};
}

ScaleBar scale_bar(const Camera& camera, PictureSize size) {
  const double distance = glm::length(camera.target - camera.eye);
  const double pixels = 0.5 * size.height / std::tan(0.5 * camera.field_of_view) / distance;
  const double length = round_length(0.2 * size.width / pixels);
  return {length, length * pixels, length_text(length)};
}

std::vector<Label> set_apart(std::vector<Label> labels, PictureSize picture) {
  std::vector<PixelBox> taken;
  for (Label& label : labels) {
    const LabelSize size = size_of(label);
    const int pitch = size.height + 2;
    const auto box_at = [&](int y) { return PixelBox{label.x, y, label.x + size.width, y + size.height}; };
    const auto is_free = [&](int y) {
      const bool is_clear =
          std::none_of(taken.begin(), taken.end(), [&](const PixelBox& other) { return covers(box_at(y), other); });
      return is_clear && y >= 0 && y + size.height <= picture.height;
    };
    int chosen = label.y;
    for (int step = 0; step * pitch <= picture.height && !is_free(chosen); ++step) {
      chosen = is_free(label.y - step * pitch) ? label.y - step * pitch : label.y + step * pitch;
    }
    label.y = is_free(chosen) ? chosen : label.y;
    taken.push_back(box_at(label.y));
  }
  return labels;
}

int letter_scale(int height) { return std::max(1, height / pixels_per_letter_scale); }

Label caption(const std::string& text, int x, int y, const Image& image) {
  return {text, x, y, letter_scale(image.height), letter_ink, caption_ground};
}

void draw_scale_bar(Image& image, const Camera& camera, int above) {
  const ScaleBar bar = scale_bar(camera, {image.width, image.height});
  const int unit = letter_scale(image.height);
  Label label = caption(bar.text, 0, 0, image);
  const LabelSize text = size_of(label);
  const int length = static_cast<int>(std::lround(bar.pixels));
  const int width = std::max(text.width, length + 8 * unit);
  const int height = text.height + 6 * unit;
  const int left = image.width - 2 * unit - width;
  const int top = image.height - above - 2 * unit - height;
  fill(image, {left, top, left + width, top + height}, caption_ground);
  label.x = left + (width - text.width) / 2;
  label.y = top;
  draw_label(image, label);
  const int first = left + (width - length) / 2;
  const int middle = top + text.height;
  fill(image, {first, middle, first + length, middle + unit}, letter_ink);
  for (const int end : {first, first + length - unit}) {
    fill(image, {end, middle - 3 * unit, end + unit, middle + 3 * unit}, letter_ink);
  }
}

void draw_body_names(Image& image, const Picture& picture, const Instant& instant) {
  std::vector<BodyName> names = names_in(picture, instant, {image.width, image.height});
  std::stable_sort(names.begin(), names.end(),
                   [](const BodyName& a, const BodyName& b) { return a.distance < b.distance; });
  std::vector<PixelBox> taken;
  for (const BodyName& name : names) {
    Label label = caption(name.text, 0, 0, image);
    const LabelSize size = size_of(label);
    label.x = std::clamp(static_cast<int>(std::lround(name.top.x)) - size.width / 2, 0,
                         std::max(image.width - size.width, 0));
    label.y = std::clamp(static_cast<int>(std::lround(name.top.y)) - size.height - 2, 0,
                         std::max(image.height - size.height, 0));
    const PixelBox box{label.x, label.y, label.x + size.width, label.y + size.height};
    if (std::none_of(taken.begin(), taken.end(), [&](const PixelBox& other) { return covers(box, other); })) {
      taken.push_back(box);
      draw_label(image, label);
    }
  }
}

}  // namespace firstcontact
