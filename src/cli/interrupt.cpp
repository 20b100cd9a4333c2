#include "cli/interrupt.hpp"

namespace firstcontact {
namespace {

// The one global of the house: a signal handler gets no argument, so there is nowhere else to leave word.
volatile std::sig_atomic_t signal_came = 0;

extern "C" void leave_word(int /*signal*/) { signal_came = 1; }

}  // namespace

InterruptWatch::InterruptWatch() {
  signal_came = 0;
  struct sigaction action {};
  action.sa_handler = leave_word;
  action.sa_flags = static_cast<int>(SA_RESETHAND);  // the second Ctrl-C must work even if the loop never asks again
  ::sigaction(SIGINT, &action, &old_interrupt_);
  ::sigaction(SIGTERM, &action, &old_terminate_);
}

InterruptWatch::~InterruptWatch() {
  ::sigaction(SIGINT, &old_interrupt_, nullptr);
  ::sigaction(SIGTERM, &old_terminate_, nullptr);
}

bool InterruptWatch::is_interrupted() const { return signal_came != 0; }

}  // namespace firstcontact
