// Ctrl-C as a question that a loop can ask.
#pragma once

#include <csignal>

namespace firstcontact {

/// While it lives, the first SIGINT or SIGTERM only makes `is_interrupted` true; a second one ends the process as
/// usual. One at a time.
class InterruptWatch {
 public:
  InterruptWatch();
  ~InterruptWatch();
  InterruptWatch(const InterruptWatch&) = delete;
  InterruptWatch& operator=(const InterruptWatch&) = delete;

  [[nodiscard]] bool is_interrupted() const;

 private:
  struct sigaction old_interrupt_ {};
  struct sigaction old_terminate_ {};
};

}  // namespace firstcontact
