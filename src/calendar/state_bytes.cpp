#include "calendar/state_bytes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>
#include <utility>

#include "calendar/state_archive.hpp"
#include "core/fields.hpp"
#include "core/hash.hpp"

namespace firstcontact {
namespace {

constexpr std::string_view magic = "FCWS";
constexpr std::uint32_t version = 1;

// Structs that grew or shrank are another layout, though nobody thought of raising the version.
constexpr std::uint64_t layout_mark() {
  std::uint64_t mark = empty_hash;
  for (const std::size_t part :
       {field_count<WorldState>(), sizeof(WorldState), field_count<RigidBody>(), sizeof(RigidBody),
        field_count<PairRecord>(), sizeof(PairRecord), field_count<MeasuredContact>(), sizeof(MeasuredContact),
        field_count<AxisCache>(), sizeof(AxisCache)}) {
    mark = hashed(mark, std::uint64_t{part});
  }
  return mark;
}

std::vector<std::shared_ptr<const Collider>> colliders_of(const WorldState& world) {
  std::vector<std::shared_ptr<const Collider>> colliders;
  for (const RigidBody& body : world.bodies) {
    colliders.push_back(body.collider);
  }
  return colliders;
}

// How a value of some type lies in the bytes; a struct as its fields. One description for both ways.
template <class Value>
struct Form {
  template <class Archive, class Same>
  static void pass(Archive& archive, Same& value) {
    visit_fields(value,
                 [&](auto&... fields) { (Form<std::remove_cvref_t<decltype(fields)>>::pass(archive, fields), ...); });
  }
};

template <class Archive, class... Values>
void pass(Archive& archive, Values&... values) {
  (Form<std::remove_cvref_t<Values>>::pass(archive, values), ...);
}

template <class Value>
requires(std::is_arithmetic_v<Value> || std::is_enum_v<Value>) struct Form<Value> {
  template <class Archive, class Same>
  static void pass(Archive& archive, Same& value) {
    archive.number(value);
  }
};

template <>
struct Form<Vec3> {
  template <class Archive, class Same>
  static void pass(Archive& archive, Same& v) {
    firstcontact::pass(archive, v.x, v.y, v.z);
  }
};

template <>
struct Form<Quat> {
  template <class Archive, class Same>
  static void pass(Archive& archive, Same& q) {
    firstcontact::pass(archive, q.x, q.y, q.z, q.w);
  }
};

template <>
struct Form<Mat3> {
  template <class Archive, class Same>
  static void pass(Archive& archive, Same& m) {
    firstcontact::pass(archive, m[0], m[1], m[2]);
  }
};

template <>
struct Form<std::string> {
  template <class Archive, class Same>
  static void pass(Archive& archive, Same& text) {
    const std::size_t length = archive.count(text.size());
    if constexpr (Archive::reads) {
      text = archive.raw(length);
    } else {
      archive.raw(text);
    }
  }
};

template <class Item, std::size_t size>
struct Form<std::array<Item, size>> {
  template <class Archive, class Same>
  static void pass(Archive& archive, Same& items) {
    for (auto& item : items) {
      firstcontact::pass(archive, item);
    }
  }
};

template <class Item>
struct Form<std::optional<Item>> {
  template <class Archive, class Same>
  static void pass(Archive& archive, Same& value) {
    bool is_there = value.has_value();
    firstcontact::pass(archive, is_there);
    if constexpr (Archive::reads) {
      value = is_there ? std::optional<Item>(Item{}) : std::nullopt;
    }
    if (value) {
      firstcontact::pass(archive, *value);
    }
  }
};

template <class Item>
[[nodiscard]] Item blank() {
  if constexpr (std::is_default_constructible_v<Item>) {
    return Item{};
  } else {
    return Item(BearingPoint{}, Vec3(0.0), Vec3(0.0), Vec3(0.0));
  }
}

template <>
struct Form<MeasuredPoint> {
  template <class Archive, class Same>
  static void pass(Archive& archive, Same& point) {
    auto& [normal, arm_a, arm_b, surface_velocity, separation, feature, shapes] = point;
    firstcontact::pass(archive, normal, arm_a, arm_b, surface_velocity, separation, feature, shapes);
  }
};

template <class Item>
struct Form<std::vector<Item>> {
  template <class Archive, class Same>
  static void pass(Archive& archive, Same& items) {
    std::size_t left = archive.count(items.size());
    if constexpr (Archive::reads) {
      items.clear();
      for (; left > 0 && archive.ok(); --left) {
        items.push_back(blank<Item>());
        firstcontact::pass(archive, items.back());
      }
    } else {
      for (auto& item : items) {
        firstcontact::pass(archive, item);
      }
    }
  }
};

template <>
struct Form<std::vector<bool>> {
  template <class Archive, class Same>
  static void pass(Archive& archive, Same& bits) {
    const std::size_t count = archive.count(bits.size());
    if constexpr (Archive::reads) {
      bits.assign(count, false);
    }
    for (std::size_t i = 0; i < bits.size(); ++i) {
      bool bit = bits[i];
      firstcontact::pass(archive, bit);
      if constexpr (Archive::reads) {
        bits[i] = bit;
      }
    }
  }
};

template <class Item, std::size_t few>
struct Form<ShortList<Item, few>> {
  template <class Archive, class Same>
  static void pass(Archive& archive, Same& list) {
    std::size_t left = archive.count(list.size());
    if constexpr (Archive::reads) {
      list.clear();
      for (; left > 0 && archive.ok(); --left) {
        list.push_back(Item{});
      }
    }
    for (auto& item : list) {
      firstcontact::pass(archive, item);
    }
  }
};

// In the order in which they are due: how a heap lies in memory says nothing.
template <>
struct Form<EventQueue> {
  template <class Archive, class Same>
  static void pass(Archive& archive, Same& queue) {
    std::vector<PredictedImpact> impacts;
    if constexpr (!Archive::reads) {
      for (EventQueue left = queue; !left.empty(); left.pop()) {
        impacts.push_back(left.top());
      }
    }
    firstcontact::pass(archive, impacts);
    if constexpr (Archive::reads) {
      queue = EventQueue(LaterImpact{}, std::move(impacts));
    }
  }
};

bool is_box(const Aabb& box) {
  return is_finite(box.low) && is_finite(box.high) && box.low.x <= box.high.x && box.low.y <= box.high.y &&
         box.low.z <= box.high.z;
}

// The boxes alone: what is found in them does not depend on the trees.
template <>
struct Form<Octree> {
  template <class Archive, class Same>
  static void pass(Archive& archive, Same& octree) {
    std::vector<Track> tracks = octree.tracks();
    std::vector<Resident> residents = octree.residents();
    firstcontact::pass(archive, tracks, residents);
    if constexpr (Archive::reads) {
      fill(archive, octree, tracks, residents);
    }
  }

