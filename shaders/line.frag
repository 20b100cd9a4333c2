in vec4 ink;
in float across;
flat in float half_width;
out vec4 pixel;

void main() {
  float covered = clamp(half_width + 0.5 - abs(across), 0.0, 1.0);
  pixel = vec4(ink.rgb, ink.a * covered);
}
