#include "render/material_text.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <sstream>

#include "scene/text.hpp"

namespace firstcontact {
namespace {

using Words = std::vector<std::string>;

std::optional<Vec3> color_of(const Words& words) {
  Vec3 color(0.0);
  for (int k = 0; k < 3; ++k) {
    const auto at = static_cast<std::size_t>(k) + 1;
    const ParsedNumber number = parse_number(at < words.size() ? words[at] : words.back());  // one number: grey
    if (!number.is_number || !std::isfinite(number.value)) {
      return std::nullopt;
    }
    color[k] = std::clamp(number.value, 0.0, 1.0);
  }
  return color;
}

// A Phong exponent n spreads its highlight about as a microfacet surface of this roughness does (Walter et al. 2007,
// 'Microfacet Models for Refraction', equation 8 and after: alpha = sqrt(2 / (n + 2)), roughness = sqrt(alpha)).
float roughness_of(double exponent) {
  return static_cast<float>(std::pow(2.0 / (std::clamp(exponent, 0.0, 1e5) + 2.0), 0.25));
}

void apply(const Words& words, Material& material) {
  const std::string& key = words.front();
  if (key == "map_Kd") {
    material.texture_file = words.back();  // options come before the name
    return;
  }
  const auto color = color_of(words);
  if (!color) {
    return;
  }
  if (key == "Kd") {
    material.diffuse = linear_color(*color);
  } else if (key == "Ks") {
    material.specular = glm::max(linear_color(*color) * 0.5F, glm::vec3(0.02F));
  } else if (key == "Ns") {
    const ParsedNumber exponent = parse_number(words[1]);
    material.roughness = roughness_of(exponent.value);
  }
}

}  // namespace

std::vector<std::vector<std::string>> words_by_line(std::string_view text) {
  std::vector<Words> lines;
  std::istringstream stream{std::string(text)};
  for (std::string line; std::getline(stream, line);) {
    std::istringstream words(line.substr(0, line.find('#')));
    Words all;
    for (std::string word; words >> word;) {
      all.push_back(std::move(word));
    }
    if (!all.empty()) {
      lines.push_back(std::move(all));
    }
  }
  return lines;
}

std::map<std::string, Material> parse_materials(std::string_view material_text) {
  std::map<std::string, Material> materials;
  Material* current = nullptr;
  for (const Words& words : words_by_line(material_text)) {
    if (words.size() < 2) {
      continue;
    }
    if (words.front() == "newmtl") {
      current = &materials[words[1]];
      *current = Material{};
      current->is_default = false;
    } else if (current != nullptr) {
      apply(words, *current);
    }
  }
  return materials;
}

float linear_channel(double srgb) {
  return static_cast<float>(srgb <= 0.04045 ? srgb / 12.92 : std::pow((srgb + 0.055) / 1.055, 2.4));
}

glm::vec3 linear_color(const Vec3& srgb) {
  return {linear_channel(srgb.x), linear_channel(srgb.y), linear_channel(srgb.z)};
}

}  // namespace firstcontact
