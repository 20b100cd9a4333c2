// Work that the window does not wait for.
#pragma once

#include <atomic>
#include <chrono>
#include <exception>
#include <future>
#include <memory>
#include <thread>
#include <type_traits>
#include <utility>

namespace firstcontact {

/// Threads that are nobody's to join: a frame never waits for one, and what is still under way when the window is
/// closed ends with the process (see `is_busy`). What a piece of work needs it must own. One thread's: the window's.
class Beside {
 public:
  /// Runs `work` on a thread of its own. The future's end waits for nothing; what `work` throws is in it.
  template <class Work>
  auto start(Work work) {
    using Value = decltype(work());
    auto promise = std::make_unique<std::promise<Value>>();
    std::future<Value> result = promise->get_future();
    ++*running_;
    std::thread([work = std::make_unique<Work>(std::move(work)), promise = std::move(promise),
                 running = running_]() mutable {
      keep(*promise, *work);
      work.reset();  // lets go of what it owned before it counts as done
      promise.reset();
      --*running;
    }).detach();
    return result;
  }

  /// Destroys `thing` on a thread of its own: what has to wait for its own threads, or is large.
  template <class Thing>
  void destroy(std::unique_ptr<Thing> thing) {
    if (thing != nullptr) {
      start([thing = std::move(thing)]() mutable { thing.reset(); });
    }
  }

  /// True while any work is not done: then the process must not end by returning from main.
  [[nodiscard]] bool is_busy() const { return *running_ > 0; }

 private:
  template <class Value, class Work>
  static void keep(std::promise<Value>& promise, Work& work) {
    try {
      if constexpr (std::is_void_v<Value>) {
        work();
        promise.set_value();
      } else {
        promise.set_value(work());
      }
    } catch (...) {
      promise.set_exception(std::current_exception());
    }
  }

  std::shared_ptr<std::atomic<int>> running_ = std::make_shared<std::atomic<int>>(0);
};

/// True when the result can be taken without waiting.
template <class Value>
[[nodiscard]] bool is_ready(const std::future<Value>& result) {
  return result.valid() && result.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

}  // namespace firstcontact
