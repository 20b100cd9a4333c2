#include "lab/study.hpp"

#include <algorithm>
#include <cmath>

#include "lab/measures.hpp"
#include "lab/random.hpp"
#include "lab/situations.hpp"
#include "rivals/rival.hpp"
#include "scene/files.hpp"
#include "scene/json_reading.hpp"
#include "scene/text.hpp"

namespace firstcontact {
namespace {

constexpr std::array<std::string_view, 5> situations{"bullet", "propeller", "plates", "rod_post", "cubes"};
constexpr std::array<std::string_view, parameter_count> parameters{"speed", "thickness", "spin",
                                                                   "angle", "time_step", "restitution"};
constexpr std::array<std::string_view, parameter_count> units{"m/s", "m", "rad/s", "rad", "s", ""};
constexpr std::array<NumberRange, parameter_count> ranges{
    NumberRange{1e-3, 1e5, "a speed from 1e-3 to 1e5 m/s"}, NumberRange{1e-6, 1.0, "a thickness from 1e-6 to 1 m"},
    NumberRange{0.0, 1e5, "a spin from 0 to 1e5 rad/s"},    NumberRange{0.0, 1.5, "an angle from 0 to 1.5 rad"},
    NumberRange{1e-6, 1.0, "a time step from 1e-6 to 1 s"}, NumberRange{0.0, 1.0, "a restitution from 0 to 1"},
};
constexpr Values defaults{100.0, 0.01, 0.0, 0.0, 1.0 / 60.0, 0.5};

constexpr std::uint64_t most_cases = 100000000;

// `count` values from `from` to `to`, evenly spaced or by equal ratios, rounded to three digits so that no machine's
// power function shows in them.
double rounded(double value) {
  if (value == 0.0) {
    return 0.0;
  }
  const double unit = std::pow(10.0, std::floor(std::log10(value)) - 2.0);
  return parse_number(shortest_text(std::round(value / unit)) + "e" +
                      std::to_string(static_cast<int>(std::floor(std::log10(value))) - 2))
      .value;
}

std::vector<double> range_of(const JsonCursor& cursor, const NumberRange& bounds) {
  cursor.expect_keys({"from", "to", "count", "scale"});
  constexpr std::array<std::string_view, 2> scales{"linear", "logarithmic"};
  const double from = cursor.at("from").number(bounds);
  const double to = cursor.at("to").number(bounds);
  const auto count = cursor.at("count").whole_number(2, 1000);
  const auto scale = cursor.find("scale");
  const bool is_logarithmic = scale && scale->choice(scales) == 1;
  if (to <= from || (is_logarithmic && from <= 0.0)) {
    cursor.fail("\"to\" above \"from\", and both above 0 on a logarithmic scale");
  }
  std::vector<double> values;
  for (std::int64_t i = 0; i < count; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(count - 1);
    values.push_back(rounded(is_logarithmic ? from * std::pow(to / from, share) : from + share * (to - from)));
  }
  return values;
}

std::vector<double> read_values(const JsonCursor& cursor, const NumberRange& bounds) {
  if (cursor.is_number()) {
    return {cursor.number(bounds)};
  }
  std::vector<double> values;
  if (cursor.is_array()) {
    for (const JsonCursor& element : cursor.elements()) {
      values.push_back(element.number(bounds));
    }
  } else {
    values = range_of(cursor, bounds);
  }
  const bool is_ascending = std::adjacent_find(values.begin(), values.end(), std::greater_equal<>()) == values.end();
  if (values.empty() || !is_ascending) {
    cursor.fail("at least one value, ascending");
  }
  return values;
}

void read_sweep(const JsonCursor& cursor, Study& study) {
  for (std::size_t i = 0; i < parameter_count; ++i) {
    study.sweep.at(i) = {defaults.at(i)};
  }
  cursor.expect_keys({"speed", "thickness", "spin", "angle", "time_step", "restitution"});
  for (std::size_t i = 0; i < parameter_count; ++i) {
    const auto found = cursor.find(parameters.at(i));
    if (!found) {
      continue;
    }
    study.sweep.at(i) = read_values(*found, ranges.at(i));
    if (!has_parameter(study.situation, static_cast<Parameter>(i))) {
      found->complain("this situation has no " + std::string(parameters.at(i)));
    }
  }
}

void read_methods(const JsonCursor& cursor, Study& study) {
  for (const JsonCursor& element : cursor.elements()) {
    const std::string method = element.text();
    const bool is_new = std::find(study.methods.begin(), study.methods.end(), method) == study.methods.end();
    if (!rival_method_named(method) || !is_new) {
      std::string known;
      for (const std::string_view name : rival_names()) {
        known += (known.empty() ? "" : ", ") + std::string(name);
      }
      element.fail("a method, once: " + known + "; a number after substeps, and optionally after sphere_sweep");
    }
    study.methods.push_back(method);
  }
  if (study.methods.empty()) {
    cursor.fail("at least one method");
  }
}

Figure read_figure(const JsonCursor& cursor) {
  cursor.expect_keys({"heat_map", "curve", "of"});
  Figure figure;
  figure.measure = std::string(measure_names()[cursor.at("of").choice(measure_names())]);
  const auto map = cursor.find("heat_map");
  const auto curve = cursor.find("curve");
  if (map.has_value() == curve.has_value()) {
    cursor.fail("either \"heat_map\": [x, y] or \"curve\": x");
  }
  if (curve) {
    figure.x = static_cast<Parameter>(curve->choice(parameters));
    return figure;
  }
  figure.kind = FigureKind::heat_map;
  const auto axes = map->elements();
  if (axes.size() != 2) {
    map->fail("two parameters, x and y");
  }
  figure.x = static_cast<Parameter>(axes[0].choice(parameters));
  figure.y = static_cast<Parameter>(axes[1].choice(parameters));
  return figure;
}

Study read(const JsonCursor& cursor) {
  cursor.expect_keys({"version", "name", "question", "situation", "seed", "seeds", "sweep", "methods", "figures"});
  static_cast<void>(cursor.at("version").whole_number(1, 1));
  Study study;
  study.name = cursor.at("name").text();
  if (const auto question = cursor.find("question")) {
    study.question = question->text();
  }
  study.situation = static_cast<SituationKind>(cursor.at("situation").choice(situations));
  if (const auto seed = cursor.find("seed")) {
    study.seed = static_cast<std::uint64_t>(seed->whole_number(0, 1000000000));
  }
  study.seeds = static_cast<std::uint64_t>(cursor.at("seeds").whole_number(1, 1000000));
  read_sweep(cursor.at("sweep"), study);
  read_methods(cursor.at("methods"), study);
  if (const auto figures = cursor.find("figures")) {
    for (const JsonCursor& figure : figures->elements()) {
      study.figures.push_back(read_figure(figure));
    }
  }
  double cases = static_cast<double>(study.seeds);
  for (const auto& values : study.sweep) {
    cases *= static_cast<double>(values.size());
  }
  if (cases > static_cast<double>(most_cases)) {
    cursor.fail("at most 1e8 cases");
  }
  return study;
}

std::uint64_t hashed(std::uint64_t hash, std::string_view text) {
  for (const char letter : text) {
    hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001B3ULL;
  }
  return hash;
}

std::string json_text(std::string_view text) { return nlohmann::json(text).dump(); }

std::string figure_text(const Figure& figure) {
  const std::string x = json_text(parameters.at(static_cast<std::size_t>(figure.x)));
  const std::string y = json_text(parameters.at(static_cast<std::size_t>(figure.y)));
  const bool is_map = figure.kind == FigureKind::heat_map;
  return (is_map ? "{\"heat_map\": [" + x + ", " + y + "]" : "{\"curve\": " + x) +
         ", \"of\": " + json_text(figure.measure) + "}";
}

// "[a, b]" of anything that `text_of` puts into words.
template <class List, class Text>
std::string list_text(const List& list, Text text_of) {
  std::string text = "[";
  for (const auto& element : list) {
    text += (text.size() > 1 ? ", " : "") + text_of(element);
  }
  return text + "]";
}

}  // namespace

std::span<const std::string_view> situation_names() { return situations; }
std::span<const std::string_view> parameter_names() { return parameters; }
std::string_view parameter_unit(Parameter parameter) { return units.at(static_cast<std::size_t>(parameter)); }
std::string_view lab_version() { return FIRSTCONTACT_VERSION; }

Result<Study> parse_study(std::string_view text, const std::filesystem::path& file) {
  const std::string name = file.string();
  const auto document = parse_json(text, name);
  if (!document) {
    return document.error();
  }
  return reading([&] { return read(JsonCursor(document.value(), name)); });
}

Result<Study> read_study(const std::filesystem::path& file) {
  const auto text = read_file(file);
  return text ? parse_study(text.value(), file) : Result<Study>(text.error());
}

std::string study_text(const Study& study) {
  std::string text = "{\n  \"version\": 1,\n  \"name\": " + json_text(study.name) +
                     ",\n  \"question\": " + json_text(study.question) +
                     ",\n  \"situation\": " + json_text(situations.at(static_cast<std::size_t>(study.situation))) +
                     ",\n  \"seed\": " + std::to_string(study.seed) + ",\n  \"seeds\": " + std::to_string(study.seeds) +
                     ",\n  \"sweep\": {";
  const char* comma = "";
  for (std::size_t i = 0; i < parameter_count; ++i) {
    if (has_parameter(study.situation, static_cast<Parameter>(i))) {
      text += comma + ("\n    " + json_text(parameters.at(i)) + ": ") + list_text(study.sweep.at(i), shortest_text);
      comma = ",";
    }
  }
  text += "\n  },\n  \"methods\": " + list_text(study.methods, json_text);
  return text + ",\n  \"figures\": " + list_text(study.figures, figure_text) + "\n}\n";
}

std::uint64_t study_hash(const Study& study) {
  return hashed(hashed(0xCBF29CE484222325ULL, study_text(study)), lab_version());
}

std::uint64_t case_count(const Study& study) {
  std::uint64_t cases = study.seeds;
  for (const auto& values : study.sweep) {
    cases *= values.size();
  }
  return cases;
}

Case case_of(const Study& study, std::uint64_t index) {
  Case result;
  result.index = index;
  result.seed_number = index % study.seeds;
  std::uint64_t rest = index / study.seeds;
  std::array<std::uint64_t, parameter_count> place{};
  for (std::size_t i = parameter_count; i-- > 0;) {
    const auto& values = study.sweep.at(i);
    place.at(i) = rest % values.size();
    rest /= values.size();
    result.values.at(i) = values.at(place.at(i));
  }
  std::uint64_t hash = StudyRandom(study.seed).next();
  for (const Parameter parameter : {Parameter::speed, Parameter::thickness, Parameter::spin, Parameter::angle}) {
    hash = StudyRandom(hash ^ place.at(static_cast<std::size_t>(parameter))).next();
  }
  result.seed = StudyRandom(hash ^ result.seed_number).next();
  return result;
}

}  // namespace firstcontact
