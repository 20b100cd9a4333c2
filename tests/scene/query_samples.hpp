// A query file for the tests: one unit cube against another that comes at it with 4 m/s from 2 m away, so that they
// touch after 0.25 s.
#pragma once

#include <string>

namespace firstcontact::testing {

/// `answer` is the known answer's line, from its kind on.
inline std::string two_cubes(const std::string& answer) {
  return "toiset 1 S0 7 1 1\n"
         "shape 0 8 6\n"
         "v -0.5 -0.5 -0.5\nv 0.5 -0.5 -0.5\nv 0.5 0.5 -0.5\nv -0.5 0.5 -0.5\n"
         "v -0.5 -0.5 0.5\nv 0.5 -0.5 0.5\nv 0.5 0.5 0.5\nv -0.5 0.5 0.5\n"
         "f 4 0 3 2 1\nf 4 4 5 6 7\nf 4 0 1 5 4\nf 4 3 7 6 2\nf 4 0 4 7 3\nf 4 1 2 6 5\n"
         "query 17 0 0 1\n"
         "A 0 0 0  0 0 0 1  0 0 0  0 0 0\n"
         "B 2 0 0  0 0 0 1  -4 0 0  0 0 0\n"
         "expect " +
         answer + "\n";
}

}  // namespace firstcontact::testing
