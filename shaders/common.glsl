// Light, air and ink that every surface shares. Positions are relative to the eye; colours are linear.

const vec3 sun_direction = vec3(0.3790, 0.8686, 0.3191);  // from the surface towards the sun, unit
const vec3 sun_light = vec3(2.75, 2.60, 2.35);
const vec3 sky_light = vec3(0.42, 0.50, 0.62);     // from above
const vec3 ground_light = vec3(0.27, 0.245, 0.22);  // from below
const vec3 horizon_color = vec3(0.62, 0.70, 0.79);
const vec3 zenith_color = vec3(0.16, 0.32, 0.58);
const vec3 nadir_color = vec3(0.52, 0.55, 0.58);

vec3 sky_color(vec3 direction) {
  float height = direction.y;
  vec3 above = mix(horizon_color, zenith_color, sqrt(clamp(height, 0.0, 1.0)));
  vec3 below = mix(horizon_color, nadir_color, clamp(-3.0 * height, 0.0, 1.0));
  return height > 0.0 ? above : below;
}

// Narkowicz 2015, a fit to the ACES film curve; then sRGB by its gamma of 2.2.
vec3 on_screen(vec3 light) {
  vec3 x = 0.62 * light;
  vec3 film = clamp((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0);
  return pow(film, vec3(1.0 / 2.2));
}
