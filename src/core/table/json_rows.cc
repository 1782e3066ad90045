// SPDX-License-Identifier: Apache-2.0
#include "core/table/json_rows.h"

#include <fmt/format.h>
#include <rapidjson/error/en.h>
#include <rapidjson/reader.h>

#include <algorithm>

#include "core/text/text.h"

namespace trena {
namespace {

constexpr size_t kDeepest = 8;         // of objects that become columns
constexpr size_t kDeepestList = 1000;  // of what is left out
constexpr size_t kMostColumns = 1000;
// A field must be readable beyond its end.
constexpr char kZeros[kFieldPadding] = {};
constexpr std::string_view kNothing = std::string_view(kZeros, kFieldPadding).substr(0, 0);
constexpr char kTrue[4 + kFieldPadding] = "true";
constexpr char kFalse[5 + kFieldPadding] = "false";

std::string_view TakeLine(std::string_view& text) {
  const size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

}  // namespace

// Reads a line in place, in a copy of its own, which the fields point into. The calls between the
// lines are those that RapidJSON's reader makes; one that answers false ends the reading.
class JsonRows::Parser {
 public:
  explicit Parser(std::vector<std::string> columns) : columns_(std::move(columns)) {}

  // Fills `fields` from a line; what is wrong with it, or empty.
  std::string Read(std::string_view line, std::vector<std::string_view>& fields) {
    fields_ = &fields;
    next_ = objects_ = lists_ = 0;
    fields.assign(columns_.size(), kNothing);
    prefix_.clear();
    problem_ = nullptr;
    line_.assign(line).append(kFieldPadding, '\0');
    rapidjson::InsituStringStream stream(line_.data());
    constexpr unsigned kFlags = rapidjson::kParseInsituFlag |
                                rapidjson::kParseNumbersAsStringsFlag |
                                rapidjson::kParseValidateEncodingFlag;
    const rapidjson::ParseResult result = reader_.Parse<kFlags>(stream, *this);
    if (problem_ != nullptr) return problem_;
    if (result.IsError()) return rapidjson::GetParseError_En(result.Code());
    return stream.Tell() < line.size() ? "It has a byte of zero." : "";
  }

  // New names are added to the columns instead of being left out.
  bool collect = false;
  const std::vector<std::string>& columns() const { return columns_; }

  // ---
  bool Null() { return Take(kNothing); }
  bool Bool(bool value) { return Take({value ? kTrue : kFalse, value ? 4u : 5u}); }
  bool RawNumber(const char* text, size_t size, bool) { return Take({text, size}); }
  bool String(const char* text, size_t size, bool) { return Take({text, size}); }
  bool Key(const char* text, size_t size, bool) {
    if (lists_ == 0) key_ = {text, size};
    return true;
  }
  bool StartObject() {
    if (lists_ > 0) return OpenList();
    if (objects_ == kDeepest) return Fail("Objects lie too deep within each other.");
    if (objects_++ > 0) {
      before_[objects_ - 1] = prefix_.size();
      prefix_.append(key_).append(".");
    }
    return true;
  }
  bool EndObject(size_t) {
    if (lists_ > 0) return EndArray(0);
    if (--objects_ > 0) prefix_.resize(before_[objects_]);
    return true;
  }
  bool StartArray() { return objects_ > 0 ? OpenList() : Fail("It is a list."); }
  bool EndArray(size_t) {
    --lists_;
    return true;
  }
  // Never called: numbers come as they are written.
  bool Int(int) { return false; }
  bool Uint(unsigned) { return false; }
  bool Int64(int64_t) { return false; }
  bool Uint64(uint64_t) { return false; }
  bool Double(double) { return false; }
  // ---

 private:
  bool Fail(const char* problem) {
    problem_ = problem;
    return false;
  }

  bool OpenList() {
    return ++lists_ <= kDeepestList || Fail("Lists lie too deep within each other.");
  }

  bool Take(std::string_view text) {
    if (objects_ == 0) return Fail("It is a single value.");
    if (lists_ == 0) Set(key_, text);
    return true;
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

  rapidjson::Reader reader_;
  std::vector<std::string> columns_;
  std::vector<std::string_view>* fields_ = nullptr;
  size_t next_ = 0;
  std::string line_;
  std::string_view key_;
  size_t objects_ = 0;            // that are open
  size_t lists_ = 0;              // and lists, with all that is open within them
  size_t before_[kDeepest] = {};  // the prefix's size outside each object
  std::string prefix_;
  std::string name_;
  const char* problem_ = nullptr;
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
