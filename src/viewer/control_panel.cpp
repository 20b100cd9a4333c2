#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>

#include "viewer/panel_style.hpp"
#include "viewer/panels.hpp"

namespace firstcontact {
namespace {

constexpr double slowest = 1e-6, fastest = 100.0;

struct SliderRange {
  float low = 0.0F, high = 1.0F;
  const char* format = "%.3g";
  ImGuiSliderFlags flags = ImGuiSliderFlags_Logarithmic;
};

void draw_button(ViewState& state, const char* text, Action action) {
  if (ImGui::Button(text)) {
    state.clicked.push_back(action);
  }
  note_control(state.controls, text);
}

// One of a list that has just been opened.
bool draw_choice(ViewState& state, const std::string& name, bool is_chosen) {
  const bool is_clicked = ImGui::Selectable(name.c_str(), is_chosen);
  note_control(state.controls, name.c_str());
  return is_clicked;
}

// Of choices; true while it is open.
bool begin_list(ViewState& state, const char* label, const char* chosen) {
  const bool is_open = ImGui::BeginCombo(label, chosen, ImGuiComboFlags_HeightLarge);
  if (!is_open) {
    note_control(state.controls, label);
  }
  return is_open;
}

// A slider that tests can find.
bool draw_slider(ViewState& state, const char* name, float& value, const SliderRange& range) {
  const bool has_changed = ImGui::SliderFloat(name, &value, range.low, range.high, range.format, range.flags);
  note_control(state.controls, name);
  return has_changed;
}

// What the scene wants shown again and again; once left it can be had again.
void draw_loop(ViewState& state, Session& session) {
  if (!session.view || !session.view->loop) {
    return;
  }
  go_on_line("loop");
  bool loops = session.clock.loop.has_value();
  if (ImGui::Checkbox("loop", &loops)) {
    session.clock.loop = loops ? session.view->loop : std::nullopt;
  }
  note_control(state.controls, "loop");
}

void draw_running(ViewState& state, Session& session) {
  draw_button(state, session.clock.is_paused ? "go on (P)" : "pause (P)", Action::pause);
  go_on_line("step (O)");
  draw_button(state, "step (O)", Action::step);
  go_on_line("impact (I)");
  draw_button(state, "impact (I)", Action::next_event);
  go_on_line("again (R)");
  draw_button(state, "again (R)", Action::restart);
  draw_button(state, "replay (J)", Action::replay);
  go_on_line("backward (B)");
  bool goes_back = session.clock.is_reversed;
  if (ImGui::Checkbox("backward (B)", &goes_back)) {
    session.clock.is_reversed = goes_back;
  }
  note_control(state.controls, "backward (B)");
  draw_loop(state, session);
  auto exponent = static_cast<float>(std::log10(session.clock.speed));
  std::array<char, 64> text{};  // what the slider shows: the speed, not its logarithm
  std::snprintf(text.data(), text.size(), "%.3g x real time", session.clock.speed);
  if (draw_slider(state, "speed", exponent, {-6.0F, 2.0F, text.data(), 0})) {
    session.clock.speed = std::clamp(std::pow(10.0, static_cast<double>(exponent)), slowest, fastest);
  }
}

void draw_method(ViewState& state, const Session& session) {
  const RivalMethod& present = session.request().method;
  if (!session.is_live() || !begin_list(state, "method (M)", rival_method_text(present).c_str())) {
    return;
  }
  for (std::size_t i = 0; i < rival_names().size(); ++i) {
    RivalMethod method = present;
    method.kind = static_cast<RivalKind>(i);
    if (draw_choice(state, rival_method_text(method), method.kind == present.kind)) {
      state.wants = session.present_request();
      state.wants->method = method;
    }
  }
  ImGui::EndCombo();
}

// What more bodies are made of: a primitive, a mesh, or the like of one of the scene's moving bodies, of which there
// may be very many.
void draw_body_choice(const char* label, ViewState& state, const Session& session, KindUse use) {
  std::size_t& chosen =
      use == KindUse::thrown ? state.thrown_kind : state.spawned_kinds.at(use == KindUse::left ? 0 : 1);
  const auto& kinds = session.kinds;
  const char* const name = chosen < kinds.size() ? kinds[chosen].name.c_str() : "nothing";
  if (!begin_list(state, label, name)) {
    return;
  }
  for (const KindWish& wish : primitive_kinds(state.kind_size)) {
    if (draw_choice(state, "any " + wish.name, false)) {
      state.wants_kind = {wish, use};
    }
  }
  ImGui::Separator();
  for (const std::filesystem::path& mesh : state.meshes) {
    ImGui::PushID(mesh.c_str());
    if (draw_choice(state, mesh.filename().string(), false)) {
      state.wants_kind = {mesh_kind(mesh, state.kind_size), use};
    }
    ImGui::PopID();
  }
  ImGui::Separator();
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const bool is_own = !kinds[i].wish && kinds[i].definition.type == BodyType::dynamic;
    if (is_own && draw_choice(state, kinds[i].name, i == chosen)) {
      chosen = i;
    }
  }
  ImGui::EndCombo();
}

// How large that is which the scene does not have: when the slider is let go of, it is made anew.
void draw_kind_size(ViewState& state, const Session& session) {
  const std::optional<KindWish> wish =
      state.thrown_kind < session.kinds.size() ? session.kinds[state.thrown_kind].wish : std::nullopt;
  if (!wish) {
    return;
  }
  auto size = static_cast<float>(state.kind_size);
  const double usual = session.usual_size();
  if (draw_slider(state, "size", size, {static_cast<float>(0.1 * usual), static_cast<float>(10.0 * usual), "%.3g m"})) {
    state.kind_size = std::max(static_cast<double>(size), 1e-3 * usual);
  }
  if (ImGui::IsItemDeactivatedAfterEdit()) {
    state.wants_kind = {resized(*wish, state.kind_size), KindUse::thrown};
  }
}

// What acts everywhere: along the scene's own gravity, or down where it has none.
void draw_surroundings(ViewState& state, Session& session) {
  Surroundings now = session.surroundings();
  const Vec3 down = normalized_or(session.own_gravity, Vec3(0.0, -1.0, 0.0));
  bool has_changed = false;
  auto gravity = static_cast<float>(glm::dot(now.gravity, down));
  if (draw_slider(state, "gravity", gravity, {-20.0F, 20.0F, "%.2f m/s\u00b2", 0})) {
    now.gravity = static_cast<double>(gravity) * down;
    has_changed = true;
  }
  const auto damping = [&](const char* label, double& value) {
    auto shown = static_cast<float>(value);
    if (draw_slider(state, label, shown, {0.0F, 20.0F, "%.2f 1/s"})) {
      value = std::max(0.0, static_cast<double>(shown));
      has_changed = true;
    }
  };
  if (session.request().method.kind == RivalKind::first_contact) {  // rivals know no damping
    damping("drag", now.linear_damping);
    damping("of spin", now.angular_damping);
  }
  if (has_changed) {
    session.surround(now);
  }
}

void draw_tools(ViewState& state, const Session& session) {
  const auto radio = [&](const char* text, Tool tool) {
    if (tool != Tool::fling && session.is_live()) {
      go_on_line(text);
    }
    if (ImGui::RadioButton(text, state.tool == tool)) {
      state.tool = tool;
    }
    note_control(state.controls, text);
  };
  if (!session.is_live()) {
    radio("select (V)", Tool::pick);
    return;  // nothing can be thrown into a recording, or dragged in it
  }
  radio("throw (T)", Tool::fling);
  radio("select (V)", Tool::pick);
  radio("drag (G)", Tool::drag);
  radio("put at the pointer (X)", Tool::spawn);
  if (state.tool == Tool::spawn) {
    draw_body_choice("left button", state, session, KindUse::left);
    draw_body_choice("right button", state, session, KindUse::right);
  }
  if (state.tool != Tool::fling) {
    return;
  }
  draw_body_choice("what", state, session, KindUse::thrown);
  draw_kind_size(state, session);
  auto speed = static_cast<float>(state.settings.throw_speed * session.scenery.scale);
  if (draw_slider(state, "m/s", speed, {0.0F, static_cast<float>(100.0 * session.scenery.scale)})) {
    state.settings.throw_speed = std::max(0.0, static_cast<double>(speed) / session.scenery.scale);
  }
  auto spin = static_cast<float>(state.settings.throw_spin);
  if (draw_slider(state, "rad/s", spin, {0.0F, 1000.0F})) {
    state.settings.throw_spin = std::max(0.0, static_cast<double>(spin));
  }
}

void draw_overlays(ViewState& state) {
  const auto names = overlay_names();
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto action = static_cast<Action>(static_cast<std::size_t>(Action::overlay_first) + i);
    const std::string text = std::string(names[i]) + " (" + std::string(key_name_of(action)) + ")";
    ImGui::Checkbox(text.c_str(), &overlay_switch(state.settings.overlays, i));
    note_control(state.controls, text.c_str());
    if (i % 2 == 0) {
      ImGui::SameLine(std::min(11.5F * em(), 0.48F * ImGui::GetWindowWidth()));
    }
  }
  const std::string text = "names (" + std::string(key_name_of(Action::names)) + ")";
  ImGui::Checkbox(text.c_str(), &state.settings.shows_names);
  note_control(state.controls, text.c_str());
  ImGui::Checkbox("wireframe (F2)", &state.settings.wireframe);
  note_control(state.controls, "wireframe (F2)");
}

