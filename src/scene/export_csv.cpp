#include "scene/export_csv.hpp"

#include <array>
#include <cmath>
#include <limits>

#include "scene/motion_table.hpp"
#include "scene/text.hpp"

namespace firstcontact {
namespace {

void append_row(std::string& text, const std::string& beginning, const FlowState& state) {
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

// Walks the steps and writes the samples that fall into each.
class Sampler {
 public:
  Sampler(const RecordingHeader& header, double samples_per_second, OutputFile& out)
      : header_(&header), table_(header), samples_per_second_(samples_per_second), out_(&out) {
    for (const RecordedBody& body : header.bodies) {
      names_.push_back(csv_field(body.name));
    }
  }

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
    const std::string time_text = shortest_text(time);
    for (BodyIndex i = 0; i < table_.size(); ++i) {
      if (table_.is_there(i, time)) {
        FlowState state = table_.state(i, time);
        state.pose = mesh_pose(state.pose, header_->colliders[header_->bodies[i].collider]);
        append_row(text, time_text + "," + names_[i], state);
        ++rows_;
      }
    }
    out_->write(text);
    last_time_ = time;
  }

  const RecordingHeader* header_;
  MotionTable table_;
  std::vector<std::string> names_;
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
