#include "scene/export_csv.hpp"

#include <array>
#include <cmath>
#include <limits>

#include "scene/text.hpp"

namespace firstcontact {
namespace {

// The motion every body is in at a time that only moves forward.
class MotionTable {
 public:
  explicit MotionTable(const RecordingHeader& header)
      : header_(&header), removed_at_(header.bodies.size(), std::numeric_limits<double>::infinity()) {
    for (BodyIndex i = 0; i < header.bodies.size(); ++i) {
      const FlowState& start = header.bodies[i].start;
      current_.push_back(
          {i, FlowKind::screw, 0.0, start.pose, start.linear_velocity, start.angular_velocity, Vec3(0.0)});
      names_.push_back(csv_field(header.bodies[i].name));
    }
  }

  void begin(const MotionSegment& segment) { current_[segment.body] = segment; }
  void remove(BodyIndex body, double time) { removed_at_[body] = time; }

  [[nodiscard]] std::uint64_t append_rows(std::string& text, double time) const {
    std::uint64_t rows = 0;
    const std::string time_text = shortest_text(time);
    for (BodyIndex i = 0; i < current_.size(); ++i) {
      if (time < removed_at_[i]) {
        append_row(text, time_text + "," + names_[i], state(i, time));
        ++rows;
      }
    }
    return rows;
  }

 private:
  [[nodiscard]] FlowState state(BodyIndex body, double time) const {
    const RecordedBody& recorded = header_->bodies[body];
    FlowState flow = evaluate(current_[body], recorded.inertia, std::fmax(time, current_[body].start_time));
    flow.pose = mesh_pose(flow.pose, header_->colliders[recorded.collider]);
    return flow;
  }

  static void append_row(std::string& text, const std::string& beginning, const FlowState& state) {
    const Vec3& p = state.pose.position;
    const Quat& q = state.pose.orientation;
    const Vec3& v = state.linear_velocity;
    const Vec3& w = state.angular_velocity;
    text += beginning;
    for (const double number : {p.x, p.y, p.z, q.x, q.y, q.z, q.w, v.x, v.y, v.z, w.x, w.y, w.z}) {
      text += "," + shortest_text(number);
    }
    text += "\n";
  }

  const RecordingHeader* header_;
  std::vector<MotionSegment> current_;
  std::vector<double> removed_at_;  // s
  std::vector<std::string> names_;
};

// Walks the steps and writes the samples that fall into each.
class Sampler {
 public:
  Sampler(const RecordingHeader& header, double samples_per_second, OutputFile& out)
      : table_(header), samples_per_second_(samples_per_second), out_(&out) {}

  void add(const RecordedStep& step) {
    for (const Event& event : step.events) {
      if (event.kind == EventKind::removed) {
        table_.remove(event.a, event.time);
      }
    }
    auto segment = step.segments.begin();
    const auto begin_until = [&](double time) {
      for (; segment != step.segments.end() && segment->start_time <= time; ++segment) {
        table_.begin(*segment);
      }
    };
    for (; next_time() <= step.end_time; ++next_sample_) {
      begin_until(next_time());
      write(next_time());
    }
    begin_until(std::numeric_limits<double>::infinity());
    end_time_ = step.end_time;
  }

  // The last instant, unless the last sample was it: sums of time steps are rounded, k / fps is too.
  [[nodiscard]] ExportReport finish() {
    if (rows_ == 0 || end_time_ - last_time_ > 1e-9 * std::fmax(1.0, end_time_)) {
      write(end_time_);
    }
    return {rows_, end_time_, RecordingEnding::complete, 0};
  }

 private:
  [[nodiscard]] double next_time() const { return static_cast<double>(next_sample_) / samples_per_second_; }

  void write(double time) {
    std::string text;
    rows_ += table_.append_rows(text, time);
    out_->write(text);
    last_time_ = time;
  }

  MotionTable table_;
  double samples_per_second_;
  OutputFile* out_;
  std::uint64_t next_sample_ = 0;
  std::uint64_t rows_ = 0;
  double last_time_ = 0.0;  // s, of the last sample written
  double end_time_ = 0.0;   // s, of the last step seen
};

}  // namespace

Result<ExportReport> export_csv(RecordingReader& recording, double samples_per_second, OutputFile& out) {
  require(samples_per_second > 0.0, "export_csv: samples_per_second must be above 0");
  out.write("time_s,body,x,y,z,qx,qy,qz,qw,vx,vy,vz,wx,wy,wz\n");
  Sampler sampler(recording.header(), samples_per_second, out);
  auto step = recording.next();
  for (; step && step.value() && !out.failed(); step = recording.next()) {
    sampler.add(*step.value());
  }
  if (!step) {
    return step.error();
  }
  ExportReport report = sampler.finish();
  report.ending = recording.ending();
  report.good_bytes = recording.good_bytes();
  return report;
}

}  // namespace firstcontact
