// Memory for what lives no longer than a call: std::pmr, or, where the standard library has none (LLVM's, before 16),
// as much of it as is used here.
#pragma once

#include <version>

#if defined(__cpp_lib_memory_resource)

#include <memory_resource>

namespace firstcontact::pmr {
using std::pmr::memory_resource;
using std::pmr::monotonic_buffer_resource;
using std::pmr::vector;
}  // namespace firstcontact::pmr

#else

#include <cstddef>
#include <memory>
#include <new>
#include <vector>

namespace firstcontact::pmr {

class memory_resource {  // NOLINT(readability-identifier-naming): the standard's name
 public:
  memory_resource() = default;
  virtual ~memory_resource() = default;
  memory_resource(const memory_resource&) = delete;
  memory_resource& operator=(const memory_resource&) = delete;
  [[nodiscard]] virtual void* allocate(std::size_t bytes, std::size_t alignment) = 0;
};

/// Out of the buffer, and, when that is used up, out of blocks that are freed with it. Nothing is given back before.
class monotonic_buffer_resource : public memory_resource {  // NOLINT(readability-identifier-naming)
 public:
  monotonic_buffer_resource(void* buffer, std::size_t size) : place_(buffer), room_(size) {}
  [[nodiscard]] void* allocate(std::size_t bytes, std::size_t alignment) override {
    if (std::align(alignment, bytes, place_, room_) == nullptr) {
      room_ = 2 * bytes + alignment;
      place_ = blocks_.emplace_back(std::make_unique<std::byte[]>(room_)).get();
      std::align(alignment, bytes, place_, room_);
    }
    void* const found = place_;
    place_ = static_cast<std::byte*>(place_) + bytes;
    room_ -= bytes;
    return found;
  }

 private:
  void* place_;
  std::size_t room_;
  std::vector<std::unique_ptr<std::byte[]> > blocks_;
};

template <class Item>
class polymorphic_allocator {  // NOLINT(readability-identifier-naming)
 public:
  using value_type = Item;
  polymorphic_allocator(memory_resource* resource) : resource_(resource) {}  // NOLINT(google-explicit-constructor)
  template <class Other>
  polymorphic_allocator(const polymorphic_allocator<Other>& other)  // NOLINT(google-explicit-constructor)
      : resource_(other.resource()) {}
  [[nodiscard]] Item* allocate(std::size_t count) {
    return static_cast<Item*>(resource_->allocate(count * sizeof(Item), alignof(Item)));
  }
  void deallocate(Item* /*place*/, std::size_t /*count*/) {}
  [[nodiscard]] memory_resource* resource() const { return resource_; }
  friend bool operator==(const polymorphic_allocator&, const polymorphic_allocator&) = default;

 private:
  memory_resource* resource_;
};

template <class Item>
using vector = std::vector<Item, polymorphic_allocator<Item> >;

}  // namespace firstcontact::pmr

#endif