void draw_picture(ViewState& state) {
  constexpr std::array qualities{"low", "medium", "high"};
  const auto quality = static_cast<std::size_t>(state.settings.quality);
  if (begin_list(state, "picture (N)", qualities.at(quality))) {
    for (std::size_t i = 0; i < qualities.size(); ++i) {
      if (draw_choice(state, qualities.at(i), i == quality)) {
        state.settings.quality = static_cast<PictureQuality>(i);
        state.settings.chose_quality = true;
      }
    }
    ImGui::EndCombo();
  }
  auto speed = static_cast<float>(state.settings.fly_speed);
  if (draw_slider(state, "flight", speed, {0.01F, 10.0F, "%.2f"})) {
    state.settings.fly_speed = std::clamp(static_cast<double>(speed), 1e-3, 1e2);
  }
  bool circles = state.camera.is_circling();
  if (ImGui::Checkbox("circle the selected body (C)", &circles)) {
    state.clicked.push_back(Action::camera_mode);
  }
  note_control(state.controls, "circle the selected body (C)");
  draw_button(state, "picture (F12)", Action::screenshot);
  go_on_line("camera (F3)");
  draw_button(state, "camera (F3)", Action::save_camera);
  go_on_line("recording (F4)");
  draw_button(state, "recording (F4)", Action::save_recording);
  go_on_line("scene (F5)");
  draw_button(state, "scene (F5)", Action::save_scene);
  go_on_line("film (F6)");
  draw_button(state, state.film_frames ? "end the film (F6)" : "film (F6)", Action::film);
}

}  // namespace

