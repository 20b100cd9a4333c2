// The window's loop and what it holds: app.cpp opens, goes on and closes, app_drawing.cpp draws, app_actions.cpp does
// what keys and buttons ask for, app_input.cpp what is held, moved and dragged, app_throwing.cpp adds bodies,
// app_files.cpp writes.
#pragma once

#include <chrono>
#include <cstdint>
#include <future>
#include <memory>
#include <optional>
#include <vector>

#include "render/offscreen.hpp"
#include "render/renderer.hpp"
#include "viewer/app.hpp"
#include "viewer/beside.hpp"
#include "viewer/film_roll.hpp"
#include "viewer/heavy_overlays.hpp"
#include "viewer/picking.hpp"
#include "viewer/thumbnails.hpp"
#include "viewer/view_state.hpp"
#include "viewer/window.hpp"

namespace firstcontact {

using Clock = std::chrono::steady_clock;
using Opening = std::future<Result<std::unique_ptr<Session>>>;
using Writing = std::future<std::string>;  // what came of it, for people

/// Seconds of wall time since `begin`.
[[nodiscard]] inline double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// One thread: the window's.
class App {
 public:
  App(Window window, const ViewerOptions& options);
  void run();
  [[nodiscard]] ViewerReport report() const;

 private:
  void open(const OpenRequest& request);
  void take_opened();
  void begin_anew();
  void choose_usual_kinds();
  void keep_kinds();
  void begin_as(const SceneView& view);
  void take_what_is_done();
  void close();
  void frame();
  void act_on(const Input& input);
  void show(const Input& input);
  void lower_quality_where_slow();
  void count_processor_time();
  [[nodiscard]] RenderOptions looks() const;
  bool warm_up();
  void draw_picture();
  void draw_pane(std::size_t pane, const Picture& picture);
  [[nodiscard]] int pane_count() const;
  [[nodiscard]] double pane_aspect() const;
  [[nodiscard]] Canvas::Part picture_area() const;
  [[nodiscard]] double height_in_picture(double mouse_y) const;
  void draw_panels();
  void act(Action action);
  void act_on_running(Action action);
  void act_on_files(Action action);
  void act_on_dock(Action action);
  void act_on_camera(Action action);
  void let_go_of_one();
  void toggle_overlay(Action action);
  [[nodiscard]] Sight sight(const Vec3& direction, double reach) const;
  void next_method();
  void use_mouse(const Input& input);
  void use_keys(const Input& input, double seconds);
  void move_in_lab(const Input& input, double seconds);
  void throw_one(const Vec3& direction);
  void use_spawn(const Input& input, const Vec3& direction);
  bool put_one(std::size_t number, const Vec3& direction);
  [[nodiscard]] bool may_add_bodies() const;
  void want_kind(const WantedKind& wanted);
  void take_kind();
  void use_kind(std::size_t kind, KindUse use);
  void throw_dropped(const std::filesystem::path& mesh);
  [[nodiscard]] bool is_out_of_bounds(const Vec3& place);
  void use_drag(const Input& input, const Vec3& direction);
  void look_after_energy();
  void write_state();
  void save_screenshot(Image picture);
  void save_chart();
  void save_camera();
  void save_recording();
  void save_scene();
  void begin_or_end_film();
  void keep_pictures();
  [[nodiscard]] bool is_film_behind(double seconds) const;
  [[nodiscard]] Canvas& canvas();

  ViewerOptions options_;
  Window window_;
  ViewState state_;
  std::unique_ptr<Renderer> renderer_ = std::make_unique<Renderer>();
  std::unique_ptr<Canvas> canvas_;
  Thumbnails thumbnails_;
  std::unique_ptr<Session> session_;
  Beside beside_;
  HeavyOverlays heavy_overlays_;
  bool wants_throw_ = false;
  Opening opening_;
  std::future<std::vector<CatalogueEntry>> catalogue_;
  std::future<std::vector<std::filesystem::path>> recent_, meshes_;  // what was opened; what can be thrown
  std::future<Result<LoadedKind>> kind_coming_;
  KindUse kind_use_ = KindUse::thrown;
  int kind_of_opened_ = 0;                // what was open when it was asked for
  std::vector<LoadedKind> loaded_kinds_;  // of this scene, for when it begins anew
  std::vector<Writing> writings_;         // pictures and charts on their way to the disk
  std::future<void> state_written_;
  int screenshot_ = 0, saved_camera_ = 0, saved_recording_ = 0, saved_scene_ = 0, film_number_ = 0;  // of the last
  OpenRequest asked_;
  Clock::time_point opened_at_ = Clock::now(), last_state_ = Clock::now();
  Clock::time_point last_throw_ = Clock::now(), last_put_ = Clock::now();
  bool is_loaded_ = false;  // all models are with the renderer, and it has drawn once
  bool has_all_models_ = false;
  bool wants_screenshot_ = false, wants_film_frame_ = false;
  std::vector<Image> pane_shots_;  // of the picture at hand, where it is kept
  std::shared_ptr<FilmRoll> film_;
  std::optional<DragSpring> spring_;
  double spring_distance_ = 0.0;  // m, from the eye
  std::uint64_t frames_ = 0;
  std::uint64_t quality_since_ = 0;     // frames_ when it was lowered last
  std::optional<std::string> refused_;  // why nothing is open
  bool is_refused_ = false;             // what was asked for last, whether or not something else is open
  bool leaves_thread_ = false;
  std::vector<double> processor_samples_;          // ms, of every frame, when a report is asked for
  double processor_ = 0.0, live_processor_ = 0.0;  // s, as of the last frame
};

}  // namespace firstcontact
