// Small pictures of scenes, drawn beside the window when they first come in sight, and kept from run to run.
#pragma once

#include <filesystem>
#include <future>
#include <map>
#include <vector>

#include "render/gl.hpp"
#include "render/image.hpp"
#include "scene/decomposition_cache.hpp"
#include "viewer/beside.hpp"

namespace firstcontact {

/// The scene, or recording, as it is first shown. Pictures are kept in the folder `thumbnails` beside the cache's, by
/// the file's path, size and time. Takes as long as opening it. Error: it cannot be opened or drawn.
[[nodiscard]] Result<Image> thumbnail_of(const std::filesystem::path& file, const DecompositionCache& cache);

/// One at a time is drawn: the window has the processor first. One thread's: the window's, whose context is current.
class Thumbnails {
 public:
  /// The texture of the file's picture; 0: it is not there, and from now on wanted.
  [[nodiscard]] GLuint texture_of(const std::filesystem::path& file);
  /// Takes what is done, and begins what is wanted.
  void update(Beside& beside, const DecompositionCache& cache);
  [[nodiscard]] std::size_t count() const;

 private:
  std::map<std::filesystem::path, GlTexture> textures_;  // without a name: it cannot be drawn
  std::filesystem::path wanted_, drawn_;                 // the last that was asked for; what is under way
  std::future<Result<Image>> coming_;
};

}  // namespace firstcontact
