#include "verify/report.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "scene/text.hpp"

namespace firstcontact::verify {
namespace {

// A text as JSON has it. Names may hold anything; UTF-8 passes through.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char letter : text) {
    const auto code = static_cast<unsigned char>(letter);
    if (letter == '"' || letter == '\\') {
      out += '\\';
      out += letter;
    } else if (code < 0x20) {
      std::array<char, 8> escape{};
      std::snprintf(escape.data(), escape.size(), "\\u%04x", static_cast<unsigned>(code));
      out += escape.data();
    } else {
      out += letter;
    }
  }
  return out + '"';
}

std::string field(const std::string& key, const std::string& value) {
  return "  " + quoted(key) + ": " + value + ",\n";
}
std::string field(const std::string& key, double value) { return field(key, shortest_text(value)); }
std::string field(const std::string& key, std::uint64_t value) { return field(key, std::to_string(value)); }

std::string ending_name(RecordingEnding ending) {
  return ending == RecordingEnding::complete ? "complete" : ending == RecordingEnding::cut ? "cut" : "interrupted";
}

std::string verdict(const VerifyReport& report) {
  const bool is_doubt = std::all_of(report.findings.begin(), report.findings.end(),
                                    [](const Finding& finding) { return finding.kind == FindingKind::undecided; });
  return report.findings.empty() ? "proved" : is_doubt ? "undecided" : "refuted";
}

std::string finding_json(const Finding& finding) {
  return "{\"kind\": " + quoted(kind_name(finding.kind)) + ", \"time_s\": " + shortest_text(finding.time) +
         ", \"body_a\": " + quoted(finding.body_a) + ", \"body_b\": " + quoted(finding.body_b) +
         ", \"measure\": " + shortest_text(finding.measure) + ", \"what\": " + quoted(finding.what) + "}";
}

std::string least_gap_json(const LeastGap& least) {
  return "{\"gap_m\": " + shortest_text(least.gap) + ", \"time_s\": " + shortest_text(least.time) +
         ", \"body_a\": " + quoted(least.body_a) + ", \"body_b\": " + quoted(least.body_b) + "}";
}

std::string rounded(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.4g", value);
  return text.data();
}

std::string mechanics_json(const MechanicsCounts& counts) {
  const WorstShares& worst = counts.worst;
  const auto share = [](const std::string& key, double value) { return quoted(key) + ": " + shortest_text(value); };
  return field("junctions", counts.junctions) + field("free_junctions", counts.free_junctions) +
         field("impacts", counts.impacts) + field("impact_clusters", counts.clusters) +
         field("judged_clusters", counts.judged_clusters) + field("set_apart_m", counts.set_apart) +
         field("worst_shares_of_allowance", "{" + share("place", worst.place) + ", " + share("turn", worst.turn) +
                                                ", " + share("velocity", worst.velocity) + ", " +
                                                share("spin", worst.spin) + ", " + share("momentum", worst.momentum) +
                                                ", " + share("energy", worst.energy) + "}");
}

std::string ledger_json(const LedgerCounts& counts) {
  return field("ledger_entries", counts.entries) + field("stilled_n_s", counts.stilled) +
         field("held_back_m", counts.held_back) + field("ledger_transfers", counts.transfers) +
         field("ledger_loads", counts.loads) + field("turned_n_m_s", counts.turned) +
         field("unbalanced_n_m_s", counts.unbalanced) +
         field("ledger_worst_shares_of_allowance",
               "{\"momentum\": " + shortest_text(counts.worst_momentum) +
                   ", \"angular_momentum\": " + shortest_text(counts.worst_angular_momentum) +
                   ", \"energy\": " + shortest_text(counts.worst_energy) + "}");
}

}  // namespace

std::string report_json(const VerifyReport& report) {
  std::string json = "{\n" + field("verdict", quoted(verdict(report))) + field("scene", quoted(report.scene)) +
                     field("method", quoted(report.method.empty() ? "first_contact" : report.method)) +
                     field("ending", quoted(ending_name(report.ending))) + field("end_time_s", report.end_time) +
                     field("bodies", report.bodies) + field("shapes", report.shapes) + field("steps", report.steps) +
                     field("segments", report.segments) + field("events", report.events) +
                     field("pair_steps", report.pair_steps) + field("intervals", report.intervals) +
                     field("deepest_halving", static_cast<std::uint64_t>(report.deepest)) +
                     field("least_gap", report.least_gap ? least_gap_json(*report.least_gap) : "null") +
                     mechanics_json(report.mechanics) + field("sleeps", report.slumber.sleeps) +
                     field("wakes", report.slumber.wakes) + ledger_json(report.ledger);
  json += "  \"findings\": [";
  for (std::size_t i = 0; i < report.findings.size(); ++i) {
    json += (i == 0 ? "\n    " : ",\n    ") + finding_json(report.findings[i]);
  }
  return json + (report.findings.empty() ? "]\n}\n" : "\n  ]\n}\n");
}

std::string report_lines(const VerifyReport& report) {
  std::string text;
  for (const Finding& finding : report.findings) {
    text += finding_line(finding) + "\n";
  }
  text += report.method.empty() ? "" : "a run by " + report.method + ", which promises nothing:\n";
  text += verdict(report) + ": \"" + report.scene + "\", " + std::to_string(report.bodies) + " bodies over " +
          rounded(report.end_time) + " s, " + std::to_string(report.steps) + " steps\n";
  text += "  " + std::to_string(report.intervals) + " intervals of " + std::to_string(report.pair_steps) +
          " pairs and steps, halved " + std::to_string(report.deepest) + " times at most\n";
  if (report.least_gap) {
    text += "  " + std::string("every gap is above ") + rounded(report.least_gap->gap) +
            " m wherever it was proved; least between \"" + report.least_gap->body_a + "\" and \"" +
            report.least_gap->body_b + "\" about " + rounded(report.least_gap->time) + " s\n";
  }
  const MechanicsCounts& counts = report.mechanics;
  return text + "  " + std::to_string(counts.junctions) + " changes of motion (" +
         std::to_string(counts.free_junctions) + " in free flight) and " + std::to_string(counts.impacts) +
         " impacts in " + std::to_string(counts.clusters) + " clusters (" + std::to_string(counts.judged_clusters) +
         " with all velocities known)\n";
}

}  // namespace firstcontact::verify
