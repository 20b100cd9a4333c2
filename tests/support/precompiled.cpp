// Empty: what test_headers compiles is the headers it names in CMakeLists.txt.
