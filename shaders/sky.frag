in vec3 direction;
out vec4 pixel;

void main() { pixel = vec4(on_screen(sky_color(normalize(direction))), 1.0); }
