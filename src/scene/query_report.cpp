#include "scene/query_report.hpp"

#include <nlohmann/json.hpp>

namespace firstcontact {

namespace {

using Json = nlohmann::ordered_json;  // keys stay in the order of the contract

Json score_json(const Score& score, const QuerySettings& settings) {
  Json json;
  if (!score.set.empty()) {
    json["set"] = score.set;
  }
  json["queries"] = score.queries;
  json["hits"] = score.hits;
  json["missed"] = score.missed;
  json["late"] = score.late;
  json["early"] = score.early;
  json["false_contacts"] = score.false_contacts;
  json["undecided"] = score.undecided;
  json["wrong_overlaps"] = score.wrong_overlaps;
  json["ns_median"] = quantile(score.nanoseconds, 0.5);
  json["ns_p99"] = quantile(score.nanoseconds, 0.99);
  json["method"] = settings.method;
  json["target_m"] = settings.target;
  json["tolerance_m"] = settings.tolerance;
  return json;
}

}  // namespace

std::string query_result_line(const QuerySet& set, const ImpactQuery& query, const TimedAnswer& timed) {
  const TimeOfImpact& impact = timed.impact;
  const Json json{{"set", set.name},
                  {"id", query.id},
                  {"status", status_name(impact.status)},
                  {"time", impact.time},
                  {"gap_m", impact.gap},
                  {"normal", {impact.normal.x, impact.normal.y, impact.normal.z}},
                  {"depth_m", impact.depth},
                  {"feature", feature_name(impact.feature)},
                  {"ns", timed.nanoseconds}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string query_summary(const QueryReport& report, const QuerySettings& settings) {
  Json sets = Json::array();
  for (const Score& score : report.sets) {
    sets.push_back(score_json(score, settings));
  }
  const Json json{{"sets", sets}, {"total", score_json(report.total, settings)}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace firstcontact
