// Runs as rows of a table, and back.
#include <array>
#include <charconv>

#include "lab/measures.hpp"
#include "scene/text.hpp"

namespace firstcontact {
namespace {

constexpr std::size_t column_count = 25;

std::string text_of(const std::optional<double>& value) { return value ? shortest_text(*value) : std::string(); }

std::string text_of(const std::optional<bool>& value) { return value ? (*value ? "1" : "0") : ""; }

// A cursor over comma-separated fields, none of which is quoted.
class Fields {
 public:
  explicit Fields(std::string_view row) : rest_(row) {}

  std::string_view next() {
    ++count_;
    const std::size_t comma = rest_.find(',');
    const std::string_view field = rest_.substr(0, comma);
    rest_ = comma == std::string_view::npos ? std::string_view() : rest_.substr(comma + 1);
    return field;
  }
  double number() {
    const ParsedNumber parsed = parse_number(next());
    is_good_ = is_good_ && parsed.is_number;
    return parsed.value;
  }
  std::optional<double> optional_number() {
    const std::string_view field = next();
    if (field.empty()) {
      return std::nullopt;
    }
    const ParsedNumber parsed = parse_number(field);
    is_good_ = is_good_ && parsed.is_number;
    return parsed.value;
  }
  std::uint64_t whole(int base) {
    const std::string_view field = next();
    std::uint64_t value = 0;
    const auto [end, trouble] = std::from_chars(field.data(), field.data() + field.size(), value, base);
    is_good_ = is_good_ && trouble == std::errc{} && end == field.data() + field.size();
    return value;
  }
  void skip(std::size_t fields) {
    for (std::size_t i = 0; i < fields; ++i) {
      next();
    }
  }
  /// The number of the name among those that `name_of` gives to 0, 1, ...
  template <class Enumeration>
  Enumeration named(std::string_view (*name_of)(Enumeration), int count) {
    const std::string_view field = next();
    for (int i = 0; i < count; ++i) {
      if (name_of(static_cast<Enumeration>(i)) == field) {
        return static_cast<Enumeration>(i);
      }
    }
    is_good_ = false;
    return {};
  }
  [[nodiscard]] bool is_good() const { return is_good_; }
  [[nodiscard]] bool is_whole() const { return is_good_ && rest_.empty() && count_ == column_count; }

 private:
  std::string_view rest_;
  std::size_t count_ = 0;
  bool is_good_ = true;
};

void parse_run(Fields& fields, Run& run) {
  run.verdict = fields.named(verdict_name, 6);
  run.impact_at = fields.optional_number();
  run.late_by = fields.optional_number();
  const auto side = fields.optional_number();
  run.wrong_side = side ? std::optional(*side != 0.0) : std::nullopt;
  run.depth = fields.number();
  run.energy_ratio = fields.number();
  run.momentum_error = fields.optional_number();
  run.angular_momentum_error = fields.optional_number();
  run.velocity_error = fields.optional_number();
  run.ghost_impulse = fields.number();
  run.time_lost = fields.number();
  run.steps = fields.whole(10);
  run.state_hash = fields.whole(16);
}

}  // namespace

std::string record_header() {
  return "case,seed,speed_m_s,thickness_m,spin_rad_s,angle_rad,time_step_s,restitution,truth,apart_until_s,overlap_at_"
         "s,"
         "method,verdict,impact_at_s,late_by_s,wrong_side,depth_m,energy_ratio,momentum_error,angular_momentum_error,"
         "velocity_error,ghost_impulse_n_s,time_lost_s,steps,state_hash";
}

std::string record_row(const Study& study, const Record& record) {
  const Run& run = record.run;
  std::string row = std::to_string(record.study_case.index) + ',' + std::to_string(record.study_case.seed_number);
  for (const double value : record.study_case.values) {
    row += ',' + shortest_text(value);
  }
  const bool meets = record.meeting == Meeting::meets;
  row += ',' + std::string(meeting_name(record.meeting)) + ',' + shortest_text(record.apart_until) + ',' +
         (meets ? shortest_text(record.overlap_at) : "") + ',' + study.methods.at(record.method) + ',' +
         std::string(verdict_name(run.verdict));
  const std::array<std::string, 10> rest{text_of(run.impact_at),
                                         text_of(run.late_by),
                                         text_of(run.wrong_side),
                                         shortest_text(run.depth),
                                         shortest_text(run.energy_ratio),
                                         text_of(run.momentum_error),
                                         text_of(run.angular_momentum_error),
                                         text_of(run.velocity_error),
                                         shortest_text(run.ghost_impulse),
                                         shortest_text(run.time_lost)};
  for (const std::string& field : rest) {
    row += ',' + field;
  }
  return row + ',' + std::to_string(run.steps) + ',' + hexadecimal_text(run.state_hash);
}

std::vector<std::string> rows_of(const Study& study, const CaseResult& result) {
  Record record;
  record.study_case = result.study_case;
  record.meeting = result.truth.meeting;
  record.apart_until = result.truth.apart_until;
  record.overlap_at = result.truth.overlap_at;
  std::vector<std::string> rows;
  for (record.method = 0; record.method < result.runs.size(); ++record.method) {
    record.run = result.runs[record.method];
    rows.push_back(record_row(study, record));
  }
  return rows;
}

std::optional<Record> parse_record(const Study& study, std::string_view row) {
  Fields fields(row);
  Record record;
  const std::uint64_t index = fields.whole(10);
  if (!fields.is_good() || index >= case_count(study)) {
    return std::nullopt;
  }
  record.study_case = case_of(study, index);
  fields.skip(1 + parameter_count);
  record.meeting = fields.named(meeting_name, 4);
  record.apart_until = fields.number();
  record.overlap_at = fields.optional_number().value_or(0.0);
  const std::string_view method = fields.next();
  while (record.method < study.methods.size() && study.methods[record.method] != method) {
    ++record.method;
  }
  parse_run(fields, record.run);
  return fields.is_whole() && record.method < study.methods.size() ? std::optional(record) : std::nullopt;
}

}  // namespace firstcontact
