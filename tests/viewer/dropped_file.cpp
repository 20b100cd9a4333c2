#include "dropped_file.hpp"

#include <X11/Xatom.h>
#include <X11/Xlib.h>

#include <array>
#include <chrono>
#include <memory>
#include <string>
#include <thread>

namespace firstcontact::testing {
namespace {

class DroppedFile {
 public:
  explicit DroppedFile(const std::string& file) : text_("file://" + file + "\r\n"), display_(XOpenDisplay(nullptr)) {}
  ~DroppedFile() {
    if (display_ != nullptr) {
      XCloseDisplay(display_);
    }
  }
  DroppedFile(const DroppedFile&) = delete;
  DroppedFile& operator=(const DroppedFile&) = delete;

  // Drops it at a place of the screen upon the window of that name; true when the window has taken it.
  [[nodiscard]] bool upon(const std::string& name, int x, int y) {
    target_ = display_ != nullptr ? find(XDefaultRootWindow(display_), name) : 0;
    if (target_ == 0) {
      return false;
    }
    source_ = XCreateSimpleWindow(display_, XDefaultRootWindow(display_), 0, 0, 1, 1, 0, 0, 0);
    XSetSelectionOwner(display_, atom("XdndSelection"), source_, CurrentTime);
    constexpr long version = 5L << 24;
    send("XdndEnter", {version, static_cast<long>(atom("text/uri-list")), 0, 0});
    send("XdndPosition", {0, (static_cast<long>(x) << 16) | y, CurrentTime, static_cast<long>(atom("XdndActionCopy"))});
    if (!comes("XdndStatus")) {
      return false;
    }
    send("XdndDrop", {0, CurrentTime, 0, 0});
    return comes("XdndFinished");
  }

 private:
  [[nodiscard]] Atom atom(const char* name) const { return XInternAtom(display_, name, False); }

  [[nodiscard]] ::Window find(::Window above, const std::string& name) const {
    char* title = nullptr;
    const bool is_it = XFetchName(display_, above, &title) != 0 && title != nullptr && name == title;
    if (title != nullptr) {
      XFree(title);
    }
    if (is_it) {
      return above;
    }
    ::Window root = 0;
    ::Window parent = 0;
    ::Window* list = nullptr;
    unsigned count = 0;
    ::Window found = 0;
    if (XQueryTree(display_, above, &root, &parent, &list, &count) != 0) {
      for (unsigned i = 0; i < count && found == 0; ++i) {
        found = find(list[i], name);
      }
      XFree(list);
    }
    return found;
  }

  void send(const char* message, const std::array<long, 4>& data) {
    XEvent event{};
    event.xclient.type = ClientMessage;
    event.xclient.display = display_;
    event.xclient.window = target_;
    event.xclient.message_type = atom(message);
    event.xclient.format = 32;
    event.xclient.data.l[0] = static_cast<long>(source_);
    for (std::size_t i = 0; i < data.size(); ++i) {
      event.xclient.data.l[i + 1] = data.at(i);
    }
    XSendEvent(display_, target_, False, NoEventMask, &event);
    XFlush(display_);
  }

  // Answers who asks for the file meanwhile.
  [[nodiscard]] bool comes(const char* message) {
    for (int i = 0; i < 500; ++i) {
      while (XPending(display_) > 0) {
        XEvent event{};
        XNextEvent(display_, &event);
        if (event.type == SelectionRequest) {
          answer(event.xselectionrequest);
        } else if (event.type == ClientMessage && event.xclient.message_type == atom(message)) {
          return true;
        }
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }

  void answer(const XSelectionRequestEvent& asked) {
    XChangeProperty(display_, asked.requestor, asked.property, asked.target, 8, PropModeReplace,
                    reinterpret_cast<const unsigned char*>(text_.data()), static_cast<int>(text_.size()));
    XEvent event{};
    event.xselection.type = SelectionNotify;
    event.xselection.requestor = asked.requestor;
    event.xselection.selection = asked.selection;
    event.xselection.target = asked.target;
    event.xselection.property = asked.property;
    event.xselection.time = asked.time;
    XSendEvent(display_, asked.requestor, False, NoEventMask, &event);
    XFlush(display_);
  }

  std::string text_;
  Display* display_ = nullptr;
  ::Window source_ = 0, target_ = 0;
};

}  // namespace

bool drop_file(const std::string& file, const std::string& window, const PlaceOnScreen& place) {
  return DroppedFile(file).upon(window, place.x, place.y);
}

}  // namespace firstcontact::testing
