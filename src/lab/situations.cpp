#include "lab/situations.hpp"

#include <algorithm>
#include <cmath>

#include "lab/random.hpp"

namespace firstcontact {
namespace {

constexpr double reference_step = 1.0 / 60.0;  // s: how far ahead bodies start does not depend on the time step swept

double value(const Values& values, Parameter parameter) { return values.at(static_cast<std::size_t>(parameter)); }

BodyDefinition box(const char* name, const Vec3& half_extents, const Values& values) {
  BodyDefinition body;
  body.name = name;
  body.collider = make_box_collider(half_extents).value();
  body.restitution = value(values, Parameter::restitution);
  body.friction = 0.0;
  return body;
}

double size_of(const BodyDefinition& body) { return std::cbrt(body.collider->mass.mass); }

Situation situation_of(const Values& values, BodyDefinition first, BodyDefinition second) {
  Situation situation;
  situation.scene.time_step = value(values, Parameter::time_step);
  const bool is_second_moving = second.type == BodyType::dynamic;
  situation.size = is_second_moving ? std::min(size_of(first), size_of(second)) : size_of(first);
  situation.scene.bodies = {std::move(first), std::move(second)};
  return situation;
}

// A cube of 10 cm, turned anyhow, is shot at a sheet that spans everything; `angle` is between its way and the normal.
Situation bullet(const Values& values, StudyRandom random) {
  constexpr double half = 0.05;          // m
  constexpr double sheet_half = 1000.0;  // m: at 10 km/s it must not slide off the sheet's edge before the run ends
  const double thickness = value(values, Parameter::thickness);
  const double speed = value(values, Parameter::speed);
  BodyDefinition sheet = box("sheet", {0.5 * thickness, sheet_half, sheet_half}, values);
  sheet.type = BodyType::fixed;
  BodyDefinition bullet = box("bullet", Vec3(half), values);
  const SineCosine slant = sine_cosine(value(values, Parameter::angle));
  const SineCosine around = sine_cosine(random.angle());
  const Vec3 way(-slant.cosine, slant.sine * around.cosine, slant.sine * around.sine);
  const double reach = std::sqrt(3.0) * half + 0.5 * thickness;
  const double ahead = (reach + 0.01) / slant.cosine + random.between(0.1, 3.1) * reference_step * speed;
  bullet.mesh_pose = {Vec3(0.0, random.between(-1.0, 1.0), random.between(-1.0, 1.0)) - ahead * way, random.rotation()};
  bullet.linear_velocity = speed * way;
  bullet.angular_velocity = value(values, Parameter::spin) * random.direction();
  Situation situation = situation_of(values, std::move(bullet), std::move(sheet));
  situation.duration = (ahead + reach / slant.cosine) / speed + 3.0 * situation.scene.time_step;
  situation.wall = Wall{};
  return situation;
}

// A rod of a metre falls lengthways, tilted by up to `angle`, through the disc of a blade of two metres; `thickness` is
// the blade's along its axis.
Situation propeller(const Values& values, StudyRandom random) {
  const double thickness = value(values, Parameter::thickness);
  const double speed = value(values, Parameter::speed);
  BodyDefinition blade = box("blade", {1.0, 0.5 * thickness, 0.1}, values);
  blade.density = 2700.0;
  blade.mesh_pose.orientation = quaternion_from_rotation_vector(Vec3(0.0, random.angle(), 0.0));
  blade.angular_velocity = Vec3(0.0, value(values, Parameter::spin), 0.0);
  BodyDefinition rod = box("rod", {0.01, 0.5, 0.01}, values);
  rod.density = 7800.0;
  const double tilt = random.between(0.0, 1.0) * value(values, Parameter::angle);
  const SineCosine tilt_about = sine_cosine(random.angle());
  const SineCosine place = sine_cosine(random.angle());
  const double radius = random.between(0.15, 0.95);
  const double reach = 0.51 + 0.5 * thickness;
  const double ahead = reach + random.between(0.0, 2.0) * reference_step * speed;
  rod.mesh_pose.position = Vec3(radius * place.cosine, ahead, radius * place.sine);
  const Quat turned = quaternion_from_rotation_vector(Vec3(0.0, random.angle(), 0.0));
  rod.mesh_pose.orientation =
      quaternion_from_rotation_vector(tilt * Vec3(tilt_about.cosine, 0.0, tilt_about.sine)) * turned;
  rod.linear_velocity = Vec3(0.0, -speed, 0.0);
  Situation situation = situation_of(values, std::move(rod), std::move(blade));
  situation.duration = (ahead + reach) / speed + 2.0 * situation.scene.time_step;
  return situation;
}

// Spin about an axis in the plate's plane, any of which is a principal one, or one time in three about its normal.
Vec3 spin_of_plate(double spin, const Quat& orientation, StudyRandom& random) {
  const SineCosine around = sine_cosine(random.angle());
  const bool is_about_normal = random.between(0.0, 3.0) < 1.0;
  const Vec3 axis = is_about_normal ? Vec3(0.0, 1.0, 0.0) : Vec3(around.cosine, 0.0, around.sine);
  return spin * rotate(orientation, axis);
}

// Two square plates of a metre at each other, each with `speed` and `spin`.
Situation plates(const Values& values, StudyRandom random) {
  const double speed = value(values, Parameter::speed);
  const double thickness = value(values, Parameter::thickness);
  const double ahead = std::sqrt(0.5) + thickness + 0.02 + random.between(0.1, 3.1) * reference_step * speed;
  const auto plate = [&](const char* name, double side) {
    BodyDefinition body = box(name, {0.5, 0.5 * thickness, 0.5}, values);
    body.mesh_pose = {Vec3(side * ahead, random.between(-0.4, 0.4), random.between(-0.4, 0.4)), random.rotation()};
    body.linear_velocity = Vec3(-side * speed, 0.0, 0.0);
    body.angular_velocity = spin_of_plate(value(values, Parameter::spin), body.mesh_pose.orientation, random);
    return body;
  };
  BodyDefinition first = plate("plate_0", -1.0);
  Situation situation = situation_of(values, std::move(first), plate("plate_1", 1.0));
  situation.duration = (ahead + 0.75) / speed + 2.0 * situation.scene.time_step;
  return situation;
}

// A rod of two metres spins about its middle and drifts towards a leaning post until its end turns into it; `thickness`
// is the post's. (Upright, its edges would lie along those of the rod's end, and the impact have no one point.)
Situation rod_post(const Values& values, StudyRandom random) {
  const double speed = value(values, Parameter::speed);
  const double thickness = value(values, Parameter::thickness);
  BodyDefinition post = box("post", {0.5 * thickness, 1.0, 0.5 * thickness}, values);
  post.type = BodyType::fixed;
  const Vec3 lean(random.between(-0.2, 0.2), 0.0, random.between(-0.2, 0.2));
  post.mesh_pose.orientation =
      quaternion_from_rotation_vector(lean) * quaternion_from_rotation_vector(Vec3(0.0, random.angle(), 0.0));
  BodyDefinition rod = box("rod", {1.0, 0.01, 0.01}, values);
  const double ahead = 1.1 + thickness + random.between(0.0, 2.0) * reference_step * speed;
  rod.mesh_pose = {Vec3(ahead, random.between(-0.3, 0.3), 0.0),
                   quaternion_from_rotation_vector(Vec3(0.0, random.angle(), 0.0))};
  rod.linear_velocity = Vec3(-speed, 0.0, 0.0);
  rod.angular_velocity = Vec3(0.0, value(values, Parameter::spin), 0.0);
  Situation situation = situation_of(values, std::move(rod), std::move(post));
  situation.duration = ahead / speed + 2.0 * situation.scene.time_step;
  return situation;
}

// Two cubes with sides of `thickness` at each other, head-on but for a fifth of a side.
Situation cubes(const Values& values, StudyRandom random) {
  const double speed = value(values, Parameter::speed);
  const double half = 0.5 * value(values, Parameter::thickness);
  const double ahead = 2.0 * half + random.between(0.1, 3.1) * reference_step * speed;
  const auto cube = [&](const char* name, double side) {
    BodyDefinition body = box(name, Vec3(half), values);
    const double aside = 0.2 * half;
    body.mesh_pose = {Vec3(side * ahead, random.between(-aside, aside), random.between(-aside, aside)),
                      random.rotation()};
    body.linear_velocity = Vec3(-side * speed, 0.0, 0.0);
    body.angular_velocity = value(values, Parameter::spin) * random.direction();
    return body;
  };
  BodyDefinition first = cube("cube_0", -1.0);
  Situation situation = situation_of(values, std::move(first), cube("cube_1", 1.0));
  situation.duration = (ahead + 2.0 * half) / speed + 2.0 * situation.scene.time_step;
  return situation;
}

}  // namespace

bool has_parameter(SituationKind kind, Parameter parameter) {
  const bool is_head_on =
      kind == SituationKind::plates || kind == SituationKind::cubes || kind == SituationKind::rod_post;
  return parameter != Parameter::angle || !is_head_on;
}

Situation make_situation(SituationKind kind, const Values& values, std::uint64_t seed) {
  const StudyRandom random(seed);
  switch (kind) {
    case SituationKind::bullet:
      return bullet(values, random);
    case SituationKind::propeller:
      return propeller(values, random);
    case SituationKind::plates:
      return plates(values, random);
    case SituationKind::rod_post:
      return rod_post(values, random);
    case SituationKind::cubes:
      break;
  }
  return cubes(values, random);
}

}  // namespace firstcontact
