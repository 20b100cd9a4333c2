# Cross-compiles for arm64 with Debian's g++-12-aarch64-linux-gnu, and runs what comes out under qemu-user.
#   tools/arm64_libraries.sh build/arm64_libraries
#   cmake --toolchain cmake/toolchains/arm64.cmake -DFIRSTCONTACT_ARM64_LIBRARIES=$PWD/build/arm64_libraries ...
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++-12)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L /usr/aarch64-linux-gnu)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES FIRSTCONTACT_ARM64_LIBRARIES)
set(CMAKE_FIND_ROOT_PATH ${FIRSTCONTACT_ARM64_LIBRARIES} /usr/aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
