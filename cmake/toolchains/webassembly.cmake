# Cross-compiles for WebAssembly with Debian's emscripten, and runs what comes out under Node.js, on its files.
#   tools/ported_libraries.sh webassembly build/webassembly_libraries
#   cmake --toolchain cmake/toolchains/webassembly.cmake -DFIRSTCONTACT_PORTED_LIBRARIES=$PWD/build/webassembly_libraries ...
include(/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake)
set(CMAKE_C_FLAGS_INIT "-msimd128 -fexceptions")
set(CMAKE_CXX_FLAGS_INIT "-msimd128 -fexceptions")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-sALLOW_MEMORY_GROWTH=1 -sNODERAWFS=1 -sEXIT_RUNTIME=1 -sTOTAL_STACK=8MB")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES FIRSTCONTACT_PORTED_LIBRARIES)
list(APPEND CMAKE_FIND_ROOT_PATH ${FIRSTCONTACT_PORTED_LIBRARIES} ${FIRSTCONTACT_PORTED_LIBRARIES}/usr)
