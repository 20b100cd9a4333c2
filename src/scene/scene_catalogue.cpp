#include "scene/scene_catalogue.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

#include "scene/files.hpp"
#include "scene/json_reading.hpp"

namespace firstcontact {
namespace {

namespace fs = std::filesystem;

// A scene may lie in a home folder: that is not searched to its depths.
constexpr int most_depth = 2;  // folders below
constexpr int most_files = 20'000;

std::string text_at(const nlohmann::json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<CatalogueEntry> entry_of(const fs::path& file, const fs::path& folder) {
  const auto text = read_file(file);
  const auto document = text ? parse_json(text.value(), file.string()) : Result<nlohmann::json>(Error{});
  if (!document || !document.value().is_object() || !document.value().contains("bodies")) {
    return std::nullopt;
  }
  CatalogueEntry entry{file, {}, text_at(document.value(), "name"), text_at(document.value(), "x_note")};
  const fs::path below = fs::relative(file, folder).parent_path();
  entry.topic = below.string();
  entry.name = entry.name.empty() ? file.stem().string() : entry.name;
  return entry;
}

}  // namespace

std::vector<CatalogueEntry> scene_catalogue(const fs::path& folder) {
  std::vector<CatalogueEntry> entries;
  std::error_code ignored;
  fs::recursive_directory_iterator found_at(folder, fs::directory_options::skip_permission_denied, ignored);
  for (int looked_at = 0; found_at != fs::recursive_directory_iterator() && looked_at < most_files; ++looked_at) {
    const fs::directory_entry found = *found_at;
    if (found_at.depth() >= most_depth) {
      found_at.disable_recursion_pending();
    }
    found_at.increment(ignored);
    if (ignored) {
      break;
    }
    if (found.path().extension() != ".json" || !found.is_regular_file(ignored)) {
      continue;
    }
    if (auto entry = entry_of(found.path(), folder)) {
      entries.push_back(*std::move(entry));
    }
  }
  std::sort(entries.begin(), entries.end(), [](const CatalogueEntry& a, const CatalogueEntry& b) {
    return std::tie(a.topic, a.name, a.file) < std::tie(b.topic, b.name, b.file);
  });
  return entries;
}

fs::path catalogue_folder_of(const fs::path& file) {
  std::error_code ignored;
  if (file.empty()) {
    fs::path here = fs::current_path(ignored);
    for (fs::path folder = here; folder.has_relative_path(); folder = folder.parent_path()) {
      if (fs::is_directory(folder / "scenes", ignored)) {
        return folder / "scenes";
      }
    }
    return here;
  }
  const fs::path absolute = fs::absolute(file, ignored);
  for (fs::path folder = absolute.parent_path(); folder.has_relative_path(); folder = folder.parent_path()) {
    if (folder.filename() == "scenes") {
      return folder;
    }
  }
  return absolute.parent_path();
}

std::vector<fs::path> mesh_catalogue(const fs::path& scene_file) {
  std::error_code ignored;
  std::set<fs::path> folders;
  for (const fs::path& from : {fs::absolute(scene_file, ignored).parent_path(), fs::current_path(ignored)}) {
    folders.insert(fs::weakly_canonical(from, ignored));
    for (fs::path folder = from; folder.has_relative_path(); folder = folder.parent_path()) {
      if (fs::is_directory(folder / "models", ignored)) {
        folders.insert(fs::weakly_canonical(folder / "models", ignored));
        break;
      }
    }
  }
  std::vector<fs::path> meshes;
  for (const fs::path& folder : folders) {
    int looked_at = 0;
    for (fs::directory_iterator found_at(folder, ignored); found_at != fs::directory_iterator();
         found_at.increment(ignored)) {
      if (ignored || ++looked_at > most_files) {
        break;
      }
      if (found_at->path().extension() == ".obj" && found_at->is_regular_file(ignored)) {
        meshes.push_back(found_at->path());
      }
    }
  }
  std::sort(meshes.begin(), meshes.end(), [](const fs::path& a, const fs::path& b) {
    return std::tuple(a.filename(), a) < std::tuple(b.filename(), b);
  });
  return meshes;
}

}  // namespace firstcontact
