// SPDX-License-Identifier: Apache-2.0
#include "store/run_reader.h"

#include <fmt/format.h>
#include <rapidjson/reader.h>

#include <algorithm>
#include <bitset>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>
#include <variant>

#include "core/json.h"
#include "store/impossible.h"

namespace trena {
namespace {

constexpr int kDeepest = 60;  // of what lies within each other; run.json needs 4, ParseJson takes 64

// Fields that are no plain member.
enum class Special { kFormat, kOutcome, kSeed, kExitCode, kPhases, kMetrics, kImpossible };

using Member =
    std::variant<Special, std::string RunRecord::*, Interned RunRecord::*, int RunRecord::*,
                 bool RunRecord::*, std::vector<std::string> RunRecord::*,
                 Shared<Values> RunRecord::*, Shared<Json> RunRecord::*>;

struct Field {
  std::string_view name;
  Member member;
  bool needed = false;
};

// In the order in which they are written, so that the next is most likely the next one here.
const Field kFields[] = {
    {"format", Special::kFormat},
    {"trena", &RunRecord::trena_version},
    {"scenario", &RunRecord::scenario, true},
    {"key", &RunRecord::key, true},
    {"replication", &RunRecord::replication, true},
    {"attempt", &RunRecord::attempt, true},
    {"round", &RunRecord::round},
    {"block", &RunRecord::block},
    {"plot", &RunRecord::plot},
    {"position", &RunRecord::position},
    {"seed", Special::kSeed},
    {"outcome", Special::kOutcome, true},
    {"exit_code", Special::kExitCode},
    {"cause", &RunRecord::cause},
    {"reason", &RunRecord::reason},
    {"last_lines", &RunRecord::last_lines},
    {"started", &RunRecord::started},
    {"environment", &RunRecord::environment},
    {"device", &RunRecord::device},
    {"notes", &RunRecord::notes},
    {"stand_in", &RunRecord::stand_in},
    {"synthetic", &RunRecord::synthetic},
    {"simulated", &RunRecord::simulated},
    {"framework", &RunRecord::framework},
    {"framework_version", &RunRecord::framework_version},
    {"levels", &RunRecord::levels},
    {"fixed", &RunRecord::fixed},
    {"phases", Special::kPhases},
    {"metrics", Special::kMetrics},
    {"versions", &RunRecord::versions},
    {"runner", &RunRecord::runner},
    {"installed", &RunRecord::installed},
    {"yardstick", &RunRecord::yardstick},
    {"turns", &RunRecord::turns},
    {"limits", &RunRecord::limits},
    {"inputs", &RunRecord::inputs},
    {"price", &RunRecord::price},
    {"boot_id", &RunRecord::boot_id},
    {"facts", &RunRecord::facts},
    {"command", &RunRecord::command},
    {"impossible", Special::kImpossible},
};
constexpr size_t kUnknown = std::size(kFields);

// Empty where it is too large for a number: then it is no JSON for us.
std::optional<double> NumberOf(std::string_view token) {
  double number = 0;
  const auto [end, error] = std::from_chars(token.begin(), token.end(), number);
  if (error == std::errc()) return number;
  number = std::strtod(std::string(token).c_str(), nullptr);  // too small is 0, or nearly
  return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

template <typename Whole>
std::optional<Whole> WholeOf(std::string_view token, double number) {
  Whole whole = 0;
  const auto [end, error] = std::from_chars(token.begin(), token.end(), whole);
  if (error == std::errc() && end == token.end()) return whole;
  // Written as 2.0 or 2e3; the largest double is beyond the largest whole number.
  constexpr auto kLeast = static_cast<double>(std::numeric_limits<Whole>::lowest());
  constexpr auto kMost = static_cast<double>(std::numeric_limits<Whole>::max());
  if (number >= kLeast && number < kMost) return static_cast<Whole>(number);
  return std::nullopt;
}

// Whether RapidJSON may take sixteen letters at a time: then it neither looks whether they are
// UTF-8, which those of ASCII are, nor stops at a control character from 0x1a, of which JSON may
// have none.
bool IsPlain(std::string_view text) {
  constexpr uint64_t kEach = 0x0101010101010101;
  constexpr uint64_t kHigh = 0x80 * kEach;
  uint64_t found = 0;
  while (!text.empty()) {
    uint64_t eight = 0x20 * kEach;
    const size_t count = std::min(text.size(), sizeof(eight));
    std::memcpy(&eight, text.data(), count);
    text.remove_prefix(count);
    const uint64_t from_1a = (eight & ~kHigh) + (0x80 - 0x1a) * kEach;
    const uint64_t from_20 = (eight & ~kHigh) + (0x80 - 0x20) * kEach;
    found |= eight | (from_1a & ~from_20);
  }
  return (found & kHigh) == 0;
}

// RapidJSON takes the second half of a pair of surrogates for a letter where the first is missing.
Status CheckSurrogates(std::string_view text) {
  if (text.find("\\ud") == text.npos && text.find("\\uD") == text.npos) return Done{};
  TRENA_CHECK(ParseJson(text));
  return Done{};
}

// The calls of RapidJSON's reader come in the order of the text; one that answers false ends it. It
// reads a copy in place, and leaves its strings there without their quotes and backslashes.
class RunParser {
 public:
  RunParser(std::string_view text, RunReader::Memory& memory)
      : text_(text), memory_(memory), stream_(memory.Copy(text)) {}

  Result<RunRecord> Parse() {
    TRENA_CHECK(CheckSurrogates(text_));
    constexpr unsigned kFlags = rapidjson::kParseInsituFlag | rapidjson::kParseNumbersAsStringsFlag;
    constexpr unsigned kWithEncoding = kFlags | rapidjson::kParseValidateEncodingFlag;
    rapidjson::Reader reader;
    const bool read = IsPlain(text_) ? !reader.Parse<kFlags>(stream_, *this).IsError()
                                     : !reader.Parse<kWithEncoding>(stream_, *this).IsError();
    if (!read || stream_.Tell() < text_.size()) return WhyNot();
    TRENA_CHECK(CheckWhole());
    run_.round = std::max(1, run_.round);
    TRENA_CHECK(CheckCounts());
    EndMetrics();
    LeaveOutImpossible(run_);
    return std::move(run_);
  }

  bool Null() { return true; }

  bool Bool(bool truth) {
    if (depth_ != 1) return true;
    if (auto* member = MemberOf<bool RunRecord::*>()) run_.*(*member) = truth;
    if (auto* member = MemberOf<Shared<Json> RunRecord::*>()) run_.*(*member) = Json(truth);
    return true;
  }

  bool String(const char* text, size_t size, bool) {
    const std::string_view string(text, size);
    if (depth_ == 1) TakeString(string);
    if (depth_ == kPhaseDepth && Is(Special::kPhases) && key_ == "name") {
      phase_name_ = KnownAt(memory_.phases, run_.phases.size(), string);
    }
    if (depth_ == kListDepth && !in_object_) {
      if (auto* list = MemberOf<std::vector<std::string> RunRecord::*>()) {
        (run_.*(*list)).emplace_back(string);
      }
    }
    return true;
  }

  bool RawNumber(const char* text, size_t size, bool) {
    const std::string_view token(text, size);
    const std::optional<double> number = NumberOf(token);
    if (!number) return false;
    if (depth_ == 1) TakeNumber(token, *number);
    if (depth_ == kListDepth && in_object_) TakeMetric(*number);
    if (depth_ == kPhaseDepth && Is(Special::kPhases) && key_ == "seconds") phase_s_ = number;
    return true;
  }

  bool Key(const char* text, size_t size, bool) {
    const std::string_view key(text, size);
    if (depth_ == 1) {
      FindField(key);
      SkipKnown();
    }
    if (depth_ > 1 && depth_ <= kPhaseDepth) key_ = key;
    if (depth_ == kListDepth) in_moment_ = key == "moment" && MemberIs(&RunRecord::facts);
    return true;
  }

  bool StartObject() { return Open(true); }
  bool StartArray() { return Open(false); }

  bool EndObject(size_t) {
    if (depth_ == kPhaseDepth && Is(Special::kPhases) && !in_object_) EndPhase();
    return Close();
  }
  bool EndArray(size_t) { return Close(); }

  // RapidJSON's reader asks for these, and with numbers as strings never calls them.
  bool Int(int) { return false; }
  bool Uint(unsigned) { return false; }
  bool Int64(int64_t) { return false; }
  bool Uint64(uint64_t) { return false; }
  bool Double(double) { return false; }

 private:
  // How many objects and lists are open: within a field's value; within a phase of the list.
  static constexpr int kListDepth = 2;
  static constexpr int kPhaseDepth = 3;

  Error WhyNot() const {
    const Result<Json> json = ParseJson(text_);
    return json.ok() ? InputError("what it holds lies too deep within each other") : json.error();
  }

  Status CheckWhole() const {
    if (!format_) return InputError("it has no format version");
    if (*format_ > kRunFormat) {
      return InputError(fmt::format("it was written by a newer trena (format {})", *format_));
    }
    for (size_t i = 0; i < kUnknown; ++i) {
      if (!kFields[i].needed || seen_[i]) continue;
      return InputError("it lacks outcome, key, scenario, replication or attempt");
    }
    return Done{};
  }

  Status CheckCounts() const {
    for (auto [name, count] : {std::pair("replication", run_.replication),
                               {"attempt", run_.attempt},
                               {"block", run_.block},
                               {"plot", run_.plot}}) {
      if (count < 1) return InputError(fmt::format("its {} is {}; they count from 1", name, count));
    }
    return Done{};
  }

  void FindField(std::string_view key) {
    const size_t next = field_ + 1;
    if (next < kUnknown && kFields[next].name == key) {
      field_ = next;
      return;
    }
    const auto found = std::find_if(std::begin(kFields), std::end(kFields),
                                    [&](const Field& field) { return field.name == key; });
    field_ = static_cast<size_t>(found - std::begin(kFields));
  }

  template <typename T>
  const T* MemberOf() const {
    return field_ < kUnknown ? std::get_if<T>(&kFields[field_].member) : nullptr;
  }

  bool MemberIs(Shared<Json> RunRecord::* part) const {
    const auto* member = MemberOf<Shared<Json> RunRecord::*>();
    return member != nullptr && *member == part;
  }

  bool Is(Special special) const {
    const auto* member = MemberOf<Special>();
    return member != nullptr && *member == special;
  }

  bool Open(bool object) {
    ++depth_;
    if (depth_ == kPhaseDepth && in_moment_) moment_.start = stream_.Tell() - 1;
    if (depth_ != kListDepth) return depth_ <= kDeepest;
    moment_ = {};
    in_moment_ = false;
    in_object_ = object;
    start_ = stream_.Tell() - 1;
    return true;
  }

  bool Close() {
    if (depth_ == kPhaseDepth && in_moment_) moment_.end = stream_.Tell();
    if (depth_-- == kListDepth) EndPart(stream_.Tell());
    return true;
  }

  // Where the value that comes is, letter by letter, that of the run before, it is taken from
  // there: the reader is sent to a null in its place, which its last letters become in the copy.
  // Half of a run.json need not be read so.
  void SkipKnown() {
    const auto* values = MemberOf<Shared<Values> RunRecord::*>();
    const auto* part = MemberOf<Shared<Json> RunRecord::*>();
    if (values != nullptr) Skip(memory_.values, run_.*(*values));
    if (part != nullptr) Skip(memory_.parts, run_.*(*part));
  }

  template <typename Lasts, typename T>
  void Skip(const Lasts& lasts, T& value) {
    constexpr std::string_view kInstead = ":null";
    const std::string& known = lasts[field_].text;
    const std::string_view rest = text_.substr(stream_.Tell());
    if (known.size() < kInstead.size() || !rest.starts_with(": ")) return;
    if (rest.substr(2, known.size()) != known) return;
    value = lasts[field_].value;
    stream_.src_ += 2 + known.size() - kInstead.size();
    kInstead.copy(stream_.src_, kInstead.size());
  }

  template <typename Lasts, typename Make>
  auto Remembered(Lasts& lasts, std::string_view text, Make make) {
    auto& last = lasts[field_];
    if (last.text != text) {
      last.text = text;
      last.value = make(ParseJson(text).value());
    }
    return last.value;
  }

  void EndPart(size_t end) {
    const std::string_view text = text_.substr(start_, end - start_);
    if (moment_.end > 0) return EndFacts(text);
    if (auto* member = MemberOf<Shared<Values> RunRecord::*>()) {
      run_.*(*member) =
          Remembered(memory_.values, text, [](const Json& json) { return ValuesFromJson(json); });
    }
    if (auto* member = MemberOf<Shared<Json> RunRecord::*>()) {
      run_.*(*member) = Remembered(memory_.parts, text, [](const Json& json) { return json; });
    }
  }

  // Facts stay the same from run to run, but for the moment.
  void EndFacts(std::string_view text) {
    const std::string_view moment = text_.substr(moment_.start, moment_.end - moment_.start);
    std::string others(text.substr(0, moment_.start - start_));
    others += text.substr(moment_.end - start_);
    auto& last = memory_.facts;
    if (last.text != others) {
      Json facts = ParseJson(text).value();
      facts.erase("moment");
      last.text = std::move(others);
      last.value = std::move(facts);
    }
    run_.facts = last.value;
    run_.moment = moment;
  }

  void TakeString(std::string_view string) {
    if (auto* text = MemberOf<std::string RunRecord::*>()) run_.*(*text) = string;
    if (auto* name = MemberOf<Interned RunRecord::*>()) {
      run_.*(*name) = Known(memory_.names[field_], string);
    }
    if (auto* part = MemberOf<Shared<Json> RunRecord::*>()) run_.*(*part) = Json(string);
    const bool outcome = Is(Special::kOutcome);
    if (outcome) {
      const auto known = OutcomeFromString(std::string(string));
      if (!known) return;
      run_.outcome = *known;
    }
    if (outcome || !MemberOf<Special>()) MarkSeen();
  }

  // All threads make their names in one place: what the run before had is not asked for again.
  static Interned Known(Interned& last, std::string_view text) {
    if (!(last == text)) last = text;
    return last;
  }

  static Interned KnownAt(std::vector<Interned>& lasts, size_t place, std::string_view text) {
    if (lasts.size() <= place) lasts.resize(place + 1);
    return Known(lasts[place], text);
  }

  void MarkSeen() {
    if (field_ < kUnknown) seen_[field_] = true;
  }

  void TakeNumber(std::string_view token, double number) {
    const auto whole = WholeOf<int>(token, number);
    if (auto* member = MemberOf<int RunRecord::*>(); member && whole) {
      run_.*(*member) = *whole;
      MarkSeen();
    }
    if (Is(Special::kFormat)) format_ = whole;
    if (Is(Special::kExitCode)) run_.exit_code = whole;
    if (Is(Special::kSeed)) run_.seed = WholeOf<uint64_t>(token, number).value_or(0);
    if (auto* part = MemberOf<Shared<Json> RunRecord::*>()) {
      run_.*(*part) = ParseJson(token).value();
    }
  }

  void TakeMetric(double number) {
    if (Is(Special::kImpossible)) run_.impossible[key_] = number;
    if (!Is(Special::kMetrics)) return;
    metrics_.emplace_back(KnownAt(memory_.metrics, metrics_.size(), key_), number);
  }

  void EndPhase() {
    if (phase_name_ && phase_s_ && *phase_s_ >= 0) {
      run_.phases.push_back({*phase_name_, *phase_s_});
    }
    phase_name_.reset();
    phase_s_.reset();
  }

  void EndMetrics() {
    const bool sorted =
        std::adjacent_find(metrics_.begin(), metrics_.end(), [](const auto& a, const auto& b) {
          return !(a.first < b.first);
        }) == metrics_.end();
    if (sorted) {
      run_.metrics =
          MetricValues(boost::container::ordered_unique_range, metrics_.begin(), metrics_.end());
    } else {
      for (const auto& [name, value] : metrics_) run_.metrics[name] = value;
    }
  }

  std::string_view text_;
  RunReader::Memory& memory_;
  rapidjson::InsituStringStream stream_;  // of the copy
  RunRecord run_;
  std::optional<int> format_;
  std::bitset<kUnknown> seen_;
  int depth_ = 0;
  size_t field_ = kUnknown;  // of the outermost object, whose value is being read
  size_t start_ = 0;         // of that value, where it is an object or a list
  bool in_object_ = false;   // it is an object
  std::string_view key_;     // within it
  bool in_moment_ = false;   // of the facts
  struct {
    size_t start = 0;
    size_t end = 0;
  } moment_;
  std::optional<Interned> phase_name_;
  std::optional<double> phase_s_;
  std::vector<std::pair<Interned, double>> metrics_;
};

}  // namespace

RunReader::Memory::Memory() : values(kUnknown), parts(kUnknown), names(kUnknown) {}

char* RunReader::Memory::Copy(std::string_view text) {
  copy = text;
  return copy.data();
}

Result<RunRecord> RunReader::Read(std::string_view text) {
  return RunParser(text, memory_).Parse();
}

}  // namespace trena
