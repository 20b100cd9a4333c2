// A line of constant width in pixels: a quad around the projected segment. One instance a line.
layout(location = 0) in vec4 from_and_width;  // relative to the eye; pixels
layout(location = 1) in vec4 to_and_behind;  // relative to the eye; strength where a body hides it
layout(location = 2) in vec4 color;

uniform mat4 clip_from_eye;
uniform vec2 picture_size;  // pixels
uniform float hidden;       // 1: what bodies hide is drawn, 0: what they do not

out vec4 ink;
out float across;  // pixels from the middle of the line
flat out float half_width;

// The part of the segment behind the eye is cut off: it has no place in the picture.
vec4 before_eye(vec4 point, vec4 other) {
  const float nearest = 1e-4;
  return point.w > nearest ? point : mix(other, point, (other.w - nearest) / max(other.w - point.w, 1e-9));
}

void main() {
  vec4 first = clip_from_eye * vec4(from_and_width.xyz, 1.0);
  vec4 second = clip_from_eye * vec4(to_and_behind.xyz, 1.0);
  vec4 a = before_eye(first, second);
  vec4 b = before_eye(second, first);
  vec2 along = (b.xy / b.w - a.xy / a.w) * picture_size;
  along = dot(along, along) > 1e-12 ? normalize(along) : vec2(1.0, 0.0);
  half_width = 0.5 * from_and_width.w;
  float side = (gl_VertexID & 1) == 0 ? -1.0 : 1.0;
  float end = gl_VertexID < 2 ? -1.0 : 1.0;
  across = side * (half_width + 1.0);
  vec4 point = end < 0.0 ? a : b;
  vec2 offset = (across * vec2(-along.y, along.x) + end * half_width * along) / picture_size * 2.0;
  gl_Position = point + vec4(offset * point.w, -2e-4 * point.w, 0.0);  // in front of the surface it lies in
  if (first.w <= 1e-4 && second.w <= 1e-4) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  }
  ink = vec4(color.rgb, color.a * mix(1.0, to_and_behind.w, hidden));
}
