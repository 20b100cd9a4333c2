# Writes OUTPUT, a C++ file with the text of every file of FOLDER in it: the program needs no data beside it.
# cmake -DFOLDER=shaders -DOUTPUT=shader_sources.cpp -P embed_shaders.cmake
file(GLOB files ${FOLDER}/*.glsl ${FOLDER}/*.vert ${FOLDER}/*.frag)
set(entries "")
foreach(file IN LISTS files)
  get_filename_component(name ${file} NAME)
  file(READ ${file} text)
  string(APPEND entries "    {\"${name}\", R\"shader(${text})shader\"},\n")
endforeach()
file(WRITE ${OUTPUT} "// Written by cmake/embed_shaders.cmake.
#include \"render/shader.hpp\"

#include <map>

namespace firstcontact {

std::string_view shader_source(std::string_view name) {
  static const std::map<std::string_view, std::string_view> sources{
${entries}  };
  const auto found = sources.find(name);
  return found == sources.end() ? std::string_view() : found->second;
}

}  // namespace firstcontact
")
