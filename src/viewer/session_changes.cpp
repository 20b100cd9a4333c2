// What a person does to a run that goes on: bodies thrown and dragged, gravity and surfaces changed, all of it kept;
// what that makes of its energy.
#include <algorithm>
#include <utility>

#include "viewer/measures.hpp"
#include "viewer/plane.hpp"
#include "viewer/session.hpp"

namespace firstcontact {

void Session::take_kinds(const Scene& scene) {
  const std::vector<std::string> written = written_bodies(scene_text);
  for (BodyIndex i = 0; i < scene.bodies.size(); ++i) {
    const RecordedBody& body = stage->header.bodies[i];
    const RecordedLaws::OfBody laws = stage->header.laws ? stage->header.laws->bodies[i] : RecordedLaws::OfBody{};
    kinds.push_back({body.name, scene.bodies[i].definition, body, laws, stage->bodies[i], written[i],
                     body.start.pose.position, std::nullopt});
    kind_of_.push_back(i);
  }
}

std::size_t Session::add_kind(const LoadedKind& loaded) {
  BodyKind kind{loaded.wish.name,
                loaded.definition,
                loaded.stage.header.bodies.front(),
                loaded.stage.header.laws->bodies.front(),
                loaded.stage.bodies.front(),
                loaded.written,
                std::nullopt,
                loaded.wish};
  const auto moving = std::find_if(kinds.begin(), kinds.end(),
                                   [](const BodyKind& one) { return one.definition.type == BodyType::dynamic; });
  if (moving != kinds.end() && plane_normal(moving->laws.locked)) {
    kind.definition.locked = kind.laws.locked = moving->laws.locked;
    kind.through = moving->through;
    kind.written = with_locks(kind.written, kind.laws.locked);
  }
  kind.laws.gravity = stage->header.gravity;
  kind.recorded.collider += static_cast<Index>(stage->header.colliders.size());
  kind.look.model += stage->models.size();
  add_cast(*stage, loaded.stage);
  kinds.push_back(std::move(kind));
  for (const auto& companion : companions) {
    companion->add_kind(loaded);
  }
  return kinds.size() - 1;
}

double Session::usual_size() const {
  for (const BodyKind& kind : kinds) {
    if (kind.definition.type == BodyType::dynamic) {
      const Aabb box = collider_box(*stage, kind.recorded.collider, Pose{});
      const Vec3 sides = box.high - box.low;
      return std::max({sides.x, sides.y, sides.z});
    }
  }
  return 0.1 * scenery.scale;
}

void Session::throw_body(const Throw& thrown) {
  if (live_ == nullptr || thrown.kind >= kinds.size()) {
    return;
  }
  is_meddled_with_ = true;
  const BodyKind& kind = kinds[thrown.kind];
  RecordedBody body = kind.recorded;
  const auto is_taken = [&](const RecordedBody& other) { return other.name == body.name; };
  do {
    body.name = "thrown " + std::to_string(++thrown_);
  } while (std::any_of(stage->header.bodies.begin(), stage->header.bodies.end(), is_taken));
  BodyDefinition definition = kind.definition;
  definition.name = body.name;
  definition.type = BodyType::dynamic;
  const Quat turned = definition.mesh_pose.orientation;
  definition.mesh_pose.position = thrown.place - rotate(turned, definition.collider->mass.center_of_mass);
  definition.linear_velocity = thrown.velocity;
  definition.angular_velocity = thrown.spin;
  body.start = {{thrown.place, glm::normalize(turned)}, thrown.velocity, thrown.spin};
  stage->header.bodies.push_back(body);
  kind_of_.push_back(thrown.kind);
  if (stage->header.laws) {
    stage->header.laws->bodies.push_back(kind.laws);
  }
  add_look(*stage, kind.look);
  live_->add_body(std::move(definition));
  for (const auto& companion : companions) {
    companion->throw_body(thrown);
  }
  seek(known_until());
}

StandingScene Session::standing() const {
  const Instant now = instant();
  StandingScene scene;
  scene.time = now.time;
  scene.gravity = surroundings_.gravity;
  scene.linear_damping = surroundings_.linear_damping;
  scene.angular_damping = surroundings_.angular_damping;
  for (BodyIndex i = 0; i < now.motions->size(); ++i) {
    if (!now.motions->is_there(i, now.time)) {
      continue;
    }
    const FlowState state = now.motions->state(i, now.time);
    const BodyKind& kind = kinds[kind_of_[i]];
    const RecordedLaws::OfBody& laws = stage->header.laws ? stage->header.laws->bodies[i] : kind.laws;
    scene.bodies.push_back({kind.written, stage->header.bodies[i].name, now.motions->mesh_pose_at(i, now.time),
                            state.linear_velocity, state.angular_velocity, laws.restitution, laws.friction});
  }
  return scene;
}

void Session::drag(const std::optional<DragSpring>& spring) {
  if (live_ != nullptr) {
    is_meddled_with_ = is_meddled_with_ || spring.has_value();
    live_->drag(spring);
  }
}

void Session::surround(const Surroundings& surroundings) {
  if (live_ == nullptr) {
    return;
  }
  is_meddled_with_ = true;
  surroundings_ = surroundings;
  stage->header.gravity = surroundings.gravity;
  live_->surround(surroundings);
  lowest_place_ = lowest_along_gravity(stage->header);
  energy_shift_ = 0.0;
  energy_shift_ = energy(totals_at(instant())) - start_energy();
  for (const auto& companion : companions) {
    companion->surround(surroundings);
  }
}

void Session::watch(const WatchedImpulses& watched) {
  if (live_ != nullptr) {
    live_->watch(watched);
  }
}

std::vector<PairForce> Session::forces() const {
  if (shelf_->end() == 0) {
    return {};
  }
  const std::size_t number = step_at(*shelf_, player_->time());
  const auto step = number > shelf_->first() ? shelf_->step(number) : nullptr;
  return step != nullptr ? pair_forces(*step, step->end_time - shelf_->end_time(number - 1)) : std::vector<PairForce>();
}

void Session::set_surface(const BodySurface& surface) {
  if (live_ == nullptr || surface.body >= stage->header.bodies.size()) {
    return;
  }
  is_meddled_with_ = true;
  live_->set_surface(surface);
  if (stage->header.laws) {
    stage->header.laws->bodies[surface.body].restitution = surface.restitution;
    stage->header.laws->bodies[surface.body].friction = surface.friction;
  }
  for (const auto& companion : companions) {
    companion->set_surface(surface);
  }
}

Result<RunSoFar> Session::run_so_far() const {
  if (live_ == nullptr) {
    return Error{"this is a recording already"};
  }
  if (is_meddled_with_) {
    return Error{"a run that was changed by hand cannot be recorded: R begins it anew"};
  }
  if (shelf_->first() != 0 || shelf_->end() == 0) {
    return Error{"the first steps of this run are forgotten: 'firstcontact simulate --record' keeps all"};
  }
  return RunSoFar{stage->header, shelf_};
}

std::optional<Error> write_run(const RunSoFar& run, const std::filesystem::path& file) {
  auto writer = RecordingWriter::create(file, run.header);
  if (!writer) {
    return writer.error();
  }
  writer.value().add_step(0.0, run.steps->start_near(0).segments, {});
  const std::size_t end = run.steps->end();
  for (std::size_t i = 0; i < end && !writer.value().failed(); ++i) {
    const auto step = i < run.steps->first() ? nullptr : run.steps->step(i);
    if (step == nullptr) {
      return Error{file.string() + ": the first steps were forgotten on the way"};
    }
    writer.value().add_step(step->end_time, step->segments, step->events);
  }
  return writer.value().finish(RecordingEnding::interrupted, 0);
}

double Session::energy(const Totals& totals) const {
  double mass = 0.0;
  for (BodyIndex i = 0; i < player_->motions().size(); ++i) {
    const RecordedBody& body = stage->header.bodies[i];
    const bool counts = body.type == BodyType::dynamic && player_->motions().is_there(i, player_->time());
    mass += counts ? body.mass : 0.0;
  }
  return totals.kinetic_energy + totals.potential_energy + mass * lowest_place_;
}

// Each body brings its own along, and takes it away.
double Session::start_energy() const {
  double sum = energy_shift_;
  for (BodyIndex i = 0; i < player_->motions().size(); ++i) {
    const RecordedBody& body = stage->header.bodies[i];
    if (body.type == BodyType::dynamic && player_->motions().is_there(i, player_->time())) {
      const Totals its = totals_of(body, body.start, stage->header.gravity);
      sum += its.kinetic_energy + its.potential_energy + body.mass * lowest_place_;
    }
  }
  return sum;
}

}  // namespace firstcontact
