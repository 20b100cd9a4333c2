#include "rivals/rival.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>

#include "core/number_text.hpp"
#include "rivals/rivals.hpp"

namespace firstcontact {
namespace {

constexpr std::array<std::string_view, 7> names{"discrete",    "substeps",     "swept_translation", "speculative",
                                                "linear_cast", "sphere_sweep", "first_contact"};

// The number that is all of `text`, or nothing.
template <class Number>
std::optional<Number> number_of(std::string_view text, Number low, Number high) {
  Number value{};
  const auto [end, trouble] = number_from_text(text.data(), text.data() + text.size(), value);
  const bool fits = trouble == std::errc{} && end == text.data() + text.size() && value >= low && value <= high;
  return fits ? std::optional(value) : std::nullopt;
}

std::uint64_t hashed(std::uint64_t hash, double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  for (unsigned byte = 0; byte < 8; ++byte) {
    hash = (hash ^ ((bits >> (8U * byte)) & 0xFFU)) * 0x100000001B3ULL;
  }
  return hash;
}

std::uint64_t hashed(std::uint64_t hash, const Vec3& v) { return hashed(hashed(hashed(hash, v.x), v.y), v.z); }

}  // namespace

std::string rival_method_text(const RivalMethod& method) {
  std::string text(names.at(static_cast<std::size_t>(method.kind)));
  if (method.kind == RivalKind::substeps) {
    text += " " + std::to_string(method.substeps);
  }
  if (method.kind == RivalKind::sphere_sweep && method.sphere_share > 0.0) {
    std::array<char, 32> number{};
    const auto end = std::to_chars(number.data(), number.data() + number.size(), method.sphere_share).ptr;
    text += " " + std::string(number.data(), end);
  }
  return text;
}

std::span<const std::string_view> rival_names() { return names; }

std::string rival_method_list() {
  std::string list;
  for (const std::string_view name : names) {
    list += (list.empty() ? "" : ", ") + std::string(name) + (name == "substeps" ? " N" : "");
  }
  return list;
}

std::uint64_t state_hash(const Rival& rival) {
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  for (BodyIndex body = 0; body < rival.body_count(); ++body) {
    const FlowState state = rival.state(body);
    const Quat& q = state.pose.orientation;
    hash = hashed(hash, state.pose.position);
    hash = hashed(hashed(hashed(hashed(hash, q.x), q.y), q.z), q.w);
    hash = hashed(hashed(hash, state.linear_velocity), state.angular_velocity);
  }
  return hash;
}

std::optional<RivalMethod> rival_method_named(std::string_view text) {
  const std::size_t space = text.find(' ');
  const auto* const name = std::find(names.begin(), names.end(), text.substr(0, space));
  if (name == names.end()) {
    return std::nullopt;
  }
  RivalMethod method;
  method.kind = static_cast<RivalKind>(name - names.begin());
  if (space == std::string_view::npos) {
    return method.kind == RivalKind::substeps ? std::nullopt : std::optional(method);
  }
  const std::string_view number = text.substr(space + 1);
  if (method.kind == RivalKind::substeps) {
    const auto substeps = number_of<int>(number, 1, 4096);
    method.substeps = substeps.value_or(0);
    return substeps ? std::optional(method) : std::nullopt;
  }
  const auto share = number_of<double>(number, 0.0, 1.0);
  method.sphere_share = share.value_or(0.0);
  return method.kind == RivalKind::sphere_sweep && share ? std::optional(method) : std::nullopt;
}

std::unique_ptr<Rival> make_rival(const RivalScene& scene, const RivalMethod& method) {
  switch (method.kind) {
    case RivalKind::discrete:
      return make_discrete(scene, 1);
    case RivalKind::substeps:
      return make_discrete(scene, method.substeps);
    case RivalKind::swept_translation:
      return make_swept_translation(scene);
    case RivalKind::speculative:
      return make_speculative(scene);
    case RivalKind::linear_cast:
      return make_linear_cast(scene);
    case RivalKind::sphere_sweep:
      return make_sphere_sweep(scene, method.sphere_share);
    case RivalKind::first_contact:
      break;
  }
  return make_first_contact(scene);
}

}  // namespace firstcontact
