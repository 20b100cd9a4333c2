#include "scene/json_reading.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "scene/text.hpp"

namespace firstcontact {
namespace {

using Json = nlohmann::json;

constexpr std::size_t deepest_nesting = 64;  // a scene needs 6; a thousand brackets are an attack or a broken program

std::string joined(std::span<const std::string_view> names) {
  std::string text;
  for (const std::string_view name : names) {
    text += (text.empty() ? "" : ", ") + std::string(name);
  }
  return text;
}

std::string meant(std::string_view text, std::span<const std::string_view> names) {
  const auto nearest = nearest_name(text, names);
  return nearest ? "; did you mean \"" + *nearest + "\"?" : "";
}

// Messages are one line and never longer than a person reads, whatever the file holds.
std::string clipped(std::string text, std::size_t length) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char letter) { return letter < 0x20U || letter == 0x7FU; }, ' ');
  return text.size() <= length ? text : text.substr(0, length) + "...";
}

std::string line_and_column(std::string_view text, std::size_t bytes_read) {
  const std::string_view before = text.substr(0, std::min(bytes_read > 0 ? bytes_read - 1 : 0, text.size()));
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0: the first line
  return std::to_string(line) + ":" + std::to_string(before.size() - line_start + 1);
}

// "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error ..." without what we say ourselves.
std::string plain(std::string message) {
  for (const std::string_view ending : {"] ", ": "}) {
    const std::string_view opening = ending == "] " ? "[json" : "parse error at";
    const std::size_t end = message.find(ending);
    if (message.compare(0, opening.size(), opening) == 0 && end != std::string::npos) {
      message.erase(0, end + ending.size());
    }
  }
  return message;
}

// Listens to nlohmann's parser (which does not recurse) and stops it at what a document tree cannot show any more: a
// key that came twice, and nesting so deep that walking the tree would exhaust the stack. Not a derived class: the
// parser is a template and asks only for these names.
class StrictListener {
 public:
  StrictListener(std::string_view text, std::string_view file_name) : text_(text), file_name_(file_name) {}

  // NOLINTBEGIN(readability-identifier-naming): the parser's names
  bool null() { return count_value(); }
  bool boolean(bool /*value*/) { return count_value(); }
  bool number_integer(Json::number_integer_t /*value*/) { return count_value(); }
  bool number_unsigned(Json::number_unsigned_t /*value*/) { return count_value(); }
  bool number_float(Json::number_float_t /*value*/, const std::string& /*text*/) { return count_value(); }
  bool string(std::string& /*value*/) { return count_value(); }
  bool binary(Json::binary_t& /*value*/) { return count_value(); }
  bool start_object(std::size_t /*elements*/) { return open(Kind::object); }
  bool start_array(std::size_t /*elements*/) { return open(Kind::array); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool key(std::string& name) {
    levels_.back().key = name;
    return levels_.back().keys.insert(name).second || stop(path() + ": found this key twice, expected it once");
  }
  bool parse_error(std::size_t bytes_read, const std::string& /*token*/, const nlohmann::detail::exception& trouble) {
    error_ = Error{std::string(file_name_) + ":" + line_and_column(text_, bytes_read) + ": " +
                   clipped(plain(trouble.what()), 200)};
    return false;
  }
  // NOLINTEND(readability-identifier-naming)

  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

 private:
  enum class Kind : std::uint8_t { object, array };
  struct Level {
    Kind kind = Kind::object;
    std::set<std::string> keys;  // seen so far, of an object
    std::string key;             // the present one
    std::size_t index = 0;       // the present one, of an array
  };

  bool count_value() {
    if (!levels_.empty()) {
      ++levels_.back().index;
    }
    return true;
  }
  bool open(Kind kind) {
    if (levels_.size() == deepest_nesting) {
      return stop(path() + ": found nesting deeper than " + std::to_string(deepest_nesting) + ", expected a scene");
    }
    levels_.push_back({kind, {}, {}, 0});
    return true;
  }
  bool close() {
    levels_.pop_back();
    return count_value();
  }
  bool stop(const std::string& message) {
    error_ = Error{std::string(file_name_) + ": " + message};
    return false;
  }
  [[nodiscard]] std::string path() const {
    std::string text;
    for (const Level& level : levels_) {
      text += level.kind == Kind::array ? "[" + std::to_string(level.index) + "]"
                                        : (text.empty() ? "" : ".") + clipped(level.key, 60);
    }
    return clipped(text.empty() ? "top level" : text, 200);
  }

  std::string_view text_;
  std::string_view file_name_;
  std::vector<Level> levels_;
  std::optional<Error> error_;
};

std::string described(const Json& value) {
  if (value.is_object()) {
    return "an object";
  }
  if (value.is_array()) {
    return "an array of " + std::to_string(value.size()) + (value.size() == 1 ? " element" : " elements");
  }
  return clipped(value.dump(-1, ' ', false, Json::error_handler_t::replace), 60) +
         (value.is_string() ? " (a text)" : "");
}

}  // namespace

