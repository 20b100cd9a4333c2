// One triangle that covers the picture.
uniform mat4 eye_from_clip;
out vec3 direction;

void main() {
  vec2 corner = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  vec4 far = eye_from_clip * vec4(corner, 1.0, 1.0);
  direction = far.xyz / far.w;
  gl_Position = vec4(corner, 1.0, 1.0);
}
