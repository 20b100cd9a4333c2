#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "viewer/panel_style.hpp"
#include "viewer/panels.hpp"
#include "viewer/time_plot.hpp"

namespace firstcontact {
namespace {

double momentum_size(const Vec3& v) { return glm::length(v); }

void draw_energy(const ViewState& state, const Session& session) {
  const double energy = session.energy(state.totals);
  draw_figure("energy", "%.6g J", energy);
  draw_figure("of it kinetic", "%.5g J", state.totals.kinetic_energy);
  draw_figure("momentum", "%.5g kg m/s", momentum_size(state.totals.momentum));
  draw_figure("angular", "%.5g kg m\u00b2/s", momentum_size(state.totals.angular_momentum));
  draw_figure("change", "%+.3g %% of the start's", 100.0 * state.energy_change);
  const EnergyDrift& drift = state.energy_drift;
  if (drift.samples.size() < 2) {
    ImGui::Dummy(ImVec2(1.0F, 5.5F * em()));  // what is below does not jump when the run begins
    return;
  }
  constexpr int values = 160;
  TimePlot plot{"change of energy", "%", {PlotLine{"change"}}, {}, session.clock.time};
  plot.span = {drift.samples.front().time, drift.samples.back().time};
  for (int i = 0; i < values; ++i) {
    const double share = static_cast<double>(i) / (values - 1);
    plot.lines[0].values.push_back(drift.at(plot.span.from + share * (plot.span.to - plot.span.from)));
  }
  static_cast<void>(draw_time_plot(plot, ImGui::GetContentRegionAvail().x, 5.5F * em()));
}

void draw_phases(const Statistics& statistics) {
  const Statistics::PhaseTimes& phases = statistics.phases;
  const double sum = phases.predict + phases.broadphase + phases.solve + phases.events + phases.commit;
  const double steps = std::max(1.0, static_cast<double>(statistics.steps));
  const auto bar = [&](const char* name, double seconds) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%s %.3g ms", name, 1e3 * seconds / steps);
    ImGui::ProgressBar(static_cast<float>(sum > 0.0 ? seconds / sum : 0.0), ImVec2(-1.0F, 0.0F), text.data());
  };
  bar("predict", phases.predict);
  bar("broadphase", phases.broadphase);
  bar("solve", phases.solve);
  bar("events", phases.events);
  bar("commit", phases.commit);
  draw_figure("sum", "%.3g ms a step, mean of all", 1e3 * sum / steps);
}

void draw_live(ViewState& state, const LiveFigures& figures, RivalKind kind) {
  const Statistics& statistics = figures.statistics;
  draw_figure("steps", "%llu, %.2f ms each", static_cast<unsigned long long>(statistics.steps),
              1e3 * figures.step_wall_s);
  draw_figure("impacts", "%llu", static_cast<unsigned long long>(statistics.events));
  draw_figure("time lost", "%.3g s", statistics.time_lost);
  if (kind != RivalKind::first_contact) {
    draw_figure("passed through", "%llu", static_cast<unsigned long long>(figures.tunnelled));
  }
  if (kind != RivalKind::first_contact) {
    return;  // what follows a rival does not count
  }
  draw_figure("pairs tested", "%llu", static_cast<unsigned long long>(statistics.pairs_tested));
  draw_figure("impact queries", "%llu", static_cast<unsigned long long>(statistics.toi_queries));
  if (statistics.min_gap) {
    draw_figure("smallest gap", "%.3g m", *statistics.min_gap);
  }
  if (begin_section(state.controls, "time by phase of the step")) {
    draw_phases(statistics);
  }
}

void draw_frame_times(ViewState& state) {
  const FrameWatch& frames = state.frames;
  if (begin_section(state.controls, "time of a frame")) {
    for (const FramePart part : {FramePart::poses, FramePart::overlays, FramePart::drawing, FramePart::panels}) {
      draw_figure(frame_part_name(part).data(), "%.1f ms", frames.average(part));
    }
    draw_figure("drawn", "%zu of %zu bodies, shadows of %zu", state.drawn.drawn, state.drawn.bodies,
                state.drawn.shadowed);
    draw_figure("processor", "%.1f ms, simulation apart", state.frame_processor);
    draw_figure("longest pause", "%.1f ms, %s", frames.longest_pause(), frame_part_name(frames.longest_part()).data());
  }
}

}  // namespace

void draw_figures_panel(ViewState& state, const Session& session) {
  ImGui::SetNextWindowPos(ImVec2(0.8F * em(), 0.8F * em()),
                          state.window.is_resized ? ImGuiCond_Always : ImGuiCond_FirstUseEver);
  ImGui::SetNextWindowCollapsed(is_narrow() || !session.companions.empty(), ImGuiCond_FirstUseEver);
  const float width = panel_width(22.0F * em());
  ImGui::SetNextWindowSizeConstraints(ImVec2(width, 0.0F), ImVec2(width, picture_bottom(state) - 7.0F * em()));
  if (begin_panel(state.panels, "Figures", ImGuiWindowFlags_AlwaysAutoResize)) {
    draw_figure("frames", "%.1f a second (%.1f ms)", state.frames.whole() > 0.0 ? 1e3 / state.frames.whole() : 0.0,
                state.frames.whole());
    draw_figure("time", "%.6f s%s", session.clock.time, session.clock.is_paused ? ", paused" : "");
    if (session.clock.is_paused) {
      draw_figure("speed", "%.3g x real time asked", session.clock.speed);
    } else {
      draw_figure("speed", "%.3g x, %.3g asked", state.reached_speed, session.clock.speed);
    }
    draw_figure("bodies", "%zu, %zu asleep", session.bodies_there(), state.asleep);
    draw_figure("events", "%zu this step, %llu passed", session.events_in_step(),
                static_cast<unsigned long long>(session.events_passed()));
    ImGui::Separator();
    draw_energy(state, session);
    ImGui::Separator();
    if (session.live() != nullptr) {
      draw_live(state, session.live()->figures(), session.request().method.kind);
    } else if (session.recording() != nullptr && session.recording()->known_share() < 1.0) {
      ImGui::ProgressBar(static_cast<float>(session.recording()->known_share()), ImVec2(-1.0F, 0.0F),
                         "reading the recording");
    }
    draw_frame_times(state);
    if (!state.message.empty()) {
      ImGui::Separator();
      ImGui::TextWrapped("%s", state.message.c_str());
    }
  }
  ImGui::End();
}

}  // namespace firstcontact
