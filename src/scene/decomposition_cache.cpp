#include "scene/decomposition_cache.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <system_error>
#include <vector>

#include "scene/bytes.hpp"
#include "scene/decomposition_bytes.hpp"
#include "scene/decomposition_check.hpp"
#include "scene/files.hpp"

namespace firstcontact {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view magic = "FCDC";
constexpr std::uint32_t layout = 1;  // of an entry; raised when decomposition_bytes changes

// Two hashes of the same bytes that have nothing in common: 96 bits, so that two meshes of one name are not to be
// expected before there are some 10^14 of them.
struct Fingerprint {
  std::uint64_t forward = 0;
  std::uint32_t checksum = 0;
};

Fingerprint fingerprint_of(std::string_view bytes) {
  std::uint64_t hash = 0xCBF29CE484222325ULL;  // FNV-1a, as in hash.hpp
  for (const char byte : bytes) {
    hash ^= static_cast<unsigned char>(byte);
    hash *= 0x100000001B3ULL;
  }
  return {hash, crc32(bytes)};
}

// Everything that decides what comes out. Names, threads and the time that is given do not.
std::string recipe(const Mesh& mesh, const DecompositionOptions& options) {
  ByteWriter bytes;
  bytes.u32(decomposition_version);
  bytes.f64(options.tolerance);
  bytes.u64(options.max_hulls);
  bytes.u64(options.max_vertices);
  bytes.u64(mesh.vertices.size());
  for (const Vec3& vertex : mesh.vertices) {
    bytes.vector(vertex);
  }
  for (const MeshPart& part : mesh.parts) {
    for (const std::vector<Index>& polygon : part.polygons) {
      bytes.u32(static_cast<std::uint32_t>(polygon.size()));
      for (const Index vertex : polygon) {
        bytes.u32(vertex);
      }
    }
  }
  return bytes.bytes();
}

std::string entry_text(const ConvexDecomposition& found) {
  const std::string content = decomposition_bytes(found);
  ByteWriter entry;
  entry.raw(magic);
  entry.u32(layout);
  entry.u32(crc32(content));
  entry.raw(content);
  return entry.bytes();
}

std::optional<ConvexDecomposition> kept_in(const fs::path& entry) {
  constexpr std::size_t head = 12;
  std::error_code code;
  const auto text = fs::is_regular_file(entry, code) ? read_file(entry) : Result<std::string>(Error{});
  if (!text || text.value().size() < head || !text.value().starts_with(magic)) {
    return std::nullopt;
  }
  const std::string_view all = text.value();
  ByteReader reader(all.substr(magic.size(), head - magic.size()));
  const bool is_known = reader.u32() == layout;
  const bool is_intact = reader.u32() == crc32(all.substr(head));
  return is_known && is_intact ? decomposition_of(all.substr(head)) : std::nullopt;
}

constexpr const char* entry_suffix = ".hulls";
constexpr std::string_view answer_magic = "FCAN";

fs::path file_of(std::string_view recipe, std::string_view suffix, const DecompositionCache& cache) {
  const Fingerprint print = fingerprint_of(recipe);
  std::array<char, 32> name{};
  std::snprintf(name.data(), name.size(), "%016llx%08x", static_cast<unsigned long long>(print.forward),
                print.checksum);
  return cache.folder / (std::string(name.data()) + std::string(suffix));
}

void keep(const fs::path& entry, const ConvexDecomposition& found) {
  std::error_code code;
  fs::create_directories(entry.parent_path(), code);
  if (const fs::file_status there = fs::status(entry, code); fs::exists(there) && !fs::is_regular_file(there)) {
    return;  // a pipe would have us wait for a reader
  }
  // Whatever goes wrong here goes wrong again next time, and costs the time to make it anew.
  static_cast<void>(write_file(entry, entry_text(found)));
}

}  // namespace

DecompositionCache user_decomposition_cache() {
  const auto variable = [](const char* name) {
    const char* const value = std::getenv(name);  // nobody sets variables here
    return fs::path(value != nullptr ? value : "");
  };
  const fs::path below = fs::path("firstcontact") / "decompositions";
  if (const fs::path cache = variable("XDG_CACHE_HOME"); cache.is_absolute()) {
    return {cache / below};
  }
  const fs::path home = variable("HOME");
  return {home.is_absolute() ? home / ".cache" / below : fs::path()};
}

fs::path cache_entry(const Mesh& mesh, const DecompositionOptions& options, const DecompositionCache& cache) {
  return file_of(recipe(mesh, options), entry_suffix, cache);
}

std::optional<std::string> kept_answer(std::string_view recipe, const DecompositionCache& cache) {
  std::error_code code;
  const fs::path file = file_of(recipe, ".answer", cache);
  const bool is_there = !cache.folder.empty() && fs::is_regular_file(file, code);
  const auto text = is_there ? read_file(file) : Result<std::string>(Error{});
  constexpr std::size_t head = 8;
  if (!text || text.value().size() < head || !text.value().starts_with(answer_magic)) {
    return std::nullopt;
  }
  const std::string_view answer = std::string_view(text.value()).substr(head);
  ByteReader checksum(std::string_view(text.value()).substr(answer_magic.size(), 4));
  return checksum.u32() == crc32(answer) ? std::optional(std::string(answer)) : std::nullopt;
}

void keep_answer(std::string_view recipe, std::string_view answer, const DecompositionCache& cache) {
  std::error_code code;
  const fs::path file = file_of(recipe, ".answer", cache);
  const fs::file_status there = fs::status(file, code);
  if (cache.folder.empty() || (fs::exists(there) && !fs::is_regular_file(there))) {
    return;  // a pipe would have us wait for a reader
  }
  ByteWriter bytes;
  bytes.raw(answer_magic);
  bytes.u32(crc32(answer));
  bytes.raw(answer);
  fs::create_directories(cache.folder, code);
  static_cast<void>(write_file(file, bytes.bytes()));
}

Result<ConvexDecomposition> decompose_once(const Mesh& mesh, const DecompositionOptions& options,
                                           std::string_view file_name, const DecompositionCache& cache) {
  const fs::path entry = cache_entry(mesh, options, cache);
  std::vector<fs::path> places;
  if (cache.reads_shipped) {
    places.push_back(fs::path(file_name).parent_path() / "decompositions" / entry.filename());
  }
  if (!cache.folder.empty()) {
    places.push_back(entry);
  }
  for (const fs::path& place : places) {
    if (auto kept = kept_in(place); kept && fits(*kept, mesh)) {
      return *std::move(kept);
    }
  }
  auto made = decompose(mesh, options, file_name);
  if (made && !made.value().was_stopped && !cache.folder.empty()) {
    keep(entry, made.value());
  }
  return made;
}

CacheContents contents(const DecompositionCache& cache) {
  CacheContents all;
  std::error_code code;
  for (const fs::directory_entry& file : fs::directory_iterator(cache.folder, code)) {
    all.entries += file.path().extension() == entry_suffix ? 1U : 0U;
    const std::uintmax_t bytes = file.file_size(code);
    all.bytes += code ? 0 : bytes;
  }
  return all;
}

Result<CacheContents> clear(const DecompositionCache& cache) {
  const CacheContents all = contents(cache);
  std::error_code code;
  fs::remove_all(cache.folder, code);
  return code ? Result<CacheContents>(Error{cache.folder.string() + ": cannot be deleted: " + code.message()})
              : Result<CacheContents>(all);
}

}  // namespace firstcontact
