#include "render/renderer.hpp"

#include <firstcontact/motion.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "render/gpu_model.hpp"
#include "render/shadow_map.hpp"
#include "render/view_cull.hpp"

namespace firstcontact {
namespace {

// A large model or texture takes several frames, a software renderer some milliseconds for each of these.
constexpr std::size_t sent_in_a_frame = std::size_t{4} << 20U;        // bytes
constexpr std::size_t bytes_of_a_beginning = std::size_t{64} << 10U;  // that setting memory aside takes as long as

// As line.vert reads it.
struct LineInstance {
  glm::vec4 from_and_width{0.0F};
  glm::vec4 to{0.0F};
  glm::vec4 color{1.0F};
};

struct Lines {
  GlVertexArray array = generated<GlVertexArray>(glGenVertexArrays);
  GlBuffer instances = generated<GlBuffer>(glGenBuffers);

  Lines() {
    glBindVertexArray(array.name());
    attach_instances(instances, 0, sizeof(LineInstance) / sizeof(glm::vec4));
  }
};

// The shaders of surfaces in the sun, for one quality of shadows.
struct LitShaders {
  explicit LitShaders(ShadowQuality shadows)
      : body("body", definitions(shadows)), ground("ground", definitions(shadows)) {}
  static std::string definitions(ShadowQuality shadows) {
    return "#define SHADOWS " + std::to_string(static_cast<int>(shadows)) + "\n";
  }
  Shader body, ground;
};

Instance instance_of(const PictureBody& shown, const Stage& stage, const Vec3& eye) {
  const StageBody& look = stage.bodies[shown.body];
  const Mat3 rotation = rotation_matrix(shown.mesh_pose.orientation);
  const Vec3 place = shown.mesh_pose.position - eye;
  Instance instance;
  for (int row = 0; row < 3; ++row) {
    instance.rows.at(static_cast<std::size_t>(row)) =
        glm::vec4(rotation[0][row], rotation[1][row], rotation[2][row], place[row]);
  }
  const bool is_still = stage.header.bodies[shown.body].type == BodyType::fixed;
  instance.color = glm::vec4(shown.paint.value_or(look.color), shown.opacity);
  instance.extra = glm::vec4(look.overrides || shown.paint ? 1.0F : 0.0F, is_still ? 1.0F : 0.0F, shown.glow,
                             shown.is_asleep ? 1.0F : 0.0F);
  return instance;
}

Aabb box_of(const PictureBody& shown, const Stage& stage) {
  const Aabb& local = stage.models[stage.bodies[shown.body].model].mesh.box;
  RigidMotion still;
  const Vec3 center = 0.5 * (local.low + local.high);
  still.start = {to_world(shown.mesh_pose, center), shown.mesh_pose.orientation};
  const Vec3 half = 0.5 * (local.high - local.low);
  return swept_box(still, half, glm::length(half), 0.0);
}

}  // namespace

double grid_spacing(double scale) { return std::pow(10.0, std::floor(std::log10(std::max(scale, 1e-6) / 6.0))); }

namespace {

// In the order in which they are drawn.
enum class Pass : std::uint8_t { shadows, bodies, ground, sky, ghosts, lines };
constexpr std::array passes{Pass::shadows, Pass::bodies, Pass::ground, Pass::sky, Pass::ghosts, Pass::lines};

struct Frame {
  const Picture& picture;
  Viewport viewport;
  const RenderOptions& options;
  double reach = 0.0;  // m, of the ground
  glm::mat4 clip;      // from what is relative to the eye
  ViewRegion view;     // what the camera sees
};

Frame frame_of(const Picture& picture, const Viewport& viewport, const RenderOptions& options) {
  const double distance = glm::length(picture.camera.target - picture.camera.eye);
  const double reach = 60.0 * picture.scale + distance;
  const double aspect = static_cast<double>(viewport.width) / viewport.height;
  const DepthRange depth{std::max(0.01 * std::min(distance, picture.scale), 1e-6 * reach), 1.5 * reach};
  return {picture,
          viewport,
          options,
          reach,
          clip_from_eye_relative(picture.camera, aspect, depth),
          region_of_camera(picture.camera, aspect, depth)};
}

// The sky covers all that is left, so that colours need no clearing before it.
void clear_picture(Background background) {
  const float light = background == Background::white ? 1.0F : 0.0F;
  glClearColor(light, light, light, light);
  glClear(background == Background::sky ? GL_DEPTH_BUFFER_BIT : GL_DEPTH_BUFFER_BIT | GL_COLOR_BUFFER_BIT);
}

}  // namespace

struct Renderer::Parts {
  Shader shadow{"shadow"}, sky{"sky"}, line{"line"};
  std::array<std::optional<LitShaders>, 3> lit;  // by ShadowQuality, made when first asked for
  GlVertexArray empty = generated<GlVertexArray>(glGenVertexArrays);
  Lines lines;
  ShadowMap shadow_map;
  std::vector<std::unique_ptr<GpuModel>> models;
  bool is_sending = false;                                    // the last of them
  std::vector<std::vector<Instance>> solid, casters, ghosts;  // per model, of the present picture
  DrawCount count;                                            // of it

