// Threads of one owner, which go through loops together: no other library's pool, so that none is shared with a host
// that has one of its own, and none outlives its owner.
//
// A loop's visits are handed out one by one, or a few at a time, by an atomic counter. Who opened the loop works at it
// too, so that it always ends, whether anybody comes to help or not; loops may be opened from within others. Nobody can
// wait for itself: a thread only ever waits for visits that were begun after its own.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace firstcontact {

/// Threads that the machine can run at once, at least 1: more would only be in each other's way.
[[nodiscard]] int most_threads();

/// Waits a little longer each time: by pauses of the processor first, then so that whoever shares it gets on.
class Patience {
 public:
  void wait();
  void begin_anew() { waited_ = 0; }
  [[nodiscard]] bool is_at_an_end() const { return waited_ > pauses + yields; }

 private:
  static constexpr int pauses = 2000;  // some tens of microseconds
  static constexpr int yields = 50;
  int waited_ = 0;
};

/// The calling thread and `count` - 1 others, which sleep while there is nothing to do and end with this object.
class Threads {
 public:
  explicit Threads(int count);
  ~Threads();
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  /// The caller and the others. Fewer than were asked for where the system gave no more.
  [[nodiscard]] int count() const { return static_cast<int>(others_.size()) + 1; }

  /// Calls `work` such that `current()` is this object in it, and in whatever its loops visit.
  template <class Work>
  decltype(auto) execute(const Work& work) {
    const Change change(this);
    return work();
  }
  /// What the calling thread works for at present; none: it is alone.
  [[nodiscard]] static Threads* current();

  /// Calls visit(0) to visit(count - 1), `at_a_time` to a thread, in any order and at once; returns when all are done,
  /// and whatever they wrote can be seen. The first exception of a visit ends the loop and is thrown here.
  template <class Visit>
  void for_each(std::size_t count, std::size_t at_a_time, const Visit& visit) {
    const auto call = [](const void* what, std::size_t i) { (*static_cast<const Visit*>(what))(i); };
    Loop loop({call, &visit, count, at_a_time});
    go_through(loop);
  }

  /// Visits that others of these threads may do while the one that opened them goes on with something else. The end
  /// of this object calls off what nobody has begun, and waits for the rest.
  class Aside;

 private:
  struct Visits {
    void (*call)(const void*, std::size_t) = nullptr;
    const void* visit = nullptr;
    std::size_t count = 0;
    std::size_t at_a_time = 1;
  };
  struct Loop {
    explicit Loop(const Visits& what) : visits(what) {}
    Visits visits;
    std::atomic<std::size_t> next{0};     // not begun yet
    std::atomic<std::size_t> helpers{0};  // at work on it, besides whoever opened it
    std::exception_ptr trouble;           // guarded by the mutex
    bool is_long = false;                 // its visits end when its owner says so: no one who waits may begin one
    [[nodiscard]] bool has_more() const { return next.load(std::memory_order_relaxed) < visits.count; }
  };
  class Change {
   public:
    explicit Change(Threads* now);
    ~Change();
    Change(const Change&) = delete;
    Change& operator=(const Change&) = delete;

   private:
    Threads* before_;
  };

  void go_through(Loop& loop);
  void open(Loop& loop);
  void close(Loop& loop);
  static void call_off(Loop& loop);
  void work_at(Loop& loop);
  bool help(bool (*is_wanted)(const Loop&));
  void serve();

  std::mutex mutex_;
  std::condition_variable something_;  // a loop was opened, or all is over
  std::vector<Loop*> loops_;           // open: the latest last
  std::atomic<std::size_t> opened_{0};
  std::size_t sleepers_ = 0;
  std::atomic<bool> is_over_{false};
  std::vector<std::thread> others_;
};

class Threads::Aside {
 public:
  /// visit(0) to visit(count - 1), each by one thread; `visit` must outlive this object and must not throw.
  template <class Visit>
  Aside(Threads& threads, std::size_t count, const Visit& visit)
      : threads_(threads),
        loop_({[](const void* what, std::size_t i) { (*static_cast<const Visit*>(what))(i); }, &visit, count, 1}) {
    loop_.is_long = true;
    threads_.open(loop_);
  }
  ~Aside();
  Aside(const Aside&) = delete;
  Aside& operator=(const Aside&) = delete;

 private:
  Threads& threads_;
  Loop loop_;
};

}  // namespace firstcontact
