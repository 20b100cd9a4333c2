# Cross-compiles for Windows with Debian's g++-mingw-w64-x86-64-posix, and runs what comes out under wine.
#   tools/ported_libraries.sh windows build/windows_libraries
#   cmake --toolchain cmake/toolchains/windows.cmake -DFIRSTCONTACT_PORTED_LIBRARIES=$PWD/build/windows_libraries ...
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static) # the compiler's own libraries go into the program
set(CMAKE_CROSSCOMPILING_EMULATOR /usr/lib/wine/wine64)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES FIRSTCONTACT_PORTED_LIBRARIES)
set(CMAKE_FIND_ROOT_PATH ${FIRSTCONTACT_PORTED_LIBRARIES} /usr/x86_64-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