  static void fill(StateReader& archive, Octree& octree, const std::vector<Track>& tracks,
                   const std::vector<Resident>& residents) {
    std::vector<bool> has_track(archive.bodies(), false);
    bool fits = true;
    for (const Track& track : tracks) {
      // One that holds its body for good has no end.
      const bool has_way = !track.fast || std::isfinite(track.end);
      fits = fits && track.body < archive.bodies() && !has_track[track.body] && is_box(track.box) &&
             is_finite(track.center) && is_finite(track.velocity) && is_finite(track.half_extents) &&
             std::isfinite(track.begin) && track.begin <= track.end && has_way;
      if (fits) {
        has_track[track.body] = true;
      }
    }
    fits = fits && std::all_of(residents.begin(), residents.end(), [&](const Resident& resident) {
             return resident.body < archive.bodies() && is_box(resident.box);
           });
    if (!fits) {
      archive.fail();
      return;
    }
    try {
      for (const Resident& resident : residents) {
        octree.set_resident(resident.body, resident.box);
      }
      octree.lay_tracks(tracks);
    } catch (const ContractViolation&) {
      archive.fail();  // boxes and ways that the octree itself refuses
    }
  }
};

template <>
struct Form<const void*> {
  template <class Archive, class Same>
  static void pass(Archive& archive, Same& shape) {
    archive.shape(shape);
  }
};

// What was built of surfaces is built again: it changes nothing but the price.
template <>
struct Form<BuiltTriangles> {
  template <class Archive, class Same>
  static void pass(Archive& /*archive*/, Same& /*built*/) {}
};

template <>
struct Form<std::shared_ptr<const Collider>> {
  template <class Archive, class Same>
  static void pass(Archive& archive, Same& collider) {
    if constexpr (Archive::reads) {
      archive.collider(collider);
    } else {
      static_cast<void>(archive);
      static_cast<void>(collider);
    }
  }
};

}  // namespace

std::string state_bytes(const WorldState& world) {
  StateWriter writer(colliders_of(world));
  writer.raw(magic);
  writer.number(version);
  writer.number(layout_mark());
  pass(writer, world);
  return writer.take();
}

Result<WorldState> state_of_bytes(std::string_view bytes, BodyColliders colliders) {
  StateReader reader(bytes, colliders);
  std::uint32_t found_version = 0;
  std::uint64_t found_layout = 0;
  const bool has_magic = reader.raw(magic.size()) == magic;
  pass(reader, found_version, found_layout);
  if (!has_magic || found_version != version || found_layout != layout_mark()) {
    return Error{"found a state of another version of the program, or none, expected one of this version"};
  }
  WorldState world;
  pass(reader, world);
  if (!reader.is_at_end() || world.bodies.size() != colliders.size()) {
    return Error{"found a state that contradicts itself, expected one of " + std::to_string(colliders.size()) +
                 " bodies"};
  }
  if (const auto flaw = find_flaw(world)) {
    return Error{*flaw};
  }
  return world;
}

}  // namespace firstcontact
