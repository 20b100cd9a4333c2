// Time, help, names, loading.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <glm/mat4x4.hpp>
#include <string>

#include "render/stage.hpp"
#include "rivals/tunnel_watch.hpp"
#include "viewer/film_roll.hpp"
#include "viewer/panel_style.hpp"
#include "viewer/panels.hpp"

namespace firstcontact {

float dock_height(const ViewState& state) {
  const bool is_open = state.lab.is_open || state.inspector.is_open;
  return is_open ? std::min(17.0F * em(), 0.45F * ImGui::GetIO().DisplaySize.y) : 0.0F;
}

float picture_bottom(const ViewState& state) { return ImGui::GetIO().DisplaySize.y - dock_height(state); }

// Meetings as ticks on the bar: orange, and red where bodies passed through each other.
static void draw_ticks(const Session& session, const TimeSpan& shown) {
  const ImVec2 low = ImGui::GetItemRectMin();
  const ImVec2 high = ImGui::GetItemRectMax();
  for (const Event& event : session.meetings_within(shown)) {
    const bool is_passage = event.kind == EventKind::tunnelled;
    const auto share = static_cast<float>((event.time - shown.from) / (shown.to - shown.from));
    const float x = low.x + share * (high.x - low.x);
    ImGui::GetWindowDrawList()->AddLine(ImVec2(x, low.y), ImVec2(x, low.y + 0.45F * (high.y - low.y)),
                                        is_passage ? IM_COL32(230, 40, 40, 255) : IM_COL32(250, 160, 20, 220), 2.0F);
  }
}

// What the bar shows: where the wheel has zoomed to, else what is looped, else all that is known.
static void draw_time_line(ViewState& state, Session& session) {
  const double from = session.known_from();
  const TimeSpan known{from, std::max(session.known_until(), from + 1e-9)};
  const TimeSpan shown = state.time_shown.value_or(session.clock.loop.value_or(known));
  double time = session.clock.time;
  ImGui::SetNextItemWidth(-1.0F);
  if (ImGui::SliderScalar("##time", ImGuiDataType_Double, &time, &shown.from, &shown.to, "%.9g s")) {
    session.clock.is_paused = true;
    session.seek(time);
  }
  draw_ticks(session, shown);
  if (!ImGui::IsItemHovered()) {
    return;
  }
  ImGui::SetTooltip("drag: any instant     wheel: zoom     ticks: impacts");
  const float wheel = ImGui::GetIO().MouseWheel;
  if (wheel != 0.0F) {
    const double width = ImGui::GetItemRectMax().x - ImGui::GetItemRectMin().x;
    const double share = (ImGui::GetIO().MousePos.x - ImGui::GetItemRectMin().x) / std::max(width, 1.0);
    state.time_shown = zoomed(shown, known, share, wheel);
  }
}

void draw_time_panel(ViewState& state, Session& session) {
  const ImGuiIO& io = ImGui::GetIO();
  ImGui::SetNextWindowPos(ImVec2(0.0F, picture_bottom(state)), ImGuiCond_Always, ImVec2(0.0F, 1.0F));
  ImGui::SetNextWindowSize(ImVec2(io.DisplaySize.x, 0.0F));
  constexpr ImGuiWindowFlags plain = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove;
  const bool is_shown = ImGui::Begin("Time", nullptr, plain);
  note_panel(state.panels, "Time", is_shown);
  if (is_shown) {
    const auto button = [&](const char* text, Action action, const char* meaning) {
      if (ImGui::Button(text)) {
        state.clicked.push_back(action);
      }
      note_control(state.controls, text);
      if (ImGui::IsItemHovered()) {
        ImGui::SetTooltip("%s (%s)", meaning, key_name_of(action).data());
      }
      ImGui::SameLine();
    };
    button("|<", Action::start, "to the start");
    button("<<", Action::previous_event, "back to the impact before");
    button("<", Action::back, "one step back");
    button(session.clock.is_paused ? "play" : "pause", Action::pause, session.clock.is_paused ? "go on" : "pause");
    button(">", Action::step, "one step of time");
    button(">>", Action::next_event, "on to the next impact");
    button(">|", Action::end, "to the end, as far as it is known");
    draw_time_line(state, session);
  }
  ImGui::End();
}

void draw_help_panel(ViewState& state) {
  const ImGuiIO& io = ImGui::GetIO();
  ImGui::SetNextWindowPos(ImVec2(0.5F * io.DisplaySize.x, 0.5F * io.DisplaySize.y), ImGuiCond_Always,
                          ImVec2(0.5F, 0.5F));
  ImGui::SetNextWindowSizeConstraints(ImVec2(0.0F, 0.0F), io.DisplaySize);
  if (ImGui::Begin("Keys", &state.shows_help, ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse)) {
    ImGui::TextUnformatted("right button: look around     W A S D: fly     Q E, space: down, up     Shift: fast");
    ImGui::TextUnformatted("wheel: nearer, further     left button: what the tool does     Ctrl+Q: close");
    ImGui::Separator();
    if (ImGui::BeginTable("keys", 2)) {
      ImGui::TableSetupColumn("key", ImGuiTableColumnFlags_WidthFixed, 6.5F * em());
      for (const KeyBinding& binding : key_bindings()) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(binding.key_name.data());
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(binding.meaning.data());
      }
      ImGui::EndTable();
    }
  }
  ImGui::End();
}

