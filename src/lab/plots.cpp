#include "lab/plots.hpp"

#include <algorithm>
#include <cmath>

#include "lab/svg.hpp"

namespace firstcontact {
namespace {

constexpr Svg::TextStyle middle{"middle", 12.0, "currentColor", 0.0, false};
constexpr Svg::TextStyle small_middle{"middle", 10.0, "currentColor", 0.0, false};
constexpr Svg::TextStyle tiny_middle{"middle", 9.0, "currentColor", 0.0, false};
constexpr Svg::TextStyle small_end{"end", 10.0, "currentColor", 0.0, false};
constexpr Svg::TextStyle bold{"start", 13.0, "currentColor", 0.0, true};
constexpr Svg::TextStyle upright{"middle", 12.0, "currentColor", -90.0, false};

std::string axis_name(Parameter parameter) {
  std::string name(parameter_names()[static_cast<std::size_t>(parameter)]);
  std::replace(name.begin(), name.end(), '_', ' ');
  const std::string_view unit = parameter_unit(parameter);
  return unit.empty() ? name : name + ", " + std::string(unit);
}

double greatest(const FigureTable& table) {
  double most = 0.0;
  for (const auto& panel : table.cells) {
    for (const auto& row : panel) {
      for (const auto& value : row) {
        most = std::max(most, value.value_or(0.0));
      }
    }
  }
  return most;
}

// --- heat maps -------------------------------------------------------------------------------------------------------

struct Grid {
  double left = 74.0, top = 30.0, cell_width = 42.0, cell_height = 20.0;
};

std::string cell_text(double value, bool as_share) {
  return as_share ? (value == 0.0 ? "0" : short_number(std::round(1000.0 * value) / 1000.0)) : short_number(value);
}

struct Panel {
  double x, y;
  std::size_t method;
};

void draw_panel(Svg& svg, const Study& study, const Figure& figure, const FigureTable& table, const Panel& panel) {
  const Grid grid;
  const bool as_share = is_share(measure_named(figure.measure));
  const double most = as_share ? 1.0 : std::max(greatest(table), 1e-300);
  const double left = panel.x + grid.left;
  const double top = panel.y + grid.top;
  const double bottom = top + grid.cell_height * static_cast<double>(table.y.size());
  svg.text(left, panel.y + 20.0, study.methods[panel.method], bold);
  for (std::size_t row = 0; row < table.y.size(); ++row) {
    const double y = bottom - grid.cell_height * static_cast<double>(row + 1);  // small values at the bottom
    svg.text(left - 5.0, y + 14.0, short_number(table.y[row]), small_end);
    for (std::size_t column = 0; column < table.x.size(); ++column) {
      const double x = left + grid.cell_width * static_cast<double>(column);
      const auto& value = table.cells[panel.method][row][column];
      const ShadeColors colors = shade(value.value_or(0.0) / most);
      svg.rectangle(x + 0.5, y + 0.5, grid.cell_width - 1.0, grid.cell_height - 1.0, value ? colors.fill : "none");
      const Svg::TextStyle ink{"middle", 9.0, value ? std::string_view(colors.ink) : "currentColor", 0.0, false};
      svg.text(x + 0.5 * grid.cell_width, y + 13.5, value ? cell_text(*value, as_share) : "-", ink);
    }
  }
  for (std::size_t column = 0; column < table.x.size(); ++column) {
    const double x = left + grid.cell_width * (static_cast<double>(column) + 0.5);
    svg.text(x, bottom + 13.0, short_number(table.x[column]), tiny_middle);
  }
  svg.text(left + 0.5 * grid.cell_width * static_cast<double>(table.x.size()), bottom + 29.0, axis_name(figure.x),
           middle);
  svg.text(panel.x + 16.0, 0.5 * (top + bottom), axis_name(figure.y), upright);
}

std::string heat_maps(const Study& study, const Figure& figure, const FigureTable& table) {
  const Grid grid;
  const double width = grid.left + grid.cell_width * static_cast<double>(table.x.size()) + 14.0;
  const double height = grid.top + grid.cell_height * static_cast<double>(table.y.size()) + 40.0;
  const std::size_t across = std::max<std::size_t>(1, static_cast<std::size_t>(1200.0 / width));
  const std::size_t panels = study.methods.size();
  const std::size_t down = (panels + across - 1) / across;
  Svg svg(width * static_cast<double>(std::min(across, panels)), height * static_cast<double>(down),
          figure_title(figure));
  for (std::size_t method = 0; method < panels; ++method) {
    const std::size_t row = method / across;
    const Panel panel{width * static_cast<double>(method % across), height * static_cast<double>(row), method};
    draw_panel(svg, study, figure, table, panel);
  }
  return svg.done();
}

// --- curves ----------------------------------------------------------------------------------------------------------

// A linear scale from 0, or a logarithmic one whose lowest line stands for everything at or below it.
struct Scale {
  bool is_logarithmic = false;
  double low = 0.0, high = 1.0;  // of the value, or of its decimal logarithm

