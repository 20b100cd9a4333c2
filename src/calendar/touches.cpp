// Lasting contact, as events: it begins when two bodies first press on each other (piece_drive.cpp), and ends when they
// are out of reach. What flickers between the two (a neighbour in a pile that bears nothing for a moment) is one
// contact.
#include "calendar/world_state.hpp"

namespace firstcontact {

void report_parting(WorldState& world, PairRecord& pair, double time) {
  if (!pair.touching) {
    return;
  }
  pair.touching = false;
  Event event;
  event.time = time;
  event.kind = EventKind::end;
  event.a = pair.a;
  event.b = pair.b;
  if (!pair.measured.nearness.empty()) {
    event.gap = pair.measured.nearness.front().gap;
    event.normal = pair.measured.nearness.front().normal;
  }
  world.events.push_back(event);
}

}  // namespace firstcontact
