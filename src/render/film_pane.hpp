// One of the runs that a film shows side by side: played, drawn and written on.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "render/caption.hpp"
#include "render/film.hpp"
#include "render/overlays.hpp"

namespace firstcontact {

/// Stays where it is: its player points into it.
class Pane {
 public:
  Pane(const FilmPane& pane, const FilmOptions& options);
  Pane(const Pane&) = delete;
  Pane& operator=(const Pane&) = delete;

  /// Forward. Error: damaged data.
  [[nodiscard]] std::optional<Error> go_to(double time);
  /// Bodies as they are now are ghosts in every picture from now on.
  void expose();

  [[nodiscard]] Picture picture(const Camera& camera) const;
  /// Writes what the options and the run want told: names, instants, a scale, what a method let through.
  void write_on(Image& image, const Picture& picture) const;

  [[nodiscard]] const Stage& stage() const { return *show_->stage; }
  [[nodiscard]] const RenderOptions& looks() const { return looks_; }
  [[nodiscard]] const StepPlayer& player() const { return player_; }

 private:
  struct Exposure {
    double time = 0.0;  // s
    std::vector<PictureBody> bodies;
    std::vector<Vec3> places;  // m, of all bodies' centres of mass
  };
  [[nodiscard]] Instant instant() const;
  [[nodiscard]] std::string meeting_text(const Event& event) const;
  void add_ghosts(Picture& picture) const;
  [[nodiscard]] std::vector<Vec3> places_of(BodyIndex i) const;
  [[nodiscard]] std::optional<BodyIndex> plainest(const Camera& camera, PictureSize size) const;
  [[nodiscard]] int tell(Image& image) const;
  void write_instants(Image& image, const Camera& camera) const;

  const FilmOptions* options_;
  Show* show_;
  std::string name_;
  RenderOptions looks_;
  StepPlayer player_;
  Scenery scenery_;
  OverlayMemory memory_;
  std::vector<Exposure> exposures_;
  std::optional<Event> last_;  // worth telling
  bool through_ = false;       // whether anything was let through
};

}  // namespace firstcontact
