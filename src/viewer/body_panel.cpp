// The selected body: what it is, what touches it, and its motion over time.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>

#include "viewer/measures.hpp"
#include "viewer/panel_style.hpp"
#include "viewer/panels.hpp"
#include "viewer/time_plot.hpp"

namespace firstcontact {
namespace {

constexpr int samples = 240;  // of a plot
constexpr std::array<float, 3> x_color{0.95F, 0.45F, 0.40F}, y_color{0.45F, 0.85F, 0.50F}, z_color{0.45F, 0.70F, 1.0F},
    sum_color{0.95F, 0.80F, 0.35F};

const char* type_name(BodyType type) {
  return type == BodyType::dynamic ? "dynamic" : type == BodyType::kinematic ? "kinematic" : "static";
}

Vec3 gravity_of(const RecordingHeader& header, BodyIndex body) {
  return header.laws && body < header.laws->bodies.size() ? header.laws->bodies[body].gravity : header.gravity;
}

void draw_vector(const char* name, const Vec3& v, const char* unit) {
  draw_figure(name, "%.4g  %.4g  %.4g %s", v.x, v.y, v.z, unit);
}

// What it is made of; how it meets others can be changed while it runs.
void draw_make(Session& session, BodyIndex index) {
  const RecordedBody& body = session.stage->header.bodies[index];
  draw_figure("type", "%s, %zu hulls", type_name(body.type), session.stage->shapes[body.collider].size());
  if (body.type == BodyType::dynamic) {
    draw_figure("mass", "%.5g kg", body.mass);
    draw_vector("moments", body.inertia.principal_moments, "kg m\u00b2");
  }
  if (!session.stage->header.laws || index >= session.stage->header.laws->bodies.size()) {
    return;
  }
  const RecordedLaws::OfBody& laws = session.stage->header.laws->bodies[index];
  auto restitution = static_cast<float>(laws.restitution);
  auto friction = static_cast<float>(laws.friction);
  if (!session.is_live()) {
    draw_figure("restitution", "%.3g, friction %.3g", laws.restitution, laws.friction);
    return;
  }
  ImGui::PushItemWidth(-7.0F * em());
  const bool bounces = ImGui::SliderFloat("restitution", &restitution, 0.0F, 1.0F, "%.2f");
  const bool rubs = ImGui::SliderFloat("friction", &friction, 0.0F, 2.0F, "%.2f");
  ImGui::PopItemWidth();
  if (bounces || rubs) {
    session.set_surface(
        {index, std::clamp(static_cast<double>(restitution), 0.0, 1.0), std::max(static_cast<double>(friction), 0.0)});
  }
}

void draw_motion(const Session& session, BodyIndex index) {
  const RecordingHeader& header = session.stage->header;
  const Instant instant = session.instant();
  if (!instant.motions->is_there(index, instant.time)) {
    ImGui::TextDisabled("not there at this instant");
    return;
  }
  const FlowState state = instant.motions->state(index, instant.time);
  draw_vector("position", state.pose.position, "m");
  const Quat& turn = state.pose.orientation;
  draw_figure("rotation", "%.4f  %.4f  %.4f  %.4f", turn.x, turn.y, turn.z, turn.w);
  draw_vector("velocity", state.linear_velocity, "m/s");
  draw_vector("spin", state.angular_velocity, "rad/s");
  const Totals totals = totals_of(header.bodies[index], state, gravity_of(header, index));
  if (header.bodies[index].type == BodyType::dynamic) {
    draw_figure("energy", "%.5g J kinetic%s", totals.kinetic_energy, is_asleep(index, instant) ? ", asleep" : "");
  }
}

// Of every body that touches it: the smallest gap, and the mean force of the step where that is known.
void draw_contacts(const Inspector& inspector, const Session& session) {
  struct Touch {
    double gap = std::numeric_limits<double>::infinity();  // m
    int points = 0;
    Vec3 impulse{0.0};  // N s, in the step
  };
  std::map<BodyIndex, Touch> touches;
  for (const NearContact& contact : inspector.contacts) {
    Touch& touch = touches[contact.b];
    touch.gap = std::min(touch.gap, contact.gap);
    ++touch.points;
  }
  const BodyHistory::StepPushes step = inspector.history->step_at(session.clock.time);
  for (const BodyPush& push : step.pushes) {
    touches[push.other].impulse += push.impulse;
  }
  ImGui::TextDisabled(touches.empty() ? "nothing touches it" : "touched by: gap, mean force in this step");
  for (const auto& [other, touch] : touches) {
    const double force = glm::length(touch.impulse) / std::max(step.end - step.begin, 1e-12);
    const char* const name = session.stage->header.bodies[other].name.c_str();
    if (touch.points > 0 && step.pushes.empty()) {
      draw_figure(name, "%.3g m", touch.gap);  // asleep, or its impulses are not kept
    } else if (touch.points > 0) {
      draw_figure(name, "%.3g m, %.4g N", touch.gap, force);
    } else {
      draw_figure(name, "%.4g N", force);
    }
  }
}

// All that is plotted, at even distances over the span.
std::vector<TimePlot> plots_of(const Inspector& inspector, const Session& session, const TimeSpan& span) {
  const RecordingHeader& header = session.stage->header;
  const BodyIndex index = inspector.history->body();
  std::vector<TimePlot> plots{
      {"position", "m", {{"x", x_color}, {"y", y_color}, {"z", z_color}}},
      {"velocity", "m/s", {{"x", x_color}, {"y", y_color}, {"z", z_color}, {"speed", sum_color}}},
      {"spin", "rad/s", {{"x", x_color}, {"y", y_color}, {"z", z_color}, {"size", sum_color}}}};
  if (header.bodies[index].type == BodyType::dynamic) {
    plots.push_back({"energy", "J", {{"kinetic", z_color}, {"with height", sum_color}}});
    plots.push_back({"force but gravity", "N", {{"x", x_color}, {"y", y_color}, {"z", z_color}, {"size", sum_color}}});
  }
  const double nothing = std::numeric_limits<double>::quiet_NaN();
  const Vec3 gravity = gravity_of(header, index);
  for (int i = 0; i < samples; ++i) {
    const double time = span.from + (span.to - span.from) * i / (samples - 1);
    const auto at = measures_at(*inspector.history, header.bodies[index], gravity, time);
    const auto add = [&](std::size_t plot, const Vec3& v) {
      for (int axis = 0; axis < 3; ++axis) {
        plots[plot].lines[static_cast<std::size_t>(axis)].values.push_back(at ? v[axis] : nothing);
      }
      if (plots[plot].lines.size() > 3) {
        plots[plot].lines[3].values.push_back(at ? glm::length(v) : nothing);
      }
    };
    const BodyMeasures measures = at.value_or(BodyMeasures{});
    add(0, measures.position);
    add(1, measures.velocity);
    add(2, measures.spin);
    if (plots.size() > 3) {
      const double height_energy = measures.potential_energy + header.bodies[index].mass * session.lowest_place();
      plots[3].lines[0].values.push_back(at ? measures.kinetic_energy : nothing);
      plots[3].lines[1].values.push_back(at ? measures.kinetic_energy + height_energy : nothing);
      add(4, measures.force);
    }
  }
  for (TimePlot& plot : plots) {
    plot.span = span;
    plot.now = session.clock.time;
  }
  return plots;
}

// As many beside each other as have room.
void draw_plots(const ViewState& state, Session& session) {
  const BodyHistory& history = *state.inspector.history;
  const TimeSpan known{history.known_from(), std::max(history.known_until(), history.known_from() + 1e-9)};
  const TimeSpan span = state.time_shown.value_or(session.clock.loop.value_or(known));
  const std::vector<TimePlot> plots = plots_of(state.inspector, session, span);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float air = ImGui::GetStyle().ItemSpacing.x;
  const int columns = std::clamp(static_cast<int>(room.x / (15.0F * em())), 1, 3);
  const int rows = (static_cast<int>(plots.size()) + columns - 1) / columns;
  const float width = (room.x - air * static_cast<float>(columns - 1)) / static_cast<float>(columns) - 1.0F;
  const float height = std::max(
      (room.y - ImGui::GetStyle().ItemSpacing.y * static_cast<float>(rows)) / static_cast<float>(rows), 5.0F * em());
  for (std::size_t i = 0; i < plots.size(); ++i) {
    if (i % static_cast<std::size_t>(columns) != 0) {
      ImGui::SameLine();
    }
    if (const auto instant = draw_time_plot(plots[i], width, height)) {
      session.clock.is_paused = true;
      session.seek(*instant);
    }
  }
}

}  // namespace

void draw_body_panel(ViewState& state, Session& session) {
  if (begin_dock(state.panels, "Body (Y)", state.inspector.is_open, dock_height(state))) {
    if (!state.inspector.history) {
      ImGui::TextWrapped("Select a body: tool 'select' (V), then click it.");
    } else {
      const BodyIndex index = state.inspector.history->body();
      ImGui::BeginChild("figures", ImVec2(std::min(25.0F * em(), 0.45F * ImGui::GetContentRegionAvail().x), 0.0F));
      ImGui::TextUnformatted(session.stage->header.bodies[index].name.c_str());
      draw_motion(session, index);
      draw_contacts(state.inspector, session);
      ImGui::Separator();
      draw_make(session, index);
      ImGui::EndChild();
      ImGui::SameLine();
      ImGui::BeginChild("plots");
      draw_plots(state, session);
      ImGui::EndChild();
    }
  }
  ImGui::End();
}

}  // namespace firstcontact
