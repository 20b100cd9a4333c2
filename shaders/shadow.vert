// What the sun sees of a body.
layout(location = 0) in vec3 position;
layout(location = 3) in vec4 row_x;
layout(location = 4) in vec4 row_y;
layout(location = 5) in vec4 row_z;

uniform mat4 clip_from_eye;

void main() {
  vec4 local = vec4(position, 1.0);
  gl_Position = clip_from_eye * vec4(dot(row_x, local), dot(row_y, local), dot(row_z, local), 1.0);
  gl_Position.z = max(gl_Position.z, -1.0);  // what is nearer to the sun than the map begins casts its shadow all the same
}
