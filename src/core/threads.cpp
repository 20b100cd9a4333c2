#include "core/threads.hpp"

#include <algorithm>
#include <system_error>

#include "core/arithmetic_mode.hpp"

namespace firstcontact {

namespace {

// A pointer of each thread, that says for whom it works: set while it does, and null again afterwards.
Threads*& current_threads() {
  thread_local Threads* current = nullptr;
  return current;
}

}  // namespace

int most_threads() { return static_cast<int>(std::max(1U, std::thread::hardware_concurrency())); }

void Patience::wait() {
  if (++waited_ > pauses) {
    std::this_thread::yield();
    return;
  }
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

Threads::Change::Change(Threads* now) : before_(std::exchange(current_threads(), now)) {}
Threads::Change::~Change() { current_threads() = before_; }

Threads* Threads::current() { return current_threads(); }

Threads::Threads(int count) {
  try {
    for (int i = 1; i < count; ++i) {
      others_.emplace_back([this] { serve(); });
    }
  } catch (const std::system_error&) {
    // The system has no more of them: the loops end all the same.
  }
}

Threads::~Threads() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_over_.store(true, std::memory_order_release);
  }
  something_.notify_all();
  for (std::thread& other : others_) {
    other.join();
  }
}

void Threads::open(Loop& loop) {
  bool is_someone_asleep = false;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    loops_.push_back(&loop);
    opened_.fetch_add(1, std::memory_order_release);
    is_someone_asleep = sleepers_ > 0;
  }
  if (is_someone_asleep) {
    something_.notify_all();
  }
}

void Threads::call_off(Loop& loop) { loop.next.store(loop.visits.count, std::memory_order_relaxed); }

// From here on nobody joins; who did is waited for, and whatever else is open is helped with meanwhile.
void Threads::close(Loop& loop) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    loops_.erase(std::find(loops_.begin(), loops_.end(), &loop));
  }
  Patience patience;
  while (loop.helpers.load(std::memory_order_acquire) != 0) {
    if (help([](const Loop& other) { return !other.is_long; })) {
      patience.begin_anew();
    } else {
      patience.wait();
    }
  }
}

void Threads::go_through(Loop& loop) {
  open(loop);
  work_at(loop);
  close(loop);
  if (loop.trouble) {
    std::rethrow_exception(loop.trouble);
  }
}

void Threads::work_at(Loop& loop) {
  const Visits& visits = loop.visits;
  try {
    while (true) {
      const std::size_t first = loop.next.fetch_add(visits.at_a_time, std::memory_order_relaxed);
      if (first >= visits.count) {
        return;
      }
      const std::size_t end = std::min(visits.count, first + visits.at_a_time);
      for (std::size_t i = first; i < end; ++i) {
        visits.call(visits.visit, i);
      }
    }
  } catch (...) {
    call_off(loop);
    const std::lock_guard<std::mutex> lock(mutex_);
    loop.trouble = loop.trouble ? loop.trouble : std::current_exception();
  }
}

// The latest first: whoever opened it holds up the others.
bool Threads::help(bool (*is_wanted)(const Loop&)) {
  Loop* found = nullptr;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto place = std::find_if(loops_.rbegin(), loops_.rend(),
                                    [&](const Loop* loop) { return loop->has_more() && is_wanted(*loop); });
    if (place == loops_.rend()) {
      return false;
    }
    found = *place;
    found->helpers.fetch_add(1, std::memory_order_relaxed);
  }
  work_at(*found);
  found->helpers.fetch_sub(1, std::memory_order_release);
  return true;
}

void Threads::serve() {
  const ArithmeticMode mode;  // a thread begins with its maker's
  const Change change(this);
  Patience patience;
  while (!is_over_.load(std::memory_order_acquire)) {
    const std::size_t seen = opened_.load(std::memory_order_acquire);
    if (help([](const Loop& /*any*/) { return true; })) {
      patience.begin_anew();
      continue;
    }
    while (opened_.load(std::memory_order_acquire) == seen && !is_over_.load(std::memory_order_relaxed)) {
      if (!patience.is_at_an_end()) {
        patience.wait();
        continue;
      }
      std::unique_lock<std::mutex> lock(mutex_);
      ++sleepers_;
      something_.wait(lock, [&] { return opened_.load() != seen || is_over_.load(); });
      --sleepers_;
    }
    patience.begin_anew();
  }
}

Threads::Aside::~Aside() {
  Threads::call_off(loop_);
  threads_.close(loop_);
}

}  // namespace firstcontact