void draw_loading_panel(const ViewState& state, double seconds) {
  if (state.opening == 0.0 && state.message.empty()) {
    return;
  }
  const ImGuiIO& io = ImGui::GetIO();
  ImGui::SetNextWindowPos(ImVec2(0.5F * io.DisplaySize.x, 0.5F * io.DisplaySize.y), ImGuiCond_Always,
                          ImVec2(0.5F, 0.5F));
  if (ImGui::Begin("Opening", nullptr, ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse)) {
    if (state.opening > 0.0) {
      ImGui::Text("reading meshes and making the world: %.1f s", seconds);
    } else {
      ImGui::PushTextWrapPos(42.0F * em());
      ImGui::TextUnformatted(state.message.c_str());
      ImGui::PopTextWrapPos();
      ImGui::TextDisabled("R reads it again");
    }
  }
  ImGui::End();
}

void draw_film_badge(const ViewState& state) {
  if (!state.film_frames) {
    return;
  }
  std::array<char, 64> text{};
  const double seconds = static_cast<double>(*state.film_frames) / FilmRoll::frames_per_second;
  std::snprintf(text.data(), text.size(), "film: %.1f s (F6 ends it)", seconds);
  const ImVec2 size = ImGui::CalcTextSize(text.data());
  const ImVec2 at(0.5F * (ImGui::GetIO().DisplaySize.x - size.x), 0.8F * em());
  const float air = 0.3F * em();
  ImDrawList* const list = ImGui::GetBackgroundDrawList();
  list->AddRectFilled(ImVec2(at.x - air, at.y - air), ImVec2(at.x + size.x + air, at.y + size.y + air),
                      IM_COL32(190, 24, 24, 235), 0.3F * em());
  list->AddText(at, IM_COL32(255, 255, 255, 255), text.data());
}

// At the bottom of the pane, whose left lower corner this is, above the bar of time.
static void draw_pane_name(const Session& pane, const ImVec2& corner, float width) {
  ImDrawList* const list = ImGui::GetBackgroundDrawList();
  const auto line = [&](const std::string& text, float lines_up, ImU32 ground) {
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    const ImVec2 at(corner.x + 0.5F * (width - size.x), corner.y - (4.5F + 1.6F * lines_up) * em());
    const float air = 0.3F * em();
    list->AddRectFilled(ImVec2(at.x - air, at.y - air), ImVec2(at.x + size.x + air, at.y + size.y + air), ground,
                        0.3F * em());
    list->AddText(at, IM_COL32(255, 255, 255, 255), text.c_str());
  };
  line(rival_method_text(pane.request().method), 1.0F, IM_COL32(38, 44, 54, 235));
  if (!pane.memory.passages().empty()) {
    line(passage_text(pane.memory.passages().back().event, pane.stage->header.bodies), 0.0F,
         IM_COL32(190, 24, 24, 235));
  }
}

void draw_pane_names(const ViewState& state, const Session& session) {
  const bool is_rival = session.is_live() && session.request().method.kind != RivalKind::first_contact;
  if (session.companions.empty() && !is_rival) {
    return;
  }
  const float width = ImGui::GetIO().DisplaySize.x / static_cast<float>(session.companions.size() + 1);
  draw_pane_name(session, ImVec2(0.0F, picture_bottom(state)), width);
  float left = width;
  for (const auto& companion : session.companions) {
    draw_pane_name(*companion, ImVec2(left, picture_bottom(state)), width);
    ImGui::GetBackgroundDrawList()->AddLine(ImVec2(left, 0.0F), ImVec2(left, ImGui::GetIO().DisplaySize.y),
                                            IM_COL32(20, 20, 20, 255), 3.0F);
    left += width;
  }
}

void draw_names(const Session& session, const Camera& camera, double width, double height) {
  ImDrawList* const list = ImGui::GetBackgroundDrawList();
  const Instant instant = session.instant();
  const glm::mat4 clip = clip_from_eye_relative(camera, width / std::max(height, 1.0), {0.01, 1e6});
  for (BodyIndex i = 0; i < instant.motions->size(); ++i) {
    const bool is_shown =
        instant.motions->is_there(i, instant.time) && instant.stage->header.bodies[i].type != BodyType::fixed;
    const Vec3 place = instant.motions->state(i, instant.time).pose.position - camera.eye;
    const glm::vec4 at = clip * glm::vec4(glm::vec3(place), 1.0F);
    if (!is_shown || at.w <= 0.0F) {
      continue;
    }
    const ImVec2 pixel((0.5F + 0.5F * at.x / at.w) * static_cast<float>(width),
                       (0.5F - 0.5F * at.y / at.w) * static_cast<float>(height));
    const char* const name = instant.stage->header.bodies[i].name.c_str();
    list->AddText(ImVec2(pixel.x + 1.0F, pixel.y + 1.0F), IM_COL32(255, 255, 255, 170), name);
    list->AddText(pixel, IM_COL32(20, 24, 30, 255), name);
  }
}

}  // namespace firstcontact