  [[nodiscard]] double share(double value) const {
    const double place = is_logarithmic ? std::log10(std::max(value, std::pow(10.0, low))) : value;
    return std::clamp((place - low) / (high - low), 0.0, 1.0);
  }
};

Scale scale_of(const FigureTable& table, bool as_share) {
  const double most = greatest(table);
  if (as_share || most == 0.0) {
    return {false, 0.0, 1.0};
  }
  double least = most;
  for (const auto& panel : table.cells) {
    for (const auto& row : panel) {
      for (const auto& value : row) {
        least = value && *value > 0.0 ? std::min(least, *value) : least;
      }
    }
  }
  const double top = std::ceil(std::log10(most));
  const double bottom = std::max(std::floor(std::log10(least)), top - 12.0);
  return {true, std::min(bottom, top - 1.0), top};
}

constexpr double plot_left = 70.0, plot_top = 16.0, plot_width = 560.0, plot_height = 300.0;

void draw_value_axis(Svg& svg, const Scale& scale) {
  const double span = scale.high - scale.low;
  const double spacing = scale.is_logarithmic ? std::max(1.0, std::ceil(span / 8.0)) : 0.2;
  for (double place = scale.low; place <= scale.high + 1e-9; place += spacing) {
    const double y = plot_top + plot_height * (1.0 - (place - scale.low) / span);
    svg.line(plot_left, y, plot_left + plot_width, y, {"currentColor", 1.0, "", 0.2});
    const bool is_floor = scale.is_logarithmic && place == scale.low;
    const double shown = scale.is_logarithmic ? std::pow(10.0, place) : std::round(place * 10.0) / 10.0;
    svg.text(plot_left - 6.0, y + 4.0, (is_floor ? "\u2264 " : "") + short_number(shown), small_end);
  }
}

std::string curves(const Study& study, const Figure& figure, const FigureTable& table) {
  const bool as_share = is_share(measure_named(figure.measure));
  const Scale scale = scale_of(table, as_share);
  Svg svg(plot_left + plot_width + 190.0, plot_top + plot_height + 50.0, figure_title(figure));
  draw_value_axis(svg, scale);
  const double spacing = plot_width / static_cast<double>(table.x.size());
  const auto x_of = [&](std::size_t column) { return plot_left + spacing * (static_cast<double>(column) + 0.5); };
  for (std::size_t column = 0; column < table.x.size(); ++column) {
    svg.text(x_of(column), plot_top + plot_height + 16.0, short_number(table.x[column]), small_middle);
  }
  svg.text(plot_left + 0.5 * plot_width, plot_top + plot_height + 38.0, axis_name(figure.x), middle);
  svg.text(16.0, plot_top + 0.5 * plot_height, std::string(measure_title(measure_named(figure.measure))), upright);
  for (std::size_t method = 0; method < study.methods.size(); ++method) {
    const bool is_ours = study.methods[method] == "first_contact";
    const std::string_view color = is_ours ? "currentColor" : line_color(method);
    std::vector<std::array<double, 2>> points;
    for (std::size_t column = 0; column < table.x.size(); ++column) {
      if (const auto& value = table.cells[method][0][column]) {
        points.push_back({x_of(column), plot_top + plot_height * (1.0 - scale.share(*value))});
      }
    }
    svg.path(points, {color, is_ours ? 2.5 : 1.5, line_dashes(method), 1.0});
    for (const auto& [x, y] : points) {
      svg.mark(x, y, method, color);
    }
    const double y = plot_top + 14.0 + 20.0 * static_cast<double>(method);
    const double x = plot_left + plot_width + 16.0;
    svg.path({{x, y - 4.0}, {x + 28.0, y - 4.0}}, {color, is_ours ? 2.5 : 1.5, line_dashes(method), 1.0});
    svg.mark(x + 14.0, y - 4.0, method, color);
    svg.text(x + 36.0, y, study.methods[method], {"start", 12.0, "currentColor", 0.0, is_ours});
  }
  return svg.done();
}

}  // namespace

std::string figure_picture(const Study& study, const Figure& figure, const FigureTable& table) {
  return figure.kind == FigureKind::heat_map ? heat_maps(study, figure, table) : curves(study, figure, table);
}

}  // namespace firstcontact
