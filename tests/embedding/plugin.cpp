// A plugin with the engine inside, of which its host sees one function.
#include "tumble.hpp"

extern "C" __attribute__((visibility("default"))) std::uint64_t plugin_tumble(int threads) {
  return tumble(threads).hash;
}
