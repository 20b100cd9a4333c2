#include <algorithm>

#include "lab/plots.hpp"
#include "scene/text.hpp"

namespace firstcontact {
namespace {

const std::vector<double>& values_of(const Study& study, Parameter parameter) {
  return study.sweep.at(static_cast<std::size_t>(parameter));
}

std::size_t place_of(const Study& study, Parameter parameter, const Record& record) {
  const auto& values = values_of(study, parameter);
  const double value = record.study_case.values.at(static_cast<std::size_t>(parameter));
  return static_cast<std::size_t>(std::lower_bound(values.begin(), values.end(), value) - values.begin());
}

std::optional<double> gathered(std::vector<double>& values, bool as_share) {
  if (values.empty()) {
    return std::nullopt;
  }
  if (as_share) {
    double sum = 0.0;
    for (const double value : values) {
      sum += value;
    }
    return sum / static_cast<double>(values.size());
  }
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

std::string parameter_name(Parameter parameter) {
  std::string name(parameter_names()[static_cast<std::size_t>(parameter)]);
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

}  // namespace

FigureTable figure_table(const Study& study, const Figure& figure, const std::vector<Record>& records) {
  const bool is_map = figure.kind == FigureKind::heat_map;
  FigureTable table;
  table.x = values_of(study, figure.x);
  table.y = is_map ? values_of(study, figure.y) : std::vector<double>{0.0};
  const std::size_t columns = table.x.size();
  const std::size_t rows = table.y.size();
  std::vector<std::vector<double>> values(study.methods.size() * rows * columns);
  const Measure measure = measure_named(figure.measure);
  for (const Record& record : records) {
    if (const auto number = measured(measure, record)) {
      const std::size_t row = is_map ? place_of(study, figure.y, record) : 0;
      values.at((record.method * rows + row) * columns + place_of(study, figure.x, record)).push_back(*number);
    }
  }
  auto next = values.begin();
  for (std::size_t method = 0; method < study.methods.size(); ++method) {
    auto& panel = table.cells.emplace_back(rows);
    for (auto& row : panel) {
      for (std::size_t column = 0; column < columns; ++column) {
        row.push_back(gathered(*next++, is_share(measure)));
      }
    }
  }
  return table;
}

std::string figure_title(const Figure& figure) {
  const Measure measure = measure_named(figure.measure);
  const std::string over = parameter_name(figure.x) +
                           (figure.kind == FigureKind::heat_map ? " and " + parameter_name(figure.y) : std::string());
  return std::string(measure_title(measure)) + (is_share(measure) ? " (share)" : " (median)") + " over " + over;
}

std::string figure_numbers(const Study& study, const Figure& figure, const FigureTable& table) {
  const bool is_map = figure.kind == FigureKind::heat_map;
  std::string text = "method," + std::string(parameter_names()[static_cast<std::size_t>(figure.x)]);
  text += (is_map ? "," + std::string(parameter_names()[static_cast<std::size_t>(figure.y)]) : "") + "," +
          figure.measure + "\n";
  for (std::size_t method = 0; method < study.methods.size(); ++method) {
    for (std::size_t row = 0; row < table.y.size(); ++row) {
      for (std::size_t column = 0; column < table.x.size(); ++column) {
        const auto& value = table.cells[method][row][column];
        text += study.methods[method] + "," + shortest_text(table.x[column]) +
                (is_map ? "," + shortest_text(table.y[row]) : "") + "," + (value ? shortest_text(*value) : "") + "\n";
      }
    }
  }
  return text;
}

}  // namespace firstcontact
