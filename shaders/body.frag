in vec3 surface_position;
in vec3 surface_normal;
in vec2 surface_texture;
flat in vec4 body_color;
flat in vec4 body_extra;

uniform vec3 material_diffuse;
uniform vec3 material_specular;
uniform float material_roughness;
uniform int material_is_default;
uniform int has_texture;
uniform sampler2D diffuse_texture;

out vec4 pixel;

void main() {
  vec3 normal = normalize(gl_FrontFacing ? surface_normal : -surface_normal);
  vec3 diffuse = material_is_default == 1 || body_extra.x > 0.5 ? body_color.rgb : material_diffuse;
  if (has_texture == 1 && body_extra.x < 0.5) {
    diffuse *= texture(diffuse_texture, surface_texture).rgb;
  }
  vec3 paper = with_grid(diffuse, surface_position, normal);
  diffuse = body_extra.y > 0.5 ? paper : diffuse;
  diffuse = mix(diffuse, vec3(0.30, 0.36, 0.46), 0.75 * body_extra.w);
  vec3 light = lit(surface_position, normal, diffuse, material_specular, material_roughness);
  light += body_extra.z * (0.35 + pow(1.0 - abs(dot(normal, normalize(surface_position))), 2.0)) * vec3(1.0, 0.62, 0.18);
  pixel = vec4(on_screen(in_fog(light, surface_position)), body_color.a);
}
