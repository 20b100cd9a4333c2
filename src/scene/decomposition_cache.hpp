// Decompositions that were made before, a file each: a mesh is taken apart once, however many runs use it.
//
// A file is named by a hash of all that decides what comes out: the mesh, the options and the algorithm's version. It
// is written beside and renamed, so that any number of runs may share the folder; one that is damaged is made anew. The
// folder may be deleted at any time. Meshes that take long come with theirs (models/decompositions), so that their
// first start is as fast as the second.
#pragma once

#include <cstdint>
#include <filesystem>
#include <firstcontact/decomposition.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace firstcontact {

/// Where decompositions are kept.
struct DecompositionCache {
  std::filesystem::path folder;  // empty: nowhere
  bool reads_shipped = true;     // those in a folder `decompositions` beside the mesh's file are found, too
};

/// $XDG_CACHE_HOME/firstcontact/decompositions, or ~/.cache/...; nowhere when neither is known (an XDG_CACHE_HOME that
/// is not absolute counts as not set, as the XDG rules have it).
[[nodiscard]] DecompositionCache user_decomposition_cache();

/// As `decompose`, bit for bit: out of the cache or from beside the mesh's file (`file_name`) when it is there, else
/// made and kept. What a time budget ended is not kept, and a cache that cannot be written costs nothing but time.
[[nodiscard]] Result<ConvexDecomposition> decompose_once(const Mesh& mesh, const DecompositionOptions& options,
                                                         std::string_view file_name, const DecompositionCache& cache);

/// A few bytes that took long to find, kept beside the decompositions under a hash of `recipe`: of all that decides
/// them. Nothing when they are not there or damaged.
[[nodiscard]] std::optional<std::string> kept_answer(std::string_view recipe, const DecompositionCache& cache);
/// Keeps them; a cache that cannot be written costs nothing but time.
void keep_answer(std::string_view recipe, std::string_view answer, const DecompositionCache& cache);

/// The file that holds the decomposition of `mesh`, whether it is there or not.
[[nodiscard]] std::filesystem::path cache_entry(const Mesh& mesh, const DecompositionOptions& options,
                                                const DecompositionCache& cache);

struct CacheContents {
  std::size_t entries = 0;   // decompositions
  std::uintmax_t bytes = 0;  // with what else is kept beside them
};
[[nodiscard]] CacheContents contents(const DecompositionCache& cache);

/// Deletes the cache's folder, and says what was in it. Error, naming the folder: it cannot be deleted.
[[nodiscard]] Result<CacheContents> clear(const DecompositionCache& cache);

}  // namespace firstcontact
