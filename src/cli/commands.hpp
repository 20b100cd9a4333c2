// The subcommands: what each is told on the command line, how that is declared, and what it does.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.hpp"

namespace firstcontact {

/// The engine itself, among the methods.
inline constexpr std::string_view engine_name = "first_contact";

struct SimulateArguments {
  std::string scene;
  std::optional<double> duration;   // s
  std::optional<double> time_step;  // s
  int threads = 1;
  std::string record, events, summary;  // files; empty: none
  std::string checkpoint, resume;       // files; empty: none
  double every = 1.0;                   // s between checkpoints
  std::string method = std::string(engine_name);
  std::string summary_final = "true";
  bool check = false, quiet = false;
  bool no_cache = false;
  bool record_impulses = false;
  bool no_sleeping = false;
};
/// Adds `simulate` to `program`; what is parsed lands in `arguments`, which must outlive it.
CLI::App* declare_simulate(CLI::App& program, SimulateArguments& arguments);
[[nodiscard]] ExitStatus simulate(const SimulateArguments& arguments, const Streams& streams);

struct ExportArguments {
  std::string recording;  // or a scene, which is run first
  std::string method = std::string(engine_name);
  std::string output;
  std::string looks;  // a scene file; empty: none
  double samples_per_second = 60.0;
  bool no_cache = false;
};
CLI::App* declare_export(CLI::App& program, ExportArguments& arguments);
[[nodiscard]] ExitStatus export_recording(const ExportArguments& arguments, const Streams& streams);

struct RenderArguments {
  std::string input, output;
  std::string size = "1280x720";
  std::optional<double> frames_per_second;  // 60
  std::optional<double> time;               // s
  std::optional<double> end;                // s
  std::optional<double> speed;
  std::string camera, looks;
  std::string eye, target;              // "X,Y,Z"; empty: not said
  std::optional<double> field_of_view;  // degrees
  std::string stroboscope;              // "T1,T2,..."; empty: one instant
  std::string labels;                   // "names,time,scale"
  std::string background = "sky";
  std::optional<std::string> overlays;
  std::string method = std::string(engine_name);
  std::string compare;  // "A,B[,C]"; empty: one run alone
  std::string quality = "good";
  int threads = 1;
  bool quiet = false;
  bool no_cache = false;
};
CLI::App* declare_render(CLI::App& program, RenderArguments& arguments);
[[nodiscard]] ExitStatus render(const RenderArguments& arguments, const Streams& streams);

struct ViewArguments {
  std::string input, looks, state;  // files; empty: none
  std::string compare;              // "A,B[,C]"; empty: one run alone
  std::string method = std::string(engine_name);
  int threads = 1;
  long frames = 0;  // 0: until it is closed
  bool is_paused = false;
  bool no_cache = false;
};
CLI::App* declare_view(CLI::App& program, ViewArguments& arguments);
[[nodiscard]] ExitStatus view(const ViewArguments& arguments, const Streams& streams);

struct DecomposeArguments {
  std::string input;
  std::string output, report, picture;  // files; empty: none
  double tolerance = 0.02;              // of the longest side
  int max_hulls = 0, max_vertices = 64;
  std::optional<double> time_budget;  // s
  int threads = 0;
  bool quiet = false;
  bool no_cache = false;
};
CLI::App* declare_decompose(CLI::App& program, DecomposeArguments& arguments);
[[nodiscard]] ExitStatus decompose_mesh(const DecomposeArguments& arguments, const Streams& streams);

struct CacheArguments {
  bool clear = false;
};
CLI::App* declare_cache(CLI::App& program, CacheArguments& arguments);
[[nodiscard]] ExitStatus show_cache(const CacheArguments& arguments, const Streams& streams);

struct TimeOfImpactArguments {
  std::vector<std::string> files;
  std::string method = "certified";
  double target = 1e-4;     // m
  double tolerance = 1e-5;  // m
  int repeat = 1;
  int samples = 16;
  std::string results, summary;  // files; empty: none
};
CLI::App* declare_time_of_impact(CLI::App& program, TimeOfImpactArguments& arguments);
[[nodiscard]] ExitStatus answer_queries(const TimeOfImpactArguments& arguments, const Streams& streams);

struct LabArguments {
  std::string study, output;
  std::string shard;  // "i/n"; empty: all
  std::vector<std::string> sources;
  std::optional<std::uint64_t> seeds, case_number;
  int jobs = 0;
  bool quiet = false;
};
struct LabCommands {
  const CLI::App* lab = nullptr;
  const CLI::App* merge = nullptr;
};
LabCommands declare_lab(CLI::App& program, LabArguments& arguments);
[[nodiscard]] ExitStatus run_lab(const LabArguments& arguments, const Streams& streams);
[[nodiscard]] ExitStatus merge_lab(const LabArguments& arguments, const Streams& streams);

struct VerifyArguments {
  std::string recording;
  std::string report;  // a file; empty: none
  int threads = 1;
};
CLI::App* declare_verify(CLI::App& program, VerifyArguments& arguments);
[[nodiscard]] ExitStatus verify_file(const VerifyArguments& arguments, const Streams& streams);

}  // namespace firstcontact
