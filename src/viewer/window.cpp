// The only file that knows how ImGui and GLFW go together.
#include "viewer/window.hpp"

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>
#include <string>
#include <utility>

#include "render/gl.hpp"
#include "viewer/panel_style.hpp"

namespace firstcontact {
namespace {

// Those that go on while their key is held: steps and events one after the other.
bool repeats(Action action) {
  return action == Action::step || action == Action::back || action == Action::next_event ||
         action == Action::previous_event || action == Action::slower || action == Action::faster;
}

std::string last_glfw_error() {
  const char* text = nullptr;
  glfwGetError(&text);
  return text != nullptr ? text : "no reason given";
}

}  // namespace

struct Window::Handle {
  GLFWwindow* window = nullptr;
  bool has_panels = false;
  std::vector<Action> actions;  // since the last frame
  double wheel = 0.0;
  std::string dropped;
  bool left_pressed = false, right_pressed = false;
  double last_x = 0.0, last_y = 0.0;  // of the mouse, screen coordinates
  WindowSize before_full_screen;
  int before_x = 0, before_y = 0;

  Handle() = default;
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() {
    if (has_panels) {
      ImGui_ImplOpenGL3_Shutdown();
      ImGui_ImplGlfw_Shutdown();
      ImGui::DestroyContext();
    }
    if (window != nullptr) {
      glfwDestroyWindow(window);
    }
    glfwTerminate();
  }

  // GLFW keeps one pointer for us; callbacks find their way back by it.
  static Handle& of(GLFWwindow* window) { return *static_cast<Handle*>(glfwGetWindowUserPointer(window)); }

  static void on_key(GLFWwindow* window, int key, int /*scancode*/, int change, int modifiers) {
    const auto action = action_of(key);
    const bool is_text = ImGui::GetCurrentContext() != nullptr && ImGui::GetIO().WantTextInput;
    const bool counts = change == GLFW_PRESS || (change == GLFW_REPEAT && action && repeats(*action));
    if ((modifiers & GLFW_MOD_CONTROL) != 0 && key == GLFW_KEY_Q) {
      glfwSetWindowShouldClose(window, GLFW_TRUE);
    } else if (action && counts && !is_text && (modifiers & GLFW_MOD_CONTROL) == 0) {
      of(window).actions.push_back(*action);
    }
  }
  static void on_button(GLFWwindow* window, int button, int change, int /*modifiers*/) {
    if (change == GLFW_PRESS) {
      of(window).left_pressed = of(window).left_pressed || button == GLFW_MOUSE_BUTTON_LEFT;
      of(window).right_pressed = of(window).right_pressed || button == GLFW_MOUSE_BUTTON_RIGHT;
    }
  }
  static void on_wheel(GLFWwindow* window, double /*x*/, double y) { of(window).wheel += y; }

  static void on_drop(GLFWwindow* window, int count, const char** files) {
    of(window).dropped = count > 0 ? files[0] : "";
  }

