#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "viewer/panels.hpp"

namespace firstcontact {
namespace {

double momentum_size(const Vec3& v) { return glm::length(v); }

void draw_energy(const ViewState& state) {
  const double energy = state.totals.kinetic_energy + state.totals.potential_energy;
  ImGui::Text("energy %.6g J  (kinetic %.5g)", energy, state.totals.kinetic_energy);
  ImGui::Text("momentum %.5g kg m/s, angular %.5g kg m2/s", momentum_size(state.totals.momentum),
              momentum_size(state.totals.angular_momentum));
  const auto& values = state.energy_drift.values;
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  ImGui::PlotLines("##drift", values.data(), static_cast<int>(values.size()), state.energy_drift.next,
                   "energy against the start, relative", *low - 1e-12F, *high + 1e-12F, ImVec2(-1.0F, 46.0F));
}

void draw_phases(const Statistics::PhaseTimes& phases) {
  const double sum = phases.predict + phases.broadphase + phases.contacts + phases.solve + phases.certify +
                     phases.events + phases.commit;
  const auto bar = [sum](const char* name, double seconds) {
    ImGui::ProgressBar(static_cast<float>(sum > 0.0 ? seconds / sum : 0.0), ImVec2(-1.0F, 0.0F), name);
  };
  bar("predict", phases.predict);
  bar("broadphase", phases.broadphase);
  bar("contacts", phases.contacts);
  bar("solve", phases.solve);
  bar("certify", phases.certify);
  bar("events", phases.events);
}

void draw_live(const LiveFigures& figures) {
  const Statistics& statistics = figures.statistics;
  ImGui::Text("steps %llu, %.2f ms each", static_cast<unsigned long long>(statistics.steps), 1e3 * figures.step_wall_s);
  ImGui::Text("pairs tested %llu", static_cast<unsigned long long>(statistics.pairs_tested));
  ImGui::Text("impacts %llu, impact queries %llu", static_cast<unsigned long long>(statistics.events),
              static_cast<unsigned long long>(statistics.toi_queries));
  if (statistics.min_gap) {
    ImGui::Text("smallest gap %.3g m, time lost %.3g s", *statistics.min_gap, statistics.time_lost);
  }
  if (ImGui::CollapsingHeader("time by phase of the step")) {
    draw_phases(statistics.phases);
  }
}

void draw_frame_times(const FrameTimes& times) {
  if (ImGui::CollapsingHeader("time of a frame")) {
    ImGui::Text("poses %.1f  overlays %.1f", times.poses, times.overlays);
    ImGui::Text("drawing %.1f  panels %.1f ms", times.drawing, times.panels);
    ImGui::Text("processor, without the simulation: %.1f ms", times.processor);
  }
}

}  // namespace

void draw_figures_panel(const ViewState& state, const Session& session) {
  ImGui::SetNextWindowPos(ImVec2(12.0F, 12.0F), ImGuiCond_FirstUseEver);
  ImGui::SetNextWindowSize(ImVec2(330.0F, 0.0F), ImGuiCond_FirstUseEver);
  if (ImGui::Begin("Figures")) {
    ImGui::Text("%.1f frames a second (%.1f ms)", state.times.whole > 0.0 ? 1e3 / state.times.whole : 0.0,
                state.times.whole);
    ImGui::Text("time %.6f s%s", session.clock.time, session.clock.is_paused ? "  paused" : "");
    ImGui::Text("speed %g of real time", session.clock.speed);
    ImGui::Text("bodies %zu, impacts passed %llu", session.stage->header.bodies.size(),
                static_cast<unsigned long long>(session.events_passed));
    ImGui::Separator();
    draw_energy(state);
    ImGui::Separator();
    if (session.live() != nullptr) {
      draw_live(session.live()->figures());
    } else if (session.recording() != nullptr && session.recording()->known_share() < 1.0) {
      ImGui::ProgressBar(static_cast<float>(session.recording()->known_share()), ImVec2(-1.0F, 0.0F),
                         "reading the recording");
    }
    draw_frame_times(state.times);
    if (!state.message.empty()) {
      ImGui::Separator();
      ImGui::TextWrapped("%s", state.message.c_str());
    }
  }
  ImGui::End();
}

}  // namespace firstcontact