  std::size_t warm_passes = 0;

  void begin(const Frame& frame, const Stage& stage);
  void draw_pass(Pass pass, const Frame& frame);
  void sort_bodies(const Frame& frame, const Stage& stage);
  void draw_shadows(const Picture& picture, const RenderOptions& options);
  void draw_ground(const Frame& frame);
  void draw_sky(const glm::mat4& clip) const;
  void draw_ghosts(const Frame& frame);
  void set_light(const Shader& shader, const Frame& frame) const;
  const LitShaders& shaders(ShadowQuality shadows) {
    auto& wanted = lit.at(static_cast<std::size_t>(shadows));
    return wanted ? *wanted : wanted.emplace(shadows);
  }
  void draw_bodies(const Shader& shader, const std::vector<std::vector<Instance>>& instances) const;
  void draw_lines(const Frame& frame) const;
};

Renderer::Renderer() : parts_(std::make_unique<Parts>()) {}
Renderer::~Renderer() = default;

void Renderer::load(const Stage& stage) {
  while (!load_more(stage)) {
  }
}

bool Renderer::load_more(const Stage& stage) {
  auto& models = parts_->models;
  std::size_t bytes = sent_in_a_frame;
  while (bytes > 0 && (parts_->is_sending || models.size() < stage.models.size())) {
    if (!std::exchange(parts_->is_sending, true)) {
      models.push_back(std::make_unique<GpuModel>(stage.models[models.size()]));
      bytes -= std::min(bytes, bytes_of_a_beginning);
    }
    parts_->is_sending = !models.back()->send(stage.models[models.size() - 1], bytes);
  }
  return !parts_->is_sending && models.size() == stage.models.size();
}

void Renderer::clear() {
  parts_->models.clear();
  parts_->is_sending = false;
}

// Nearer bodies first: what they hide is never shaded.
void Renderer::Parts::sort_bodies(const Frame& frame, const Stage& stage) {
  const Picture& picture = frame.picture;
  std::vector<Aabb> boxes;
  for (const PictureBody& shown : picture.bodies) {
    boxes.push_back(box_of(shown, stage));
  }
  const Visible visible = visible_of(picture, frame.options, frame.view, boxes);
  count = {picture.bodies.size(), 0, 0};
  for (auto* const lists : {&solid, &casters, &ghosts}) {
    lists->assign(models.size(), {});
  }
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const PictureBody& shown = picture.bodies[i];
    const bool may_hide = frame.options.hides_walls && stage.header.bodies[shown.body].type == BodyType::fixed;
    const bool is_wanted = visible.itself[i] != 0 || visible.shadow[i] != 0;
    if (!is_wanted || (may_hide && hides_focus(boxes[i], picture.camera.eye, picture.focus))) {
      continue;
    }
    const Instance instance = instance_of(shown, stage, picture.camera.eye);
    const std::size_t model = stage.bodies[shown.body].model;
    const bool is_ghost = shown.opacity < 1.0F;
    if (visible.itself[i] != 0) {
      (is_ghost ? ghosts : solid)[model].push_back(instance);
      ++count.drawn;
    }
    if (visible.shadow[i] != 0 && !is_ghost) {
      casters[model].push_back(instance);
      ++count.shadowed;
    }
  }
  const auto squared_distance = [](const Instance& instance) {
    return instance.rows[0].w * instance.rows[0].w + instance.rows[1].w * instance.rows[1].w +
           instance.rows[2].w * instance.rows[2].w;
  };
  for (auto& list : solid) {
    std::sort(list.begin(), list.end(),
              [&](const Instance& a, const Instance& b) { return squared_distance(a) < squared_distance(b); });
  }
}

