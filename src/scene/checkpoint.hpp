// Checkpoints: a run on the way, in a file, so that another process can go on with it to the same bits.
// docs/program.md#checkpoints
#pragma once

#include <cstdint>
#include <filesystem>
#include <firstcontact/result.hpp>
#include <optional>
#include <string>

#include "scene/recording.hpp"
#include "scene/simulation.hpp"

namespace firstcontact {

struct Checkpoint {
  std::uint64_t scene = 0;  // its identity (scene_identity)
  RunResult so_far;
  bool keeps_impulses = false;
  std::optional<RecordingWriter::Begun> recording;
  std::optional<WrittenPart> events;
  std::string state;  // Snapshot::bytes
};

/// A hash of everything in a scene that decides how it runs: bodies, shapes as they were loaded, laws, phases and the
/// world's definition; not its duration, its looks, or how its file is written. `world` is fresh from the scene.
[[nodiscard]] std::uint64_t scene_identity(const World& world, const Scene& scene);

/// The file is whole or is as it was before. Returns what went wrong, if anything.
[[nodiscard]] std::optional<Error> write_checkpoint(const std::filesystem::path& file, const Checkpoint& checkpoint);

/// Error, naming the file: it cannot be read, is none, is of another version, is cut or damaged.
[[nodiscard]] Result<Checkpoint> read_checkpoint(const std::filesystem::path& file);
/// The same of a file's bytes; `file` is for messages. Pure.
[[nodiscard]] Result<Checkpoint> parse_checkpoint(std::string_view bytes, const std::filesystem::path& file);

/// Puts `world`, which is fresh from `scene`, where the checkpoint left off. Error, naming the file: the checkpoint is
/// of another scene, or its state is none.
[[nodiscard]] std::optional<Error> go_to_checkpoint(World& world, const Scene& scene, const Checkpoint& checkpoint,
                                                    const std::filesystem::path& file);

}  // namespace firstcontact
