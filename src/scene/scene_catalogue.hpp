// The scenes there are to choose from.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace firstcontact {

struct CatalogueEntry {
  std::filesystem::path file;
  std::string topic;     // the folder below the catalogue's; empty: none
  std::string name;      // of the scene
  std::string sentence;  // its "x_note": what it shows
};

/// Every scene (.json) in `folder` and up to two folders below it, by topic and name, among the first 20 000 files
/// found. Files that are no scenes are left out.
[[nodiscard]] std::vector<CatalogueEntry> scene_catalogue(const std::filesystem::path& folder);

/// The nearest folder named "scenes" at or above `file`; where there is none, the file's own folder.
/// Of no file: the nearest "scenes" in the working folder or one above it; where there is none, the working folder.
[[nodiscard]] std::filesystem::path catalogue_folder_of(const std::filesystem::path& file);

/// Meshes (.obj) to choose from beside a scene: in its own folder, in the working folder, and in the nearest folder
/// `models` at or above either. Whole paths, by name; each file once.
[[nodiscard]] std::vector<std::filesystem::path> mesh_catalogue(const std::filesystem::path& scene_file);

}  // namespace firstcontact
