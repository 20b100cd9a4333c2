// What the options of `render` ask for, and which of them contradict each other.
#pragma once

#include <optional>
#include <span>

#include "cli/commands.hpp"
#include "render/film.hpp"

namespace firstcontact {

/// Options' checks: WIDTHxHEIGHT in pixels; X,Y,Z in metres; two or more rising times in seconds.
[[nodiscard]] CLI::Validator a_size();
[[nodiscard]] CLI::Validator a_point();
[[nodiscard]] CLI::Validator rising_times();

/// What contradicts what in the options themselves, by name; nothing: they go together.
[[nodiscard]] std::optional<Error> contradiction_in(const RenderArguments& arguments);

/// What is not said is as the scene wants it (`view`), else from the start to the end as fast as time. Error: a name
/// there is not, a time that shows nothing.
[[nodiscard]] Result<FilmOptions> film_options(const RenderArguments& arguments, const Show& show);

/// Gives all shows the camera that --eye, --target and --fov place, where any of them is said. Error: it sees nothing.
[[nodiscard]] std::optional<Error> place_camera(const RenderArguments& arguments, std::span<Show> shows, double aspect);

}  // namespace firstcontact
