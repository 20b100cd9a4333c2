#include "viewer/thumbnails.hpp"

#include <unistd.h>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>

#include "render/film.hpp"
#include "scene/text.hpp"

namespace firstcontact {
namespace {

namespace fs = std::filesystem;

constexpr int width = 192, height = 108;  // pixels

// Empty: nothing is kept.
fs::path kept_at(const fs::path& file, const DecompositionCache& cache) {
  if (cache.folder.empty()) {
    return {};
  }
  std::error_code ignored;
  const std::string version = fs::weakly_canonical(file, ignored).string() + "\n" +
                              std::to_string(fs::file_size(file, ignored)) + "\n" +
                              std::to_string(fs::last_write_time(file, ignored).time_since_epoch().count());
  return cache.folder.parent_path() / "thumbnails" / (hexadecimal_text(std::hash<std::string>()(version)) + ".png");
}

std::optional<Error> draw(Show& show, const fs::path& target) {
  const auto camera = camera_path(
      "", {show.stage.get(), show.camera, static_cast<double>(width) / height, show.view ? show.view->follow : ""});
  if (!camera) {
    return camera.error();
  }
  FilmOptions options;
  options.width = width;
  options.height = height;
  options.looks.shadows = ShadowQuality::quick;
  options.looks.shadow_size = 1024;
  options.looks.hides_walls = !(show.camera && show.camera->keeps_walls);
  options.start = show.view && show.view->loop ? show.view->loop->from : 0.0;
  const FilmResult result =
      shoot(show, camera.value(), options, target, [](auto, auto, auto) { return FilmDecision::go_on; });
  return result.error ? std::optional(Error{result.error->message}) : std::nullopt;
}

GlTexture texture_with(const Image& image) {
  auto texture = generated<GlTexture>(glGenTextures);
  glBindTexture(GL_TEXTURE_2D, texture.name());
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, image.width, image.height, 0, GL_RGB, GL_UNSIGNED_BYTE, image.rgb.data());
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  return texture;
}

}  // namespace

Result<Image> thumbnail_of(const fs::path& file, const DecompositionCache& cache) {
  std::error_code ignored;
  const fs::path kept = kept_at(file, cache);
  if (!kept.empty() && fs::is_regular_file(kept, ignored)) {
    if (auto image = read_image(kept)) {
      return image;
    }
  }
  auto show = open_show(file, {1, {}, cache});
  if (!show) {
    return show.error();
  }
  fs::create_directories(kept.parent_path(), ignored);
  const std::string own_name = "firstcontact-" + std::to_string(::getpid()) + "-thumbnail.png";
  const fs::path target = kept.empty() ? fs::temp_directory_path(ignored) / own_name : kept;
  if (auto error = draw(show.value(), target)) {
    return *std::move(error);
  }
  auto image = read_image(target);
  if (kept.empty()) {
    fs::remove(target, ignored);
  }
  return image;
}

GLuint Thumbnails::texture_of(const fs::path& file) {
  const auto known = textures_.find(file);
  if (known != textures_.end()) {
    return known->second.name();
  }
  wanted_ = wanted_.empty() ? file : wanted_;  // the topmost that is in sight
  return 0;
}

void Thumbnails::update(Beside& beside, const DecompositionCache& cache) {
  if (is_ready(coming_)) {
    const auto image = coming_.get();
    textures_[drawn_] = image ? texture_with(image.value()) : GlTexture();
  }
  const fs::path next = std::exchange(wanted_, {});
  if (coming_.valid() || next.empty() || textures_.count(next) != 0) {
    return;
  }
  drawn_ = next;
  coming_ = beside.start([next, cache] {
    static_cast<void>(::nice(10));  // of this thread alone, on Linux
    return thumbnail_of(next, cache);
  });
}

std::size_t Thumbnails::count() const {
  return static_cast<std::size_t>(
      std::count_if(textures_.begin(), textures_.end(), [](const auto& entry) { return entry.second.name() != 0; }));
}

}  // namespace firstcontact
