// Surfaces in sunlight: what every fragment shader can call. Behind common.glsl.
// SHADOWS is 0 (none), 1 (two taps) or 2 (soft by distance, and surfaces mirror the sky). It is a constant and not a
// uniform because drivers that draw on the processor run both sides of every branch.

uniform sampler2DShadow shadow_map;    // compares
uniform sampler2D shadow_depths;       // the same depths, to be read
uniform mat4 shadow_from_eye;          // eye-relative points to the shadow map, 0..1
uniform vec2 shadow_texel;             // metres of the world across a texel, and of the sun's depth range
uniform float shadow_softness;         // tangent of half the sun's apparent size
uniform vec2 fog;                      // 1/m, and the distance without any, m
uniform vec3 eye_in_grid;              // the eye's place within a grid cell of ten lines, m
uniform float grid_spacing;            // m; 0: no grid

#if SHADOWS == 2
// A disc of points in an even spiral (Vogel 1979), turned by a noise of the pixel.
vec2 spiral(int index, int count, float turn) {
  float radius = sqrt((float(index) + 0.5) / float(count));
  float angle = 2.399963 * float(index) + turn;
  return radius * vec2(cos(angle), sin(angle));
}

// Jimenez 2014, interleaved gradient noise.
float pixel_noise() { return fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))); }

// Soft where the caster is far from the surface, sharp where they meet (Fernando 2005, percentage-closer soft shadows).
float soft_shadow(vec3 at) {
  const int search_count = 10;
  const int filter_count = 16;
  float turn = 6.2831853 * pixel_noise();
  vec2 texel = 1.0 / vec2(textureSize(shadow_depths, 0));
  float depth_to_texels = shadow_texel.y * shadow_softness / shadow_texel.x;
  float reach = clamp(0.15 * depth_to_texels, 2.0, 24.0);
  float blockers = 0.0;
  float sum = 0.0;
  for (int i = 0; i < search_count; ++i) {
    float depth = texture(shadow_depths, at.xy + reach * texel * spiral(i, search_count, turn)).r;
    if (depth < at.z) {
      blockers += 1.0;
      sum += depth;
    }
  }
  if (blockers == 0.0) {
    return 1.0;
  }
  float width = clamp((at.z - sum / blockers) * depth_to_texels, 0.9, reach);
  float light = 0.0;
  for (int i = 0; i < filter_count; ++i) {
    light += texture(shadow_map, vec3(at.xy + width * texel * spiral(i, filter_count, turn), at.z));
  }
  return light / float(filter_count);
}

float shadow_at(vec3 at) { return soft_shadow(at); }
#elif SHADOWS == 1
float shadow_at(vec3 at) {
  vec2 texel = 0.4 / vec2(textureSize(shadow_depths, 0));
  return 0.5 * (texture(shadow_map, vec3(at.xy + texel, at.z)) + texture(shadow_map, vec3(at.xy - texel, at.z)));
}
#else
float shadow_at(vec3 at) { return 1.0; }
#endif

// How much of the sun a point sees, 0..1. The point is moved off its surface by what a texel can hide.
float sunlight(vec3 position, vec3 normal) {
#if SHADOWS == 0
  return 1.0;
#else
  float facing = dot(normal, sun_direction);
  vec3 lifted = position + shadow_texel.x * (0.6 + 1.2 * (1.0 - facing)) * normal;
  vec3 at = (shadow_from_eye * vec4(lifted, 1.0)).xyz;
  vec2 inward = min(at.xy, 1.0 - at.xy);
  float inside = at.z < 1.0 ? clamp(min(inward.x, inward.y) * 20.0, 0.0, 1.0) : 0.0;
  return mix(1.0, shadow_at(clamp(at, 0.0, 1.0)), inside);
#endif
}

float fifth_power(float x) {
  float square = x * x;
  return square * square * x;
}

// A microfacet surface (Walter et al. 2007, GGX; Schlick 1994 for the angle) under one sun and a sky.
vec3 lit(vec3 position, vec3 normal, vec3 diffuse, vec3 specular, float roughness) {
  vec3 to_eye = -normalize(position);
  float facing = max(dot(normal, sun_direction), 0.0);
  vec3 between = normalize(to_eye + sun_direction);
  float toward = max(dot(normal, to_eye), 1e-3);
  float alpha = roughness * roughness;
  float peak = max(dot(normal, between), 0.0);
  float spread = peak * peak * (alpha * alpha - 1.0) + 1.0;
  float highlight = alpha * alpha / (3.14159 * spread * spread) / (4.0 * mix(facing + toward, 1.0, 0.5 * alpha) + 1e-3);
  vec3 fresnel = specular + (1.0 - specular) * fifth_power(1.0 - max(dot(to_eye, between), 0.0));
  vec3 sun = sun_light * facing * sunlight(position, normal) * (diffuse / 3.14159 * 2.2 + fresnel * highlight);
  vec3 light = sun + mix(ground_light, sky_light, 0.5 + 0.5 * normal.y) * diffuse;
#if SHADOWS == 2
  vec3 rim = specular + (max(vec3(1.0 - roughness), specular) - specular) * fifth_power(1.0 - toward);
  light += rim * sky_color(reflect(-to_eye, normal)) * 0.6;
#endif
  return light;
}

vec3 in_fog(vec3 light, vec3 position) {
  float distance = length(position);
  float share = 1.0 - exp(-fog.x * max(distance - fog.y, 0.0));
  return mix(light, sky_color(position / distance), share);
}

// How much of a pixel at `place` (m) the lines of a grid cover; lines closer than a few pixels fade into their mean.
float grid_lines(vec2 place, float spacing, float pixels) {
  vec2 cell = place / spacing;
  vec2 per_pixel = max(fwidth(cell), vec2(1e-6));
  vec2 to_line = abs(fract(cell - 0.5) - 0.5) / per_pixel;
  vec2 covered = clamp(0.5 * pixels + 0.5 - to_line, 0.0, 1.0) * clamp(0.45 - per_pixel, 0.0, 0.2) * 5.0;
  return max(covered.x, covered.y);
}

// A surface that lies flat gets graph paper: lines every grid_spacing, stronger ones every ten.
vec3 with_grid(vec3 diffuse, vec3 position, vec3 normal) {
  if (grid_spacing <= 0.0) {
    return diffuse;
  }
  vec2 place = (position + eye_in_grid).xz;
  float ink = max(0.22 * grid_lines(place, grid_spacing, 1.0), 0.45 * grid_lines(place, 10.0 * grid_spacing, 1.6));
  return normal.y > 0.99 ? diffuse * (1.0 - ink) : diffuse;
}
