// SPDX-License-Identifier: Apache-2.0
// Reading a plan.json: its two long lists go from the text into the plan, row by row; only the rest
// becomes a tree.
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "plan/plan_file.h"

namespace trena {
namespace {

// The calls of RapidJSON's reader come in the order of the text; one that answers false ends it.
class PlanParser {
 public:
  explicit PlanParser(std::string_view text) : text_(text), stream_(text.data(), text.size()) {}

  Result<SavedPlan> Parse() {
    constexpr unsigned kFlags =
        rapidjson::kParseFullPrecisionFlag | rapidjson::kParseValidateEncodingFlag;
    rapidjson::Reader reader;
    const bool read = !reader.Parse<kFlags>(stream_, *this).IsError();
    if (!read || stream_.Tell() < text_.size() || !ReadHead()) {
      return Error("not a plan of this trena");
    }
    return std::move(plan_);
  }

  bool Null() { return Take(Value("null")); }
  bool Bool(bool truth) { return Take(Value(truth)); }
  bool Int(int number) { return Take(Value(number)); }
  bool Uint(unsigned number) { return Take(Value(static_cast<double>(number))); }
  bool Int64(int64_t number) { return Take(Value(static_cast<double>(number))); }
  bool Uint64(uint64_t number) { return Take(Value(static_cast<double>(number))); }
  bool Double(double number) { return Take(Value(number)); }
  bool RawNumber(const char*, size_t, bool) { return false; }
  bool String(const char* text, size_t size, bool) { return TakeText({text, size}); }

  bool Key(const char* text, size_t size, bool) {
    if (depth_ == 1) list_ = ListOf({text, size});
    if (depth_ == kRowDepth) field_.assign(text, size);
    if (depth_ == kLevelsDepth) level_.assign(text, size);
    return true;
  }

  bool StartObject() {
    ++depth_;
    if (list_ == List::kNone) return depth_ <= kDeepest;
    if (depth_ == kRowDepth) row_ = Row();
    if (depth_ == kLevelsDepth && field_ == "levels") row_.has_levels = true;
    return depth_ <= kLevelsDepth;
  }

  bool EndObject(size_t) {
    const bool row = list_ != List::kNone && depth_ == kRowDepth;
    --depth_;
    if (!row) return true;
    return list_ == List::kScenarios ? EndScenario() : EndRun();
  }

  bool StartArray() {
    ++depth_;
    if (list_ == List::kNone) return depth_ > 1 && depth_ <= kDeepest;
    if (depth_ == kListDepth) cuts_.push_back({stream_.Tell(), 0});
    return depth_ == kListDepth;
  }

  bool EndArray(size_t) {
    if (list_ != List::kNone && depth_ == kListDepth) cuts_.back().end = stream_.Tell() - 1;
    --depth_;
    return true;
  }

 private:
  // How many objects and lists are open: in the outermost object's member that is a list; in a row
  // of it; in the row's levels.
  static constexpr int kListDepth = 2;
  static constexpr int kRowDepth = 3;
  static constexpr int kLevelsDepth = 4;
  static constexpr int kDeepest = 64;  // as ParseJson, which reads the rest
  // A tree takes some twenty times the memory of its text; what is no row is short in every plan.
  static constexpr size_t kLargestRest = size_t{16} << 20;
  static constexpr size_t kMostLevels = 1'000;  // of a row

  enum class List { kNone, kScenarios, kRuns };

  struct Row {
    std::string id;
    std::string key;
    std::string scenario;
    Values levels;
    bool has_levels = false;
    std::optional<int> replication;
    std::optional<int> block;
    std::optional<int> plot;
  };

  // A part of the text: the rows of a list.
  struct Cut {
    size_t begin;
    size_t end;
  };

  static List ListOf(std::string_view name) {
    if (name == "scenarios") return List::kScenarios;
    return name == "runs" ? List::kRuns : List::kNone;
  }

  bool Take(Value value) {
    if (list_ == List::kNone) return true;
    if (depth_ == kRowDepth) TakeNumber(value.number());
    if (depth_ == kLevelsDepth && field_ == "levels") {
      if (row_.levels.size() == kMostLevels) return false;
      row_.levels.emplace_back(level_, std::move(value));
    }
    return depth_ >= kRowDepth;
  }

  void TakeNumber(std::optional<double> number) {
    constexpr double kMost = std::numeric_limits<int>::max();
    if (!number || !(*number >= -kMost && *number <= kMost)) return;
    const int whole = static_cast<int>(*number);
    if (field_ == "replication") row_.replication = whole;
    if (field_ == "block") row_.block = whole;
    if (field_ == "plot") row_.plot = whole;
  }

  bool TakeText(std::string_view text) {
    if (list_ == List::kNone || depth_ != kRowDepth) return Take(Value(std::string(text)));
    if (field_ == "id") row_.id = text;
    if (field_ == "key") row_.key = text;
    if (field_ == "scenario") row_.scenario = text;
    return true;
  }

  bool EndScenario() {
    if (plan_.scenarios.size() == kMostScenarios) return false;
    if (row_.id.empty() || row_.key.empty() || !row_.has_levels) return false;
    by_id_.emplace(row_.id, plan_.scenarios.size());
    plan_.scenarios.push_back({std::move(row_.id), std::move(row_.key), std::move(row_.levels)});
    return true;
  }

  bool EndRun() {
    const auto scenario = by_id_.find(row_.scenario);
    if (scenario == by_id_.end() || !row_.replication || !row_.block || !row_.plot) return false;
    if (plan_.runs.size() == kMostRuns) return false;
    plan_.runs.push_back({scenario->second, *row_.replication, *row_.block, *row_.plot});
    return true;
  }

  // The text without the rows that are read already.
  std::string Rest() const {
    std::string rest;
    size_t from = 0;
    for (const Cut& cut : cuts_) {
      rest += text_.substr(from, cut.begin - from);
      from = cut.end;
    }
    return rest += text_.substr(from);
  }

  bool ReadHead() {
    const std::string rest = Rest();
    if (rest.size() > kLargestRest) return false;
    const Result<Json> parsed = ParseJson(rest);
    if (!parsed.ok()) return false;
    const Json& head = parsed.value();
    auto design = Get<std::string>(head, "design");
    auto seed = Get<uint64_t>(head, "seed");
    auto replications = Get<int>(head, "replications");
    auto order = Get<std::string>(head, "order");
    bool whole = Get<int>(head, "format") == kPlanFormat && design && seed && replications &&
                 order && !plan_.scenarios.empty();
    if (!whole) return false;
    plan_.design = *design;
    plan_.seed = *seed;
    plan_.replications = *replications;
    plan_.random_order = *order == "random";
    plan_.study_hash = Get<std::string>(head, "study_sha256").value_or("");
    if (head.contains("fixed")) plan_.fixed = ValuesFromJson(head["fixed"]);
    plan_.maps = head.value("maps", Json::object());
    return true;
  }

  std::string_view text_;
  rapidjson::MemoryStream stream_;
  SavedPlan plan_;
  int depth_ = 0;
  List list_ = List::kNone;  // the outermost object's member that is being read
  std::string field_;        // of the row
  std::string level_;        // of the row's levels
  Row row_;
  std::vector<Cut> cuts_;
  std::unordered_map<std::string, size_t> by_id_;
};

}  // namespace

Result<SavedPlan> ReadPlanJson(std::string_view text) { return PlanParser(text).Parse(); }

}  // namespace trena