void Renderer::Parts::draw_shadows(const Picture& picture, const RenderOptions& options) {
  const glm::mat4 clip = shadow_map.begin(picture.camera.target - picture.camera.eye, shadow_radius(picture),
                                          options.shadow_size, picture.camera.eye);
  glEnable(GL_POLYGON_OFFSET_FILL);
  glPolygonOffset(1.5F, 2.0F);
  shadow.use();
  shadow.set("clip_from_eye", clip);
  for (std::size_t i = 0; i < models.size(); ++i) {
    models[i]->place(casters[i]);
    models[i]->draw_plain();
  }
  glDisable(GL_POLYGON_OFFSET_FILL);
  glDisable(GL_CULL_FACE);
}

void Renderer::Parts::draw_sky(const glm::mat4& clip) const {
  glDepthMask(GL_FALSE);
  sky.use();
  sky.set("eye_from_clip", glm::inverse(clip));
  glBindVertexArray(empty.name());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glDepthMask(GL_TRUE);
}

void Renderer::Parts::set_light(const Shader& shader, const Frame& frame) const {
  const Picture& picture = frame.picture;
  shader.use();
  shader.set("clip_from_eye", frame.clip);
  shadow_map.light(shader);
  const double distance = glm::length(picture.camera.target - picture.camera.eye);
  const bool has_fog = frame.options.has_fog && frame.options.background == Background::sky;
  const double density = has_fog ? 0.055 / std::max(picture.scale, 1e-9) : 0.0;
  shader.set("fog", glm::vec2(density, distance + picture.scale));
  const double spacing = grid_spacing(picture.scale);
  const Vec3& eye = picture.camera.eye;
  const Vec3 cell = Vec3(10.0 * spacing);
  shader.set("eye_in_grid", glm::vec3(eye - cell * glm::floor(eye / cell)));
  shader.set("grid_spacing", frame.options.has_grid ? static_cast<float>(spacing) : 0.0F);
}

void Renderer::Parts::draw_bodies(const Shader& shader, const std::vector<std::vector<Instance>>& instances) const {
  // Floors and walls mostly come first in a scene; what stands before them is drawn before them.
  for (std::size_t i = models.size(); i-- > 0;) {
    if (!instances[i].empty()) {
      models[i]->place(instances[i]);
      models[i]->draw(shader);
    }
  }
  glDisable(GL_CULL_FACE);
}

// Twice: what is in sight in full, what lies behind something faintly, so that the inside of things can be shown.
void Renderer::Parts::draw_lines(const Frame& frame) const {
  const Picture& picture = frame.picture;
  std::vector<LineInstance> instances;
  instances.reserve(picture.lines.size());
  for (const PictureLine& drawn : picture.lines) {
    instances.push_back({glm::vec4(glm::vec3(drawn.from - picture.camera.eye), frame.options.line_width * drawn.width),
                         glm::vec4(glm::vec3(drawn.to - picture.camera.eye), drawn.behind), drawn.color});
  }
  glBindVertexArray(lines.array.name());
  glBindBuffer(GL_ARRAY_BUFFER, lines.instances.name());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(instances.size() * sizeof(LineInstance)), instances.data(),
               GL_STREAM_DRAW);
  line.use();
  line.set("clip_from_eye", frame.clip);
  line.set("picture_size", glm::vec2(frame.viewport.width, frame.viewport.height));
  glDepthMask(GL_FALSE);
  for (const GLenum side : {static_cast<GLenum>(GL_GREATER), static_cast<GLenum>(GL_LEQUAL)}) {
    glDepthFunc(side);
    line.set("hidden", side == GL_GREATER ? 1.0F : 0.0F);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(instances.size()));
  }
  glDepthFunc(GL_LEQUAL);
  glDepthMask(GL_TRUE);
}

