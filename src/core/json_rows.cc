// SPDX-License-Identifier: Apache-2.0
#include "core/json_rows.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>

#include "core/byte_masks.h"
#include "core/text.h"

namespace trena {
namespace {

constexpr int kDeepest = 8;
constexpr size_t kMostColumns = 1000;

std::string_view TakeLine(std::string_view& text) {
  const size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

}  // namespace

namespace od = simdjson::ondemand;

class JsonRows::Parser {
 public:
  explicit Parser(std::vector<std::string> columns) : columns_(std::move(columns)) {}

  // Fills `fields` from a line; what is wrong with it, or empty.
  std::string Read(std::string_view line, std::vector<std::string_view>& fields) {
    fields_ = &fields;
    next_ = 0;
    fields.assign(columns_.size(), std::string_view("", 0));
    prefix_.clear();
    const auto error = ReadLine(line);
    return error == simdjson::SUCCESS ? "" : simdjson::error_message(error);
  }

  // New names are added to the columns instead of being left out.
  bool collect = false;
  const std::vector<std::string>& columns() const { return columns_; }

 private:
  simdjson::error_code ReadLine(std::string_view line) {
    od::document document;
    const simdjson::padded_string_view padded(line.data(), line.size(),
                                              line.size() + simdjson::SIMDJSON_PADDING);
    if (auto error = parser_.iterate(padded).get(document)) return error;
    od::object object;
    if (auto error = document.get_object().get(object)) return error;
    if (auto error = ReadObject(object, 0)) return error;
    const char* more = nullptr;  // an error when nothing follows
    return document.current_location().get(more) ? simdjson::SUCCESS : simdjson::TRAILING_CONTENT;
  }

  simdjson::error_code ReadObject(od::object& object, int depth) {
    if (depth == kDeepest) return simdjson::DEPTH_ERROR;
    for (auto field : object) {
      std::string_view key;
      od::value value;
      if (auto error = field.unescaped_key().get(key)) return error;
      if (auto error = field.value().get(value)) return error;
      if (auto error = ReadValue(key, value, depth)) return error;
    }
    return simdjson::SUCCESS;
  }

  simdjson::error_code ReadValue(std::string_view key, od::value& value, int depth) {
    od::json_type type{};
    if (auto error = value.type().get(type)) return error;
    if (type == od::json_type::array) return SkipArray(value);
    if (type == od::json_type::object) {
      const size_t before = prefix_.size();
      prefix_.append(key).append(".");
      od::object object;
      if (auto error = value.get_object().get(object)) return error;
      if (auto error = ReadObject(object, depth + 1)) return error;
      prefix_.resize(before);
      return simdjson::SUCCESS;
    }
    std::string_view text;
    if (auto error = TextOf(value, type, text)) return error;
    Set(key, text);
    return simdjson::SUCCESS;
  }

  // raw_json skips without making sure that what it skips is right, but for brackets.
  static simdjson::error_code SkipArray(od::value& value) {
    od::array array;
    std::string_view raw;
    if (auto error = value.get_array().get(array)) return error;
    return array.raw_json().get(raw);
  }

  static simdjson::error_code TextOf(od::value& value, od::json_type type, std::string_view& text) {
    if (type == od::json_type::string) return value.get_string().get(text);
    text = Trim(value.raw_json_token());
    if (type == od::json_type::number) return value.get_double().error();
    if (type == od::json_type::boolean) return value.get_bool().error();
    text = std::string_view("", 0);
    return value.is_null() ? simdjson::SUCCESS : simdjson::N_ATOM_ERROR;
  }

  // Names mostly come in the same order in every row.
  void Set(std::string_view key, std::string_view text) {
    if (!prefix_.empty()) {
      name_.assign(prefix_).append(key);
      key = name_;
    }
    if (next_ >= columns_.size() || columns_[next_] != key) {
      next_ =
          static_cast<size_t>(std::find(columns_.begin(), columns_.end(), key) - columns_.begin());
      if (next_ == columns_.size()) {
        if (!collect || columns_.size() == kMostColumns) return;
        columns_.emplace_back(key);
        fields_->emplace_back();
      }
    }
    (*fields_)[next_++] = text;
  }

  od::parser parser_;
  std::vector<std::string> columns_;
  std::vector<std::string_view>* fields_ = nullptr;
  size_t next_ = 0;
  std::string prefix_;
  std::string name_;
};

JsonRows::JsonRows(std::string_view text, std::vector<std::string> columns)
    : text_(text), parser_(std::make_unique<Parser>(std::move(columns))) {}

JsonRows::~JsonRows() = default;

RowState JsonRows::Next(std::vector<std::string_view>& fields) {
  while (!text_.empty()) {
    const std::string_view line = TakeLine(text_);
    line_ = ++lines_;
    if (Trim(line).empty()) continue;
    problem_ = parser_->Read(line, fields);
    if (problem_.empty()) return RowState::kRow;
    problem_ = fmt::format("not an object in JSON ({})", problem_);
    return RowState::kBad;
  }
  return RowState::kEnd;
}

std::vector<std::string> JsonRows::Columns(std::string_view text, size_t rows) {
  Parser parser({});
  parser.collect = true;
  std::vector<std::string_view> fields;
  for (size_t row = 0; row < rows && !text.empty(); ++row) {
    const std::string_view line = TakeLine(text);
    if (!Trim(line).empty()) parser.Read(line, fields);
  }
  return parser.columns();
}

}  // namespace trena
