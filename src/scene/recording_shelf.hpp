// Any step of a recording at once: where each begins in the file, and, every few steps, where each body's motion does.
#pragma once

#include <atomic>
#include <deque>
#include <fstream>
#include <mutex>
#include <thread>

#include "scene/recording.hpp"
#include "scene/step_shelf.hpp"

namespace firstcontact {

/// The steps of a recording, looked for by a thread of its own: `end` grows until the whole file is known. Going to any
/// step reads at most `snapshot_interval` steps and one segment per body.
class RecordingShelf : public StepShelf {
 public:
  /// Error: the file is no recording, or its header is damaged.
  [[nodiscard]] static Result<std::unique_ptr<RecordingShelf>> open(const std::filesystem::path& file);
  ~RecordingShelf() override;

  [[nodiscard]] const RecordingHeader& header() const { return header_; }
  /// 0..1: how much of the file is known by now.
  [[nodiscard]] double known_share() const;
  /// What stopped the search before the recording's end, if anything did: damage, or a file that is cut. The steps
  /// before it are good.
  [[nodiscard]] std::optional<Error> trouble() const;

  [[nodiscard]] std::size_t first() const override { return 0; }
  [[nodiscard]] std::size_t end() const override;
  [[nodiscard]] double end_time(std::size_t step) const override;
  [[nodiscard]] std::shared_ptr<const RecordedStep> step(std::size_t step) const override;
  [[nodiscard]] bool has_events(std::size_t step) const override;
  [[nodiscard]] std::uint64_t events_before(std::size_t step) const override;
  [[nodiscard]] Start start_near(std::size_t step) const override;

 private:
  struct Place {
    std::uint64_t byte = 0;  // of the STEP chunk
    double end_time = 0.0;   // s
    bool has_events = false;
    std::uint64_t events_before = 0;  // of all steps before it
  };
  struct Snapshot {
    std::vector<std::uint64_t> segment_bytes;  // per body, where its segment is; 0: none yet
    std::vector<BodyIndex> removed;
  };
  RecordingShelf(const std::filesystem::path& file, RecordingReader reader);
  void search();
  void note(const RecordedStep& step);
  [[nodiscard]] std::shared_ptr<const RecordedStep> read_step(std::size_t step) const;

  // A file that is read at places, by any thread.
  class Bytes {
   public:
    explicit Bytes(const std::filesystem::path& file) : stream_(file, std::ios::binary) {}
    /// Fewer when the file ends there, or cannot be read.
    [[nodiscard]] std::string at(std::uint64_t byte, std::size_t count) const;

   private:
    mutable std::mutex mutex_;
    mutable std::ifstream stream_;  // where it stands, nobody knows
  };

  std::filesystem::path file_;
  Bytes bytes_;
  RecordingHeader header_;
  RecordingReader reader_;    // the searching thread's
  std::uint64_t size_ = 0;    // bytes
  mutable std::mutex mutex_;  // guards what follows
  std::vector<Place> places_;
  std::vector<Snapshot> snapshots_;
  Snapshot current_;
  std::uint64_t known_bytes_ = 0, events_ = 0;
  bool is_done_ = false;
  std::optional<Error> trouble_;
  struct Recent {
    std::size_t number = 0;
    std::shared_ptr<const RecordedStep> step;
  };
  mutable std::mutex recent_mutex_;    // guards what follows
  mutable std::deque<Recent> recent_;  // steps read last: a picture after the other is of the same one
  std::atomic<bool> must_stop_ = false;
  std::thread searcher_;
};

}  // namespace firstcontact