void Renderer::Parts::draw_ground(const Frame& frame) {
  const double eye = frame.picture.camera.eye.y;
  const bool is_wanted = frame.options.has_ground && frame.options.background == Background::sky;
  if (!is_wanted || frame.picture.ground_height >= eye) {
    return;
  }
  const Shader& ground = shaders(frame.options.shadows).ground;
  set_light(ground, frame);
  ground.set("ground_height", static_cast<float>(frame.picture.ground_height - eye));
  ground.set("ground_reach", static_cast<float>(frame.reach));
  glBindVertexArray(empty.name());
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

// What can be seen through; lines are, too.
void Renderer::Parts::draw_ghosts(const Frame& frame) {
  shaders(frame.options.shadows).body.use();
  glEnable(GL_BLEND);
  // Alpha adds up as light does, so that upon nothing colours come out premultiplied.
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  draw_bodies(shaders(frame.options.shadows).body, ghosts);
}

void Renderer::Parts::begin(const Frame& frame, const Stage& stage) {
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  glDisable(GL_BLEND);
  glDisable(GL_CULL_FACE);
  sort_bodies(frame, stage);
}

void Renderer::Parts::draw_pass(Pass pass, const Frame& frame) {
  switch (pass) {
    case Pass::shadows:
      if (frame.options.shadows != ShadowQuality::none) {
        draw_shadows(frame.picture, frame.options);
      }
      glBindFramebuffer(GL_FRAMEBUFFER, frame.viewport.framebuffer);
      glViewport(0, 0, frame.viewport.width, frame.viewport.height);
      clear_picture(frame.options.background);
      break;
    case Pass::bodies:
      set_light(shaders(frame.options.shadows).body, frame);
      glPolygonMode(GL_FRONT_AND_BACK, frame.options.wireframe ? GL_LINE : GL_FILL);
      draw_bodies(shaders(frame.options.shadows).body, solid);
      glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
      break;
    case Pass::ground:
      draw_ground(frame);
      break;
    case Pass::sky:
      if (frame.options.background == Background::sky) {
        draw_sky(frame.clip);
      }
      break;
    case Pass::ghosts:
      draw_ghosts(frame);
      break;
    case Pass::lines:
      if (!frame.picture.lines.empty()) {
        draw_lines(frame);
      }
      glDisable(GL_BLEND);
      for (const GLuint unit : {0U, 1U}) {
        glBindSampler(unit, 0);
      }
      break;
  }
}

DrawCount Renderer::draw(const Picture& picture, const Stage& stage, const Viewport& viewport,
                         const RenderOptions& options) {
  const Frame frame = frame_of(picture, viewport, options);
  parts_->begin(frame, stage);
  for (const Pass pass : passes) {
    parts_->draw_pass(pass, frame);
  }
  return parts_->count;
}

// All passes before the next, into a corner of the picture; every body is a ghost in the pass of ghosts.
bool Renderer::warm_up_next(Picture picture, const Stage& stage, const Viewport& viewport,
                            const RenderOptions& options) {
  if (parts_->warm_passes == passes.size()) {
    return true;
  }
  picture.lines.assign(1, {picture.camera.eye, picture.camera.target});
  RenderOptions everything = options;
  everything.culls = false;
  const Frame frame = frame_of(picture, viewport, everything);
  parts_->begin(frame, stage);
  glEnable(GL_SCISSOR_TEST);
  constexpr int corner = 8;  // pixels
  glScissor(0, 0, corner, corner);
  ++parts_->warm_passes;
  for (std::size_t i = 0; i < parts_->warm_passes; ++i) {
    parts_->draw_pass(passes.at(i), frame);
    parts_->ghosts = parts_->casters = parts_->solid;
  }
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_BLEND);
  glFinish();
  return parts_->warm_passes == passes.size();
}

}  // namespace firstcontact
