// A body's surface. One instance a body: three rows of its rotation, each with a coordinate of its place.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 texture_place;
layout(location = 3) in vec4 row_x;
layout(location = 4) in vec4 row_y;
layout(location = 5) in vec4 row_z;
layout(location = 6) in vec4 color;  // of the body; alpha below 1: a ghost
layout(location = 7) in vec4 extra;  // x: 1 when the colour overrides the material; y: 1 for what stands still; z: glow; w: 1 when asleep

uniform mat4 clip_from_eye;

out vec3 surface_position;
out vec3 surface_normal;
out vec2 surface_texture;
flat out vec4 body_color;
flat out vec4 body_extra;

void main() {
  vec4 local = vec4(position, 1.0);
  surface_position = vec3(dot(row_x, local), dot(row_y, local), dot(row_z, local));
  surface_normal = vec3(dot(row_x.xyz, normal), dot(row_y.xyz, normal), dot(row_z.xyz, normal));
  surface_texture = texture_place;
  body_color = color;
  body_extra = extra;
  gl_Position = clip_from_eye * vec4(surface_position, 1.0);
}
