// Runs a scene file to its end, and says what its bits are: the same for everybody who builds this, and however.
//   run_scene SCENE.json [THREADS [SECONDS]]
#include <firstcontact/scene.hpp>
#include <firstcontact/version.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>

namespace fc = firstcontact;

int main(int count, char** arguments) {
  if (count < 2) {
    std::fprintf(stderr, "usage: run_scene SCENE.json [THREADS [SECONDS]]\n");
    return 2;
  }
  fc::SceneOptions options;
  options.threads = count > 2 ? std::atoi(arguments[2]) : 1;
  if (count > 3) {
    options.duration = std::atof(arguments[3]);
  }
  auto scene = fc::SceneRun::open(arguments[1], options);
  if (!scene) {
    std::fprintf(stderr, "%s\n", scene.error().message.c_str());
    return 2;
  }
  scene.value().run();
  std::fprintf(stderr, "%s, First Contact %s\n", scene.value().name().c_str(),
               std::string(fc::library_version_text()).c_str());
  std::printf("%016llx\n", static_cast<unsigned long long>(scene.value().world().state_hash()));
}
