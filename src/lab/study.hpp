// A study: which situation, which values of its parameters, which methods, how often. Read from strict JSON
// (docs/lab.md), and laid out as cases: every combination of values, as often as there are seeds. A case is run by
// every method; its bodies depend on nothing but the study's seed, its values (time step and restitution aside, so that
// these are compared on the same bodies) and its own seed.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <firstcontact/result.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace firstcontact {

enum class SituationKind : std::uint8_t { bullet, propeller, plates, rod_post, cubes };

/// What a study can sweep. Angles in radians.
enum class Parameter : std::uint8_t { speed, thickness, spin, angle, time_step, restitution };
inline constexpr std::size_t parameter_count = 6;
using Values = std::array<double, parameter_count>;

[[nodiscard]] std::span<const std::string_view> situation_names();
[[nodiscard]] std::span<const std::string_view> parameter_names();
/// The unit that stands behind a parameter's value; empty for restitution.
[[nodiscard]] std::string_view parameter_unit(Parameter parameter);

enum class FigureKind : std::uint8_t { heat_map, curve };
/// Which share or mean a figure shows, by the name of a measure (lab/measures.hpp).
struct Figure {
  FigureKind kind = FigureKind::curve;
  Parameter x = Parameter::speed;
  Parameter y = Parameter::thickness;  // of a heat map
  std::string measure;
};

struct Study {
  std::string name, question;
  SituationKind situation = SituationKind::bullet;
  std::uint64_t seed = 1;
  std::uint64_t seeds = 10;                                // per combination of values
  std::array<std::vector<double>, parameter_count> sweep;  // each at least one value, ascending
  std::vector<std::string> methods;                        // at least one, as rival_method_named reads them
  std::vector<Figure> figures;
};

/// The study in `text`. Error: what the format does not allow, with file and JSON path. Pure.
[[nodiscard]] Result<Study> parse_study(std::string_view text, const std::filesystem::path& file);
[[nodiscard]] Result<Study> read_study(const std::filesystem::path& file);

/// The study as JSON, always the same text for the same study: what a folder of results remembers.
[[nodiscard]] std::string study_text(const Study& study);
/// A hash of study_text and of the program's version: results with another one are of another study.
[[nodiscard]] std::uint64_t study_hash(const Study& study);
[[nodiscard]] std::string_view lab_version();

struct Case {
  std::uint64_t index = 0;
  std::uint64_t seed_number = 0;  // 0 .. seeds - 1
  Values values{};
  std::uint64_t seed = 0;  // of its bodies
};
[[nodiscard]] std::uint64_t case_count(const Study& study);
/// The case of that number, in the order restitution fastest ... speed slowest, seeds fastest of all.
[[nodiscard]] Case case_of(const Study& study, std::uint64_t index);

}  // namespace firstcontact
