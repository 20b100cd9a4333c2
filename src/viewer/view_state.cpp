#include "viewer/view_state.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "scene/text.hpp"

namespace firstcontact {
namespace {

std::string json_string(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    const bool is_plain = static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\';
    result += is_plain ? std::string(1, c) : c == '"' || c == '\\' ? std::string("\\") + c : std::string(" ");
  }
  return result + "\"";
}

std::string_view truth(bool value) { return value ? "true" : "false"; }

std::string vector_text(const Vec3& v) {
  return "[" + shortest_text(v.x) + ", " + shortest_text(v.y) + ", " + shortest_text(v.z) + "]";
}

// One object, key by key.
class JsonObject {
 public:
  JsonObject& add(std::string_view key, std::string_view json) {
    text_ += (text_.size() > 1 ? ", " : "") + json_string(key) + ": " + std::string(json);
    return *this;
  }
  JsonObject& add(std::string_view key, double value) { return add(key, std::string_view(shortest_text(value))); }
  [[nodiscard]] std::string text() const { return text_ + "}"; }

 private:
  std::string text_ = "{";
};

std::string name_of(const Session& session, const std::optional<BodyIndex>& body) {
  return body && *body < session.stage->header.bodies.size() ? json_string(session.stage->header.bodies[*body].name)
                                                             : "null";
}

std::string lab_json(const AxisLab& lab) {
  JsonObject json;
  json.add("open", truth(lab.is_open));
  if (lab.report) {
    const AxisReport& report = *lab.report;
    json.add("axes", static_cast<double>(report.all_axes)).add("meets", truth(report.meets));
    json.add("distance_m", report.separation.distance).add("depth_m", report.separation.depth);
    json.add("normal", vector_text(report.separation.normal)).add("planar", truth(report.is_planar()));
    json.add("shown_row", lab.shown ? static_cast<double>(*lab.shown) : -1.0);
  }
  return json.text();
}

std::string inspector_json(const Inspector& inspector) {
  JsonObject json;
  json.add("open", truth(inspector.is_open));
  if (inspector.history) {
    json.add("body", static_cast<double>(inspector.history->body()));
    json.add("known_until_s", inspector.history->known_until());
    json.add("contacts", static_cast<double>(inspector.contacts.size()));
  }
  return json.text();
}

std::string panels_json(const std::vector<PanelPlace>& panels) {
  JsonObject json;
  for (const PanelPlace& panel : panels) {
    JsonObject place;
    place.add("left", panel.left).add("top", panel.top).add("right", panel.right).add("bottom", panel.bottom);
    json.add(panel.name, place.add("cut", panel.cut).add("open", truth(panel.is_open)).text());
  }
  return json.text();
}

std::string controls_json(const std::vector<ControlPlace>& controls) {
  JsonObject json;
  for (const ControlPlace& control : controls) {
    json.add(control.name, "[" + shortest_text(control.x) + ", " + shortest_text(control.y) + "]");
  }
  return json.text();
}

std::string overlays_json(const Settings& settings) {
  Settings copy = settings;
  JsonObject json;
  const auto names = overlay_names();
  for (std::size_t i = 0; i < names.size(); ++i) {
    json.add(names[i], truth(overlay_switch(copy.overlays, i)));
  }
  return json.add("names", truth(settings.shows_names)).text();
}

// What is shown side by side, left to right.
std::string panes_json(const Session& session) {
  std::string list;
  const auto add = [&](const Session& pane) {
    JsonObject json;
    json.add("method", json_string(rival_method_text(pane.request().method))).add("time_s", pane.clock.time);
    json.add("ghosts", static_cast<double>(pane.memory.passages().size()));
    list += (list.empty() ? "" : ", ") + json.text();
  };
  add(session);
  for (const auto& companion : session.companions) {
    add(*companion);
  }
  return "[" + list + "]";
}

void add_session(JsonObject& json, const ViewState& state, const Session& session) {
  const Camera camera = state.camera.camera();
  json.add("file", json_string(session.request().file.string())).add("live", truth(session.is_live()));
  json.add("method", json_string(rival_method_text(session.request().method)));
  json.add("time_s", session.clock.time).add("known_until_s", session.known_until());
  json.add("looping", truth(session.clock.loop.has_value()));
  json.add("reversed", truth(session.clock.is_reversed));
  json.add("speed", session.clock.speed).add("reached_speed", state.reached_speed);
  json.add("gravity", vector_text(session.surroundings().gravity));
  json.add("linear_damping", session.surroundings().linear_damping);
  json.add("angular_damping", session.surroundings().angular_damping);
  json.add("events_in_step", static_cast<double>(session.events_in_step()));
  json.add("paused", truth(session.clock.is_paused));
  const std::size_t there = session.bodies_there();
  json.add("bodies", static_cast<double>(there));
  json.add("kinds", static_cast<double>(session.kinds.size()));
  json.add("thrown_kind",
           state.thrown_kind < session.kinds.size() ? json_string(session.kinds[state.thrown_kind].name) : "null");
  json.add("removed", static_cast<double>(session.instant().motions->size() - there));
  json.add("energy_change", state.energy_change);
  json.add("asleep", static_cast<double>(state.asleep));
  json.add("events_passed", static_cast<double>(session.events_passed()));
  json.add("selected", name_of(session, state.selected)).add("second", name_of(session, state.second));
  if (state.selected && *state.selected < session.instant().motions->size()) {
    const FlowState selected = session.instant().motions->state(*state.selected, session.clock.time);
    json.add("selected_at", vector_text(selected.pose.position));
  }
  if (state.time_shown) {
    json.add("time_shown",
             "[" + shortest_text(state.time_shown->from) + ", " + shortest_text(state.time_shown->to) + "]");
  }
  json.add("panes", panes_json(session));
  json.add("eye", vector_text(camera.eye)).add("target", vector_text(camera.target));
  json.add("kinetic_j", state.totals.kinetic_energy).add("potential_j", state.totals.potential_energy);
  if (session.recording() != nullptr) {
    json.add("known_share", session.recording()->known_share());
  }
}

}  // namespace

