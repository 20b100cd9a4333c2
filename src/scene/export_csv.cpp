#include "scene/export_csv.hpp"

#include "scene/sampled_run.hpp"
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

}  // namespace

Result<ExportReport> export_csv(RecordingReader& recording, double samples_per_second, OutputFile& out) {
  require(samples_per_second > 0.0, "export_csv: samples_per_second must be above 0");
  out.write("time_s,body,x,y,z,qx,qy,qz,qw,vx,vy,vz,wx,wy,wz\n");
  const RecordingHeader& header = recording.header();
  ExportReport report;
  const auto error = sample_run(recording, samples_per_second, [&](const MotionTable& motions, double time) {
    std::string text;
    const std::string time_text = shortest_text(time) + ",";
    for (BodyIndex i = 0; i < motions.size(); ++i) {
      if (motions.is_there(i, time)) {
        FlowState state = motions.state(i, time);
        state.pose = motions.mesh_pose_at(i, time);
        append_row(text, time_text + csv_field(header.bodies[i].name), state);
        ++report.rows;
      }
    }
    out.write(text);
    report.end_time = time;
    return !out.failed();
  });
  if (error) {
    return *error;
  }
  report.ending = recording.ending();
  report.good_bytes = recording.good_bytes();
  return report;
}

}  // namespace firstcontact