void draw_control_panel(ViewState& state, Session& session) {
  const ImGuiIO& io = ImGui::GetIO();
  ImGui::SetNextWindowPos(ImVec2(io.DisplaySize.x - 0.8F * em(), 0.8F * em()),
                          state.window.is_resized ? ImGuiCond_Always : ImGuiCond_FirstUseEver, ImVec2(1.0F, 0.0F));
  ImGui::SetNextWindowCollapsed(is_narrow() || !session.companions.empty(), ImGuiCond_FirstUseEver);
  const float width = panel_width(25.5F * em());
  ImGui::SetNextWindowSizeConstraints(ImVec2(width, 0.0F), ImVec2(width, picture_bottom(state) - 5.0F * em()));
  if (begin_panel(state.panels, "Controls (F1: all keys)", ImGuiWindowFlags_AlwaysAutoResize)) {
    ImGui::PushItemWidth(-7.0F * em());
    draw_running(state, session);
    draw_method(state, session);
    ImGui::Separator();
    draw_tools(state, session);
    ImGui::Separator();
    if (session.is_live()) {
      draw_surroundings(state, session);
      ImGui::Separator();
    }
    draw_overlays(state);
    ImGui::Separator();
    draw_picture(state);
    ImGui::PopItemWidth();
  }
  ImGui::End();
}

}  // namespace firstcontact
