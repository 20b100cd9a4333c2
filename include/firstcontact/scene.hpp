// A scene file, ready to run: the package's component `scene`, a library of its own beside the engine
// (find_package(firstcontact COMPONENTS scene), target firstcontact::scene). The format: docs/program.md.
#pragma once

#include <firstcontact/export.hpp>
#include <firstcontact/result.hpp>
#include <firstcontact/world.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace firstcontact {

struct SceneOptions {
  int threads = 1;                    // >= 1; never changes a bit of the result
  std::optional<double> duration;     // s; instead of the file's
  std::filesystem::path mesh_memory;  // a folder that keeps meshes once they are taken apart; empty: nowhere
};

/// A scene's world, and what the file says besides about how it is to be run.
class FIRSTCONTACT_EXPORT SceneRun {
 public:
  /// Error: what is wrong with the file, or a mesh that it names, with JSON path, what was found and what is expected.
  /// @throws ContractViolation  for options that make no sense
  [[nodiscard]] static Result<SceneRun> open(const std::filesystem::path& file, const SceneOptions& options = {});
  ~SceneRun();
  SceneRun(SceneRun&&) noexcept;
  SceneRun& operator=(SceneRun&&) noexcept;

  [[nodiscard]] World& world();
  [[nodiscard]] const World& world() const;
  /// One time step of the world; kinematic bodies change their motion when the file says so.
  void step();
  /// Steps until the scene's end. What was stepped already is not stepped again.
  void run();
  [[nodiscard]] std::uint64_t step_count() const;  // of the whole scene
  [[nodiscard]] const std::string& name() const;
  /// What is legal and yet surely not meant, a line each.
  [[nodiscard]] const std::vector<std::string>& warnings() const;

 private:
  struct Content;
  explicit SceneRun(std::unique_ptr<Content> content);

  std::unique_ptr<Content> content_;
};

}  // namespace firstcontact
