// What a frame shows: the picture, in one pane or several, and the panels over it.
#include <algorithm>
#include <cmath>
#include <utility>

#include "viewer/app_loop.hpp"
#include "viewer/panels.hpp"
#include "viewer/pictures.hpp"

namespace firstcontact {

Canvas& App::canvas() {
  const Canvas::Part size = picture_area();
  const int samples = state_.settings.quality == PictureQuality::high ? 4 : 1;
  const int shrink = state_.settings.quality == PictureQuality::low ? 2 : 1;
  const int width = std::max(size.width / pane_count() / shrink, 1);
  const int height = std::max(size.height / shrink, 1);
  if (canvas_ == nullptr || canvas_->width() != width || canvas_->height() != height || canvas_->samples() != samples) {
    canvas_ = std::make_unique<Canvas>(width, height, samples);
  }
  return *canvas_;
}

RenderOptions App::looks() const {
  RenderOptions looks = render_options(state_.settings.quality);
  looks.wireframe = state_.settings.wireframe;
  looks.hides_walls = !(session_->camera && session_->camera->keeps_walls);
  return looks;
}

// A frame for each thing that is drawn for the first time.
bool App::warm_up() {
  Canvas& target = canvas();
  const Viewport viewport{target.framebuffer(), target.width(), target.height()};
  if (!renderer_->warm_up_next(bodies_picture(state_, *session_), *session_->stage, viewport, looks())) {
    return false;
  }
  target.show(picture_area());
  return true;
}

void App::draw_picture() {
  update_lab(state_, *session_, beside_);
  update_inspector(state_, *session_);
  if (state_.lab.is_open || state_.inspector.is_open) {
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glClearColor(0.075F, 0.085F, 0.105F, 1.0F);  // behind them no picture is drawn
    glClear(GL_COLOR_BUFFER_BIT);
  }
  Picture picture = bodies_picture(state_, *session_);
  heavy_overlays_.update(state_, *session_, picture, beside_);
  picture.lines = heavy_overlays_.lines();
  state_.force_scale = heavy_overlays_.force_scale();
  add_explanations(picture, state_, *session_, spring_);
  state_.line_count = picture.lines.size();
  look_after_energy();
  state_.frames.did(FramePart::overlays);
  draw_pane(0, picture);
  for (std::size_t i = 0; i < session_->companions.size(); ++i) {
    draw_pane(i + 1, companion_picture(state_, *session_->companions[i]));
  }
  keep_pictures();
  glFinish();
}

int App::pane_count() const { return session_ != nullptr ? 1 + static_cast<int>(session_->companions.size()) : 1; }

// One run's picture in its part of the window, and kept where a screenshot is wanted.
void App::draw_pane(std::size_t pane, const Picture& picture) {
  Canvas& target = canvas();
  const Session& shown = pane == 0 ? *session_ : *session_->companions[pane - 1];
  const DrawCount drawn =
      renderer_->draw(picture, *shown.stage, {target.framebuffer(), target.width(), target.height()}, looks());
  state_.drawn = pane == 0 ? drawn : state_.drawn;
  const Canvas::Part size = picture_area();
  const int count = pane_count();
  const int left = static_cast<int>(pane) * size.width / count;
  const int right = (static_cast<int>(pane) + 1) * size.width / count;
  if (wants_screenshot_ || wants_film_frame_) {
    pane_shots_.push_back(target.read());
  }
  target.show({left, size.bottom, right - left, size.height});
}

// The window but for the lab or the inspector below, so that they never cover what they explain.
Canvas::Part App::picture_area() const {
  const WindowSize size = window_.pixels();
  const double share = static_cast<double>(dock_height(state_)) / std::max(window_.size().height, 1);
  const int below = std::clamp(static_cast<int>(std::lround(share * size.height)), 0, std::max(size.height - 1, 0));
  return {0, below, std::max(size.width, 1), std::max(size.height - below, 1)};
}

double App::pane_aspect() const {
  const Canvas::Part size = picture_area();
  return static_cast<double>(std::max(size.width, 1)) / pane_count() / std::max(size.height, 1);
}

void App::draw_panels() {
  state_.panels.clear();
  state_.controls.clear();
  if (state_.shows_help) {
    draw_help_panel(state_);
  }
  if (session_ == nullptr || !is_loaded_) {
    draw_loading_panel(state_, seconds_since(opened_at_));
    if (state_.settings.shows_panels && session_ == nullptr) {
      draw_scene_panel(state_, asked_, thumbnails_);
    }
    return;
  }
  draw_pane_names(state_, *session_);
  draw_film_badge(state_);
  draw_legend(state_, *session_);
  if (state_.settings.shows_names && session_->companions.empty()) {
    const WindowSize size = window_.size();
    draw_names(*session_, state_.camera.camera(), size.width, static_cast<double>(picture_bottom(state_)));
  }
  if (state_.settings.shows_panels) {
    draw_figures_panel(state_, *session_);
    draw_control_panel(state_, *session_);
    draw_scene_panel(state_, session_->request(), thumbnails_);
    draw_time_panel(state_, *session_);
  }
  if (state_.lab.is_open) {
    draw_axis_panel(state_, *session_);
  }
  if (state_.inspector.is_open) {
    draw_body_panel(state_, *session_);
  }
}

}  // namespace firstcontact
