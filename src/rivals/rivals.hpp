// The rivals' makers, one per file; rival.cpp chooses.
#pragma once

#include <memory>

#include "rivals/rival.hpp"

namespace firstcontact {

[[nodiscard]] std::unique_ptr<Rival> make_discrete(const RivalScene& scene, int parts);
[[nodiscard]] std::unique_ptr<Rival> make_swept_translation(const RivalScene& scene);
[[nodiscard]] std::unique_ptr<Rival> make_speculative(const RivalScene& scene);
[[nodiscard]] std::unique_ptr<Rival> make_linear_cast(const RivalScene& scene);
[[nodiscard]] std::unique_ptr<Rival> make_sphere_sweep(const RivalScene& scene, double sphere_share);
[[nodiscard]] std::unique_ptr<Rival> make_first_contact(const RivalScene& scene);

}  // namespace firstcontact
