// The executable `firstcontact`.

#include <iostream>
#include <vector>

#include "cli/program.hpp"

int main(int argument_count, char** arguments) {
  const std::vector<std::string> texts(arguments + (argument_count > 0 ? 1 : 0), arguments + argument_count);
  return firstcontact::run_program(texts, std::cout, std::cerr);
}
