#include "render/film_pane.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "rivals/tunnel_watch.hpp"

namespace firstcontact {
namespace {

constexpr std::array<std::uint8_t, 3> good_ground{22, 120, 62}, bad_ground{190, 24, 24};
constexpr float faintest = 0.30F, strongest = 0.65F;  // opacity of the first ghost and the last

// So many digits that instants a frame apart differ, and the exposures of a picture.
std::string time_text(double time, const FilmOptions& options) {
  double apart = options.exposures.empty() ? options.speed / options.frames_per_second : 1.0;
  for (std::size_t i = 0; i < options.exposures.size(); ++i) {
    const double next = i + 1 < options.exposures.size() ? options.exposures[i + 1] : options.start;
    apart = std::min(apart, next - options.exposures[i]);
  }
  const int digits = std::clamp(static_cast<int>(std::ceil(-std::log10(apart))), 2, 12);
  std::array<char, 48> text{};
  std::snprintf(text.data(), text.size(), "%.*f s", digits, time);
  return text.data();
}

// A body that has hardly moved from one exposure to the next would only thicken its own ghost.
bool has_moved(const PictureBody& a, const PictureBody& b, double scale) {
  return glm::length(a.mesh_pose.position - b.mesh_pose.position) > 1e-3 * scale ||
         std::abs(glm::dot(a.mesh_pose.orientation, b.mesh_pose.orientation)) < 1.0 - 1e-5;
}

}  // namespace

Pane::Pane(const FilmPane& pane, const FilmOptions& options)
    : options_(&options),
      show_(pane.show),
      name_(pane.name),
      looks_(options.looks),
      player_(show_->stage->header, show_->steps) {
  looks_.hides_walls = looks_.hides_walls && !(show_->camera && show_->camera->keeps_walls);
  scenery_ = scenery_of(*show_->stage);
}

std::optional<Error> Pane::go_to(double time) {
  if (auto error = player_.advance(time)) {
    return error;
  }
  memory_.see(instant(), player_.passed_events(), scenery_.scale);
  memory_.see_passages(player_.passages());
  for (const Event& event : player_.passed_events()) {
    const bool is_told = event.kind == EventKind::tunnelled || (event.kind == EventKind::impact && !through_);
    last_ = is_told ? std::optional(event) : last_;
    through_ = through_ || event.kind == EventKind::tunnelled;
  }
  return std::nullopt;
}

void Pane::expose() {
  const MotionTable& motions = player_.motions();
  Exposure exposure{player_.time(), picture_of(scenery_, motions, player_.time()).bodies, {}};
  std::erase_if(exposure.bodies,
                [&](const PictureBody& shown) { return stage().header.bodies[shown.body].type == BodyType::fixed; });
  for (BodyIndex i = 0; i < motions.size(); ++i) {
    exposure.places.push_back(motions.state(i, player_.time()).pose.position);
  }
  exposures_.push_back(std::move(exposure));
}

// From faint to strong, so that one sees which way time goes.
void Pane::add_ghosts(Picture& picture) const {
  std::vector<PictureBody> last(stage().bodies.size());
  for (const PictureBody& shown : picture.bodies) {
    last[shown.body] = shown;
  }
  for (std::size_t i = exposures_.size(); i-- > 0;) {
    const float share =
        exposures_.size() > 1 ? static_cast<float>(i) / static_cast<float>(exposures_.size() - 1) : 1.0F;
    for (PictureBody ghost : exposures_[i].bodies) {
      ghost.opacity = faintest + share * (strongest - faintest);
      const bool is_drawn = last[ghost.body].body == ghost.body && !has_moved(last[ghost.body], ghost, picture.scale);
      if (!is_drawn) {
        picture.bodies.push_back(ghost);
        last[ghost.body] = ghost;
      }
    }
  }
}

Picture Pane::picture(const Camera& camera) const {
  const Instant now = instant();
  Picture picture = picture_of(scenery_, player_.motions(), now.time);
  picture.camera = camera;
  add_ghosts(picture);
  add_overlays(picture, options_->overlays, now, memory_, player_.coming_events());
  return picture;
}

void Pane::write_on(Image& image, const Picture& picture) const {
  if (options_->captions.names) {
    draw_body_names(image, picture, instant());
  }
  if (options_->captions.time) {
    write_instants(image, picture.camera);
  }
  const int above = tell(image);
  if (options_->captions.scale) {
    draw_scale_bar(image, picture.camera, above);
  }
}

// The run's name on top; below what the method let through, or the last time that it kept bodies apart. Returns how
// many pixels that takes from below.
int Pane::tell(Image& image) const {
  const int scale = letter_scale(image.height);
  if (!name_.empty()) {
    draw_label(image, caption(name_, 2 * scale, 2 * scale, image));
  }
  if (!last_ || (!through_ && name_.empty())) {
    return 0;
  }
  Label told =
      caption(through_ ? passage_text(*last_, stage().header.bodies) : meeting_text(*last_), 2 * scale, 0, image);
  told.ground = through_ ? bad_ground : good_ground;
  if (size_of(told).width > image.width) {
    told.text.resize(told.text.rfind(" at "));  // a narrow pane tells who, and the clock when
  }
  told.y = image.height - size_of(told).height - 2 * scale;
  draw_label(image, told);
  return image.height - told.y;
}

// Where body `i` is at each exposure and now.
std::vector<Vec3> Pane::places_of(BodyIndex i) const {
  std::vector<Vec3> places;
  for (const Exposure& exposure : exposures_) {
    places.push_back(exposure.places[i]);
  }
  places.push_back(player_.motions().state(i, player_.time()).pose.position);
  return places;
}

// The body that is seen at most of the exposures, and of those the one that goes furthest: beside it each is told.
std::optional<BodyIndex> Pane::plainest(const Camera& camera, PictureSize size) const {
  std::optional<BodyIndex> found;
  std::pair<int, double> best{0, 0.0};  // exposures in the picture; the way, m
  for (BodyIndex i = 0; i < player_.motions().size() && !exposures_.empty(); ++i) {
    const std::vector<Vec3> places = places_of(i);
    std::pair<int, double> now{0, 0.0};
    for (std::size_t k = 0; k < places.size(); ++k) {
      const auto place = place_in_picture(places[k], camera, size);
      const bool is_in = place && place->x > 0.0 && place->x < size.width && place->y > 0.0 && place->y < size.height;
      now.first += is_in ? 1 : 0;
      now.second += k > 0 ? glm::length(places[k] - places[k - 1]) : 0.0;
    }
    if (now.second > 0.0 && now > best) {
      best = now;
      found = i;
    }
  }
  return found;
}

void Pane::write_instants(Image& image, const Camera& camera) const {
  const PictureSize size{image.width, image.height};
  const int unit = letter_scale(image.height);
  if (const auto body = plainest(camera, size)) {
    const std::vector<Vec3> places = places_of(*body);
    std::vector<Label> labels;
    for (std::size_t k = 0; k < places.size(); ++k) {
      const double time = k < exposures_.size() ? exposures_[k].time : player_.time();
      Label label = caption(time_text(time, *options_), 0, 0, image);
      if (const auto place = place_in_picture(places[k], camera, size)) {
        label.x = static_cast<int>(std::lround(place->x)) - size_of(label).width / 2;
        label.y = static_cast<int>(std::lround(place->y)) - size_of(label).height / 2;
        labels.push_back(label);
      }
    }
    for (const Label& label : set_apart(std::move(labels), size)) {
      draw_label(image, label);
    }
    return;
  }
  Label label = caption(time_text(player_.time(), *options_), 0, 2 * unit, image);
  label.x = image.width - size_of(label).width - 2 * unit;
  draw_label(image, label);
}

Instant Pane::instant() const {
  return {show_->stage.get(), &player_.motions(), player_.time(), show_->stage->header.time_step};
}

std::string Pane::meeting_text(const Event& event) const {
  const auto& bodies = stage().header.bodies;
  std::array<char, 32> time{};
  std::snprintf(time.data(), time.size(), "%.4g", event.time);
  return bodies[event.a].name + " met " + bodies[event.b].name + " at " + time.data() + " s";
}

}  // namespace firstcontact
