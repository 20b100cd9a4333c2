// A wide square at the height of the ground; fog hides its edge.
uniform mat4 clip_from_eye;
uniform float ground_height;  // m, relative to the eye
uniform float ground_reach;   // m
out vec3 surface_position;

void main() {
  vec2 corner = vec2((gl_VertexID & 1) * 2 - 1, (gl_VertexID >> 1) * 2 - 1);
  surface_position = vec3(corner.x * ground_reach, ground_height, corner.y * ground_reach);
  gl_Position = clip_from_eye * vec4(surface_position, 1.0);
}
