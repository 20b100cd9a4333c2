#include "calendar/places.hpp"

#include <algorithm>

namespace firstcontact {
namespace {

BodyIndex add_place(WorldState& world) {
  world.bodies.emplace_back();
  world.generations.push_back(0);
  world.is_new.push_back(true);
  world.track_boxes.emplace_back();
  world.known_states.emplace_back();
  world.close_boxes.emplace_back();
  world.ways.push_back(0.0);
  world.way_marks.emplace_back();
  world.pairs_of.emplace_back();
  return static_cast<BodyIndex>(world.bodies.size() - 1);
}

void clear_place(WorldState& world, BodyIndex place) {
  world.bodies[place] = RigidBody{};
  ++world.generations[place];
  world.is_new[place] = true;
  world.track_boxes[place] = {};
  world.known_states[place] = {};
  world.close_boxes[place] = {};
  world.ways[place] = 0.0;
  world.way_marks[place] = {};
  if (place < world.known_screws.size()) {
    world.known_screws[place] = {};
  }
}

void name_by_handles(WorldState& world) {
  for (Event& event : world.events) {
    event.a = handle_of(world, event.a);
    event.b = handle_of(world, event.b);
  }
  for (MotionSegment& segment : world.segments) {
    segment.body = handle_of(world, segment.body);
  }
  for (Transfer& transfer : world.impulses.transfers) {
    transfer.a = handle_of(world, transfer.a);
    transfer.b = handle_of(world, transfer.b);
  }
  for (OwnVelocity& own : world.impulses.own_velocities) {
    own.body = handle_of(world, own.body);
  }
  for (ContactLoad& load : world.impulses.loads) {
    load.a = handle_of(world, load.a);
    load.b = handle_of(world, load.b);
  }
  for (ChordVelocity& chord : world.impulses.chords) {
    chord.body = handle_of(world, chord.body);
  }
}

// What fell asleep beside a body may still know it.
void forget_in_sleep(WorldState& world, const std::vector<bool>& is_gone) {
  for (SleepingIsland& island : world.sleeping) {
    std::erase_if(island.pairs, [&](const PairRecord& pair) { return is_gone[pair.a] || is_gone[pair.b]; });
  }
}

}  // namespace

std::string text_of_handle(BodyIndex handle) {
  const std::uint32_t generation = generation_of(handle);
  return std::to_string(place_of(handle)) +
         (generation == 0 ? std::string() : " of generation " + std::to_string(generation));
}

std::optional<BodyIndex> take_place(WorldState& world) {
  if (!world.free_places.empty()) {
    const BodyIndex place = world.free_places.back();
    world.free_places.pop_back();
    clear_place(world, place);
    return place;
  }
  return world.bodies.size() < most_places ? std::optional(add_place(world)) : std::nullopt;
}

void settle_places(WorldState& world, std::size_t gone) {
  name_by_handles(world);
  if (gone == 0 || !world.definition.reuses_places) {
    return;
  }
  const auto end = world.leaving_places.begin() + static_cast<std::ptrdiff_t>(gone);
  std::vector<bool> is_gone(world.bodies.size(), false);
  for (auto place = world.leaving_places.begin(); place != end; ++place) {
    is_gone[*place] = true;
    if (world.generations[*place] < last_generation) {
      world.free_places.push_back(*place);
    }
  }
  forget_in_sleep(world, is_gone);
  world.leaving_places.erase(world.leaving_places.begin(), end);
}

}  // namespace firstcontact