std::optional<TimeSpan> zoomed(const TimeSpan& shown, const TimeSpan& known, double share, double wheel) {
  constexpr double per_notch = 0.7;
  constexpr double shortest = 1e-9;  // s
  const double length = std::max((shown.to - shown.from) * std::pow(per_notch, wheel), shortest);
  const double about = shown.from + std::clamp(share, 0.0, 1.0) * (shown.to - shown.from);
  const double from = about - std::clamp(share, 0.0, 1.0) * length;
  const TimeSpan result{std::max(from, known.from), std::min(from + length, known.to)};
  const bool is_all = result.from <= known.from && result.to >= known.to;
  return is_all || !(result.from < result.to) ? std::nullopt : std::optional(result);
}

void EnergyDrift::see(double time, double change) {
  constexpr std::size_t most = 2000;
  if (!samples.empty() && time <= samples.back().time) {
    return;
  }
  samples.push_back({time, change});
  if (samples.size() > most) {
    std::vector<Sample> every_other;
    for (std::size_t i = 0; i < samples.size(); i += 2) {
      every_other.push_back(samples[i]);
    }
    samples = std::move(every_other);
  }
}

double EnergyDrift::at(double time) const {
  const auto after = std::find_if(samples.begin(), samples.end(), [&](const Sample& it) { return it.time >= time; });
  if (after == samples.end()) {
    return samples.back().change;
  }
  if (after == samples.begin()) {
    return after->change;
  }
  const Sample& before = *(after - 1);
  return before.change + (time - before.time) / (after->time - before.time) * (after->change - before.change);
}

std::string state_json(const ViewState& state, const Session* session) {
  constexpr std::array<std::string_view, 4> tools{"throw", "pick", "drag", "spawn"};
  JsonObject json;
  json.add("loading", truth(session == nullptr)).add("help", truth(state.shows_help));
  json.add("window", "[" + std::to_string(state.window.width) + ", " + std::to_string(state.window.height) + "]");
  json.add("scale", state.window.scale).add("focused", truth(state.window.is_focused));
  json.add("full_screen", truth(state.window.is_full_screen));
  json.add("recent", static_cast<double>(state.recent.size()));
  json.add("thumbnails", static_cast<double>(state.thumbnails));
  json.add("opened", state.opened).add("opening_s", state.opening);
  json.add("panels", truth(state.settings.shows_panels)).add("panel_places", panels_json(state.panels));
  json.add("controls", controls_json(state.controls));
  json.add("tool", json_string(tools.at(static_cast<std::size_t>(state.tool))));
  json.add("circling", truth(state.camera.is_circling())).add("overlays", overlays_json(state.settings));
  json.add("inspector", inspector_json(state.inspector));
  json.add("throw_speed", state.settings.throw_speed).add("throw_spin", state.settings.throw_spin);
  json.add("fly_speed", state.settings.fly_speed).add("kind_size", state.kind_size);
  json.add("film_frames", state.film_frames ? static_cast<double>(*state.film_frames) : -1.0);
  json.add("lines", static_cast<double>(state.line_count)).add("lab", lab_json(state.lab));
  json.add("drawn_bodies", static_cast<double>(state.drawn.drawn));
  json.add("shadowed_bodies", static_cast<double>(state.drawn.shadowed));
  json.add("legend", static_cast<double>(overlay_legend(state.settings.overlays, state.force_scale).size()));
  if (state.force_scale) {
    json.add("force_scale",
             "[" + shortest_text(state.force_scale->metres) + ", " + shortest_text(state.force_scale->newtons) + "]");
  }
  json.add("wireframe", truth(state.settings.wireframe));
  json.add("quality", static_cast<double>(state.settings.quality)).add("message", json_string(state.message));
  json.add("frame_ms", state.frames.whole()).add("frame_processor_ms", state.frame_processor);
  for (std::size_t part = 0; part < frame_parts; ++part) {
    const auto named = static_cast<FramePart>(part);
    json.add("frame_" + std::string(frame_part_name(named)) + "_ms", state.frames.average(named));
  }
  json.add("longest_pause_ms", state.frames.longest_pause());
  json.add("longest_pause_part", json_string(frame_part_name(state.frames.longest_part())));
  if (session != nullptr) {
    add_session(json, state, *session);
  }
  return json.text() + "\n";
}

}  // namespace firstcontact
