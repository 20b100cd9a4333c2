// Programs that a test starts, kills or waits for.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <vector>

namespace firstcontact::testing_support {

/// Starts `words` (the program first); what it writes to `silenced` (a file descriptor) goes nowhere.
inline pid_t start_process(std::vector<std::string> words, int silenced) {
  std::vector<char*> arguments;
  for (std::string& word : words) {
    arguments.push_back(word.data());
  }
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, silenced, "/dev/null", O_WRONLY, 0);
  pid_t process = 0;
  EXPECT_EQ(::posix_spawnp(&process, arguments[0], &actions, nullptr, arguments.data(), environ), 0);
  posix_spawn_file_actions_destroy(&actions);
  return process;
}

/// Its exit status, or minus the signal that ended it.
inline int wait_for(pid_t process) {
  int status = 0;
  ::waitpid(process, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

}  // namespace firstcontact::testing_support