  [[nodiscard]] float scale() const {
    float scale = 1.0F;
    glfwGetWindowContentScale(window, &scale, nullptr);
    return std::clamp(scale, 0.75F, 4.0F);
  }
  void set_callbacks() {
    glfwSetWindowUserPointer(window, this);
    glfwSetKeyCallback(window, on_key);  // ImGui calls those that are there before it
    glfwSetMouseButtonCallback(window, on_button);
    glfwSetScrollCallback(window, on_wheel);
    glfwSetDropCallback(window, on_drop);
  }
  void start_panels() {
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;  // our own settings remember what matters
    ImGui_ImplGlfw_InitForOpenGL(window, true);
    ImGui_ImplOpenGL3_Init("#version 330 core");
    has_panels = true;
    dress_panels(scale());
  }
  [[nodiscard]] double held(int key) const { return glfwGetKey(window, key) == GLFW_PRESS ? 1.0 : 0.0; }
  [[nodiscard]] double pair(int positive, int negative) const { return held(positive) - held(negative); }
  void read_keys(Input& input) const;
  void read_mouse(Input& input);
};

void Window::Handle::read_keys(Input& input) const {
  const bool is_ours = glfwGetWindowAttrib(window, GLFW_FOCUSED) == GLFW_TRUE && !ImGui::GetIO().WantTextInput &&
                       held(GLFW_KEY_LEFT_CONTROL) == 0.0;
  input.shift = held(GLFW_KEY_LEFT_SHIFT) + held(GLFW_KEY_RIGHT_SHIFT) > 0.0;
  if (!is_ours) {
    return;
  }
  input.wish.forward = pair(GLFW_KEY_W, GLFW_KEY_S);
  input.wish.right = pair(GLFW_KEY_D, GLFW_KEY_A);
  input.wish.up = std::max(held(GLFW_KEY_SPACE), held(GLFW_KEY_E)) - held(GLFW_KEY_Q);
  input.wish.is_fast = input.shift;
  input.nudge = {pair(GLFW_KEY_RIGHT, GLFW_KEY_LEFT), pair(GLFW_KEY_PAGE_UP, GLFW_KEY_PAGE_DOWN),
                 pair(GLFW_KEY_DOWN, GLFW_KEY_UP)};
  input.twist = pair(GLFW_KEY_Q, GLFW_KEY_E);
}

void Window::Handle::read_mouse(Input& input) {
  double x = 0.0;
  double y = 0.0;
  int width = 0;
  int height = 0;
  glfwGetCursorPos(window, &x, &y);
  glfwGetWindowSize(window, &width, &height);
  input.mouse_x = 2.0 * x / std::max(width, 1) - 1.0;
  input.mouse_y = 1.0 - 2.0 * y / std::max(height, 1);
  const bool is_ours = !ImGui::GetIO().WantCaptureMouse && glfwGetWindowAttrib(window, GLFW_FOCUSED) == GLFW_TRUE;
  const bool looks = glfwGetMouseButton(window, GLFW_MOUSE_BUTTON_RIGHT) == GLFW_PRESS;
  if (is_ours && looks) {
    input.turn_x = x - last_x;
    input.turn_y = y - last_y;
  }
  last_x = x;
  last_y = y;
  input.left_held = is_ours && glfwGetMouseButton(window, GLFW_MOUSE_BUTTON_LEFT) == GLFW_PRESS;
  input.left_pressed = std::exchange(left_pressed, false) && is_ours;
  input.right_held = is_ours && looks;
  input.right_pressed = std::exchange(right_pressed, false) && is_ours;
  input.wheel = std::exchange(wheel, 0.0) * (is_ours ? 1.0 : 0.0);
}

Window::Window(std::unique_ptr<Handle> handle) : handle_(std::move(handle)) {}
Window::Window(Window&&) noexcept = default;
Window& Window::operator=(Window&&) noexcept = default;
Window::~Window() = default;

Result<Window> Window::open(int width, int height, const char* title) {
  if (glfwInit() != GLFW_TRUE) {
    return Error{"no window can be opened here: " + last_glfw_error() +
                 "; 'firstcontact render' draws without a display"};
  }
  auto handle = std::make_unique<Handle>();
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  handle->window = glfwCreateWindow(width, height, title, nullptr, nullptr);
  if (handle->window == nullptr) {
    return Error{"no window with OpenGL 3.3 core can be opened: " + last_glfw_error()};
  }
  glfwMakeContextCurrent(handle->window);
  glfwSwapInterval(1);
  handle->set_callbacks();
  handle->start_panels();
  return Window(std::move(handle));
}

bool Window::wants_to_close() const { return glfwWindowShouldClose(handle_->window) == GLFW_TRUE; }

Input Window::begin_frame() {
  if (is_minimised()) {
    glfwWaitEventsTimeout(0.05);
  } else {
    glfwPollEvents();
  }
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  ImGui::GetIO().DeltaTime = std::max(ImGui::GetIO().DeltaTime, 1e-4F);  // ImGui stops the program on 0
  ImGui::NewFrame();
  // Only now do the panels know whether the mouse is over one of them: frames may be far apart, and a click that comes
  // with the move to a panel is the panel's.
  Input input;
  handle_->read_keys(input);
  handle_->read_mouse(input);
  input.actions.swap(handle_->actions);
  input.dropped = std::exchange(handle_->dropped, "");
  return input;
}

void Window::end_frame() {
  ImGui::Render();
  const WindowSize size = pixels();
  glViewport(0, 0, size.width, size.height);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  glfwSwapBuffers(handle_->window);
}

WindowSize Window::pixels() const {
  WindowSize size;
  glfwGetFramebufferSize(handle_->window, &size.width, &size.height);
  return size;
}

WindowSize Window::size() const {
  WindowSize size;
  glfwGetWindowSize(handle_->window, &size.width, &size.height);
  return size;
}

bool Window::is_minimised() const {
  const WindowSize size = pixels();
  return size.width == 0 || size.height == 0 || glfwGetWindowAttrib(handle_->window, GLFW_ICONIFIED) == GLFW_TRUE;
}

bool Window::is_focused() const { return glfwGetWindowAttrib(handle_->window, GLFW_FOCUSED) == GLFW_TRUE; }

bool Window::is_full_screen() const { return glfwGetWindowMonitor(handle_->window) != nullptr; }

double Window::scale() const { return static_cast<double>(handle_->scale()); }

void Window::toggle_full_screen() {
  Handle& handle = *handle_;
  if (is_full_screen()) {
    glfwSetWindowMonitor(handle.window, nullptr, handle.before_x, handle.before_y, handle.before_full_screen.width,
                         handle.before_full_screen.height, GLFW_DONT_CARE);
    return;
  }
  GLFWmonitor* const monitor = glfwGetPrimaryMonitor();
  const GLFWvidmode* const mode = monitor != nullptr ? glfwGetVideoMode(monitor) : nullptr;
  if (mode != nullptr) {
    glfwGetWindowPos(handle.window, &handle.before_x, &handle.before_y);
    handle.before_full_screen = size();
    glfwSetWindowMonitor(handle.window, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
  }
}

void Window::wait_for_screen(WaitForScreen choice) { glfwSwapInterval(choice == WaitForScreen::yes ? 1 : 0); }

void Window::hide() { glfwHideWindow(handle_->window); }

bool Window::draws_in_software() const {
  const auto* const text = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  const std::string renderer = text != nullptr ? text : "";
  return renderer.find("llvmpipe") != std::string::npos || renderer.find("softpipe") != std::string::npos ||
         renderer.find("SwiftShader") != std::string::npos;
}

}  // namespace firstcontact
