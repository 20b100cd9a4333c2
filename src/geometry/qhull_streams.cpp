// For a static library that holds Qhull's archive. Debian compiled it for programs: its own use of `stderr` and `stdin`
// would not go into a shared object. There it is told to use these instead (src/CMakeLists.txt); it writes to neither,
// because quickhull.cpp gives it a stream. A shared library has them, too, and no use for them: both kinds are made of
// the same objects.
#include <cstdio>

extern "C" {
extern std::FILE* firstcontact_stderr;
extern std::FILE* firstcontact_stdin;
std::FILE* firstcontact_stderr = stderr;
std::FILE* firstcontact_stdin = stdin;
}
