// SPDX-License-Identifier: Apache-2.0
#include "core/yaml.h"

#include <fmt/format.h>
#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "core/text/text.h"

namespace trena {
namespace {

constexpr int kDeepestYaml = 32;
constexpr size_t kMostNodes = 100'000;

// A text that asks for more than a file of a person does.
class OutOfBounds : public YAML::ParserException {
 public:
  using YAML::ParserException::ParserException;
};

// What the parser would build, counted as it comes and stopped at the bounds, so that nothing is
// built of a text that goes on for ever.
class BoundedEvents : public YAML::EventHandler {
 public:
  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override { CountNode(mark); }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { CountNode(mark); }
  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                const std::string&) override {
    CountNode(mark);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {
    CountNode(mark);
    ++depth_;
  }
  void OnSequenceEnd() override { --depth_; }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {
    CountNode(mark);
    ++depth_;
  }
  void OnMapEnd() override { --depth_; }

 protected:
  virtual void CountNode(const YAML::Mark& mark) {
    if (depth_ > kDeepestYaml) throw OutOfBounds(mark, "nested too deeply");
    if (++nodes_ > kMostNodes) {
      throw OutOfBounds(mark, fmt::format("too large: more than {} values", kMostNodes));
    }
  }

 private:
  int depth_ = 0;
  size_t nodes_ = 0;
};

// Only where a second document begins.
class SecondDocument : public BoundedEvents {
 public:
  struct Begins {
    YAML::Mark mark;
    bool announced = false;  // by ---
  };
  void OnDocumentStart(const YAML::Mark& mark) override { start_ = mark; }

 protected:
  void CountNode(const YAML::Mark& mark) override { throw Begins{mark, mark.pos != start_.pos}; }

 private:
  YAML::Mark start_;
};

Place PlaceOfMark(const YAML::Mark& mark) { return {mark.line + 1, mark.column + 1, 1}; }

// Walks over the text without building anything. The parser of yaml-cpp leaves a token that can
// begin no value (a comma outside of [ ] and { }) where it is and calls it an empty document, so
// that its LoadAll finds the same one for ever (its issue 1040). So documents are asked for twice
// and never more: whatever stands behind the first is refused.
bool OneBoundedDocument(Source& source) {
  std::istringstream text(source.text());
  YAML::Parser parser(text);
  BoundedEvents first;
  if (!parser.HandleNextDocument(first)) return true;
  try {
    SecondDocument second;
    parser.HandleNextDocument(second);
    return true;
  } catch (const SecondDocument::Begins& begins) {
    if (begins.announced) {
      source.Add(PlaceOfMark(begins.mark), "a second document in the file",
                 "keep one, without ---");
    } else {
      source.Add(PlaceOfMark(begins.mark), "what stands here belongs to nothing before it",
                 "remove it; a comma stands only between the values of [ ] or { }");
    }
  }
  return false;
}

// Whether the tree, aliases followed, stays within the bounds.
bool WithinBounds(const YAML::Node& node, int depth, size_t& budget) {
  if (depth > kDeepestYaml || budget == 0) return false;
  --budget;
  if (node.IsSequence()) {
    for (const auto& child : node) {
      if (!WithinBounds(child, depth + 1, budget)) return false;
    }
  } else if (node.IsMap()) {
    for (const auto& entry : node) {
      if (!WithinBounds(entry.first, depth + 1, budget)) return false;
      if (!WithinBounds(entry.second, depth + 1, budget)) return false;
    }
  }
  return true;
}

bool IsMap(Source& source, const YAML::Node& node, const std::string& what) {
  if (node.IsMap()) return true;
  source.Add(PlaceOf(node), fmt::format("{} must be a map of `key: value`", what));
  return false;
}

}  // namespace

std::optional<YAML::Node> LoadYaml(Source& source) {
  if (source.text().size() > kLargestYaml) {
    source.Add({}, fmt::format("the file is larger than {} bytes", kLargestYaml));
    return std::nullopt;
  }
  if (source.text().find('\0') != std::string::npos) {
    source.Add({}, "the file holds a NUL byte: it is not text");
    return std::nullopt;
  }
  try {
    if (!OneBoundedDocument(source)) return std::nullopt;
    YAML::Node document = YAML::Load(source.text());
    size_t budget = kMostNodes;
    if (WithinBounds(document, 0, budget)) return document;
    source.Add({}, "nested too deeply or too large once its aliases (*name) are followed",
               "write the values out instead of using anchors");
  } catch (const OutOfBounds& e) {
    source.Add(PlaceOfMark(e.mark), e.msg);
  } catch (const YAML::DeepRecursion& e) {
    source.Add(PlaceOfMark(e.mark), "nested too deeply");
  } catch (const YAML::Exception& e) {
    source.Add(PlaceOfMark(e.mark), "not valid YAML: " + e.msg);
  } catch (const std::exception& e) {
    source.Add({}, fmt::format("not valid YAML: {}", e.what()));
  }
  return std::nullopt;
}

Place PlaceOf(const YAML::Node& node) {
  YAML::Mark mark = node.Mark();
  if (mark.is_null()) return {};
  int length = node.IsScalar() ? static_cast<int>(node.Scalar().size()) : 1;
  return {mark.line + 1, mark.column + 1, std::max(length, 1)};
}

Value ScalarValue(const YAML::Node& node) {
  // yaml-cpp tags a quoted scalar "!".
  if (node.Tag() == "!") return node.Scalar();
  return Value::Parse(node.Scalar());
}

std::optional<std::string> ScalarText(Source& source, const YAML::Node& node,
                                      const std::string& expected) {
  if (node.IsScalar()) return node.Scalar();
  source.Add(PlaceOf(node), "expected " + expected);
  return std::nullopt;
}

void ForEachEntry(Source& source, const YAML::Node& node, const std::string& what,
                  const std::function<void(const YAML::Node&, const YAML::Node&)>& entry) {
  if (!IsMap(source, node, what)) return;
  std::set<std::string> seen;
  for (const auto& pair : node) {
    const YAML::Node& key = pair.first;
    if (!key.IsScalar()) {
      source.Add(PlaceOf(key), fmt::format("a key of {} must be a word", what));
    } else if (!seen.insert(key.Scalar()).second) {
      source.Add(PlaceOf(key), fmt::format("`{}` is given twice in {}", key.Scalar(), what));
    } else {
      entry(key, pair.second);
    }
  }
}

void ReadMap(Source& source, const YAML::Node& node, const std::string& what,
             const YamlFields& fields) {
  std::vector<std::string> known;
  for (const auto& [name, read] : fields) known.push_back(name);
  ForEachEntry(source, node, what, [&](const YAML::Node& key, const YAML::Node& value) {
    auto found = fields.find(key.Scalar());
    if (found != fields.end()) {
      found->second(value);
      return;
    }
    auto nearest = Nearest(key.Scalar(), known);
    source.Add(
        PlaceOf(key), fmt::format("unknown key `{}` in {}", key.Scalar(), what),
        nearest ? fmt::format("did you mean `{}`?", *nearest) : "known keys: " + Join(known, ", "));
  });
}

}  // namespace trena