Result<Json> parse_json(std::string_view text, std::string_view file_name) {
  StrictListener listener(text, file_name);
  if (!Json::sax_parse(text, &listener)) {
    return listener.error().value_or(Error{std::string(file_name) + ": cannot be parsed"});
  }
  return Json::parse(text);
}

JsonCursor::JsonCursor(const Json& value, std::string_view file_name, std::string path)
    : value_(&value), file_name_(file_name), path_(std::move(path)) {}

JsonCursor JsonCursor::child(const Json& value, std::string_view key) const {
  JsonCursor below(value, file_name_, path_ + (path_.empty() ? "" : ".") + clipped(std::string(key), 60));
  below.key_ = key;
  return below;
}

std::optional<JsonCursor> JsonCursor::find(std::string_view key) const {
  if (!value_->is_object()) {
    fail("an object");
  }
  const auto found = value_->find(std::string(key));
  if (found == value_->end()) {
    return std::nullopt;
  }
  return child(*found, key);
}

JsonCursor JsonCursor::at(std::string_view key) const {
  if (auto found = find(key)) {
    return *std::move(found);
  }
  complain("found no \"" + std::string(key) + "\", expected one");
}

std::vector<JsonCursor> JsonCursor::elements() const {
  if (!value_->is_array()) {
    fail("an array");
  }
  std::vector<JsonCursor> below;
  for (std::size_t i = 0; i < value_->size(); ++i) {
    below.emplace_back((*value_)[i], file_name_, path_ + "[" + std::to_string(i) + "]");
  }
  return below;
}

std::vector<JsonCursor> JsonCursor::members() const {
  if (!value_->is_object()) {
    fail("an object");
  }
  std::vector<JsonCursor> below;
  for (auto member = value_->begin(); member != value_->end(); ++member) {
    below.push_back(child(member.value(), member.key()));
  }
  return below;
}

void JsonCursor::expect_keys(std::initializer_list<std::string_view> known) const {
  for (const JsonCursor& member : members()) {
    const bool is_known = std::find(known.begin(), known.end(), member.key()) != known.end();
    if (!is_known && member.key().compare(0, 2, "x_") != 0) {
      const std::span<const std::string_view> names(known.begin(), known.size());
      member.complain("found an unknown key, expected one of: " + joined(names) + meant(member.key(), names));
    }
  }
}

double JsonCursor::number(const NumberRange& range) const {
  const double value = value_->is_number() ? value_->get<double>() : std::numeric_limits<double>::quiet_NaN();
  if (!(value >= range.low && value <= range.high)) {  // written so that 'not a number' fails
    fail(range.text);
  }
  return value;
}

std::int64_t JsonCursor::whole_number(std::int64_t low, std::int64_t high) const {
  const std::string range = "a whole number from " + std::to_string(low) + " to " + std::to_string(high);
  const double value = number({static_cast<double>(low), static_cast<double>(high), range});
  if (value != std::floor(value)) {
    fail(range);
  }
  return static_cast<std::int64_t>(value);
}

std::string JsonCursor::text() const {
  if (!value_->is_string()) {
    fail("a text");
  }
  return value_->get<std::string>();
}

bool JsonCursor::truth() const {
  if (!value_->is_boolean()) {
    fail("true or false");
  }
  return value_->get<bool>();
}

Vec3 JsonCursor::vector(const NumberRange& range) const {
  const std::vector<double> values = numbers(3, range);
  return {values[0], values[1], values[2]};
}

std::vector<double> JsonCursor::numbers(std::size_t count, const NumberRange& range) const {
  if (!value_->is_array() || value_->size() != count) {
    fail("an array of " + std::to_string(count) + " numbers");
  }
  std::vector<double> values;
  for (const JsonCursor& element : elements()) {
    values.push_back(element.number(range));
  }
  return values;
}

std::size_t JsonCursor::choice(std::span<const std::string_view> names) const {
  const std::string expected = "one of: " + joined(names);
  if (!value_->is_string()) {
    fail(expected);
  }
  const auto found = std::find(names.begin(), names.end(), value_->get_ref<const std::string&>());
  if (found == names.end()) {
    fail(expected + meant(value_->get_ref<const std::string&>(), names));
  }
  return static_cast<std::size_t>(found - names.begin());
}

void JsonCursor::fail(std::string_view expected) const {
  complain("found " + described(*value_) + ", expected " + std::string(expected));
}

std::string JsonCursor::place() const { return std::string(file_name_) + ": " + (path_.empty() ? "top level" : path_); }

void JsonCursor::complain(std::string_view message) const { throw JsonTrouble(place() + ": " + std::string(message)); }

}  // namespace firstcontact
