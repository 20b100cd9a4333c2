in vec3 surface_position;
out vec4 pixel;

void main() {
  vec3 normal = vec3(0.0, 1.0, 0.0);
  vec3 diffuse = with_grid(vec3(0.285, 0.295, 0.31), surface_position, normal);
  vec3 light = lit(surface_position, normal, diffuse, vec3(0.02), 0.9);
  pixel = vec4(on_screen(in_fog(light, surface_position)), 1.0);
}
