// SPDX-License-Identifier: Apache-2.0
#include "configure/prototxt/caffe_solver.h"

#include <fmt/format.h>

#include <algorithm>

#include "configure/prototxt/text_format.h"
#include "core/source.h"
#include "core/yaml.h"

namespace trena {
namespace {

constexpr double kMostRate = 1e6;
constexpr int64_t kMostSteps = 1'000'000'000;
constexpr const char* kLeftAside[] = {"net",
                                      "net_param",
                                      "train_net",
                                      "train_net_param",
                                      "test_net",
                                      "test_net_param",
                                      "train_state",
                                      "test_state",
                                      "test_iter",
                                      "test_interval",
                                      "test_compute_loss",
                                      "test_initialization",
                                      "display",
                                      "average_loss",
                                      "snapshot",
                                      "snapshot_prefix",
                                      "snapshot_diff",
                                      "snapshot_format",
                                      "snapshot_after_train",
                                      "solver_mode",
                                      "device_id",
                                      "random_seed",
                                      "debug_info",
                                      "layer_wise_reduce"};

class SolverReader {
 public:
  explicit SolverReader(Source& source) : source_(source) {}

  CaffeSolver Read(const ProtoNode& root) {
    ProtoFields fields = Fields();
    for (const char* name : kLeftAside) fields[name] = Ignore;
    ReadFields(source_, root, "a solver", fields);
    return Settle();
  }

 private:
  ProtoFields Fields() {
    ProtoFields fields = {
        {"type", [&](const ProtoNode& node) { ReadType(node); }},
        {"solver_type",
         [&](const ProtoNode& node) {
           source_.Add(node.place, "`solver_type` is the format of Caffe's first year",
                       "bring the file up to date with Caffe's own upgrade_solver_proto_text OLD "
                       "NEW");
         }},
        {"lr_policy", [&](const ProtoNode& node) { ReadPolicy(node); }},
        {"regularization_type",
         [&](const ProtoNode& node) {
           if (node.text == "L2") return;
           source_.Add(node.value, "only the regularization_type L2 has a counterpart here");
         }},
        {"stepsize", Whole("stepsize")},
        {"max_iter", Whole("max_iter")}};
    for (const char* name : {"base_lr", "gamma", "power", "momentum", "weight_decay", "momentum2",
                             "delta", "iter_size", "clip_gradients"}) {
      fields[name] = [&](const ProtoNode& node) {
        const double least = node.name == "clip_gradients" ? -1 : 0;
        numbers_[node.name] = {ProtoNumber(source_, node, least, kMostRate).value_or(0),
                               node.value};
      };
    }
    return fields;
  }

  std::function<void(const ProtoNode&)> Whole(const char* name) {
    return [this, name](const ProtoNode& node) {
      numbers_[name] = {static_cast<double>(ProtoWhole(source_, node, 1, kMostSteps).value_or(1)),
                        node.value};
    };
  }

  void ReadType(const ProtoNode& node) {
    adam_ = node.text == "Adam";
    if (adam_ || node.text == "SGD") return;
    source_.Add(node.value, fmt::format("the solver `{}` has no counterpart here", node.text),
                "use SGD or Adam");
  }

  void ReadPolicy(const ProtoNode& node) {
    policy_ = node.text;
    if (Needs(policy_) != nullptr) return;
    source_.Add(node.value, fmt::format("the lr_policy `{}` has no counterpart here", policy_),
                "use fixed, step, poly or inv");
  }

  // The numbers of its policy, and nullptr for one that has no counterpart.
  static const std::vector<const char*>* Needs(const std::string& policy) {
    static const std::map<std::string, std::vector<const char*>> needs = {
        {"fixed", {}},
        {"step", {"gamma", "stepsize"}},
        {"poly", {"power"}},
        {"inv", {"gamma", "power"}}};
    const auto found = needs.find(policy);
    return found == needs.end() ? nullptr : &found->second;
  }

  double Number(const std::string& name, double otherwise) const {
    const auto found = numbers_.find(name);
    return found == numbers_.end() ? otherwise : found->second.first;
  }

  void NeedNumber(const char* name, double only, const char* why) {
    const double number = Number(name, only);
    if (number == only) return;
    source_.Add(numbers_.at(name).second,
                fmt::format("`{}: {}` has no counterpart here: {}", name, number, why));
  }

  CaffeSolver Settle() {
    CaffeSolver solver;
    NeedNumber("iter_size", 1, "a step is one batch");
    NeedNumber("clip_gradients", -1, "gradients are taken as they are");
    if (adam_) {
      NeedNumber("momentum", 0.9, "Adam has 0.9");
      NeedNumber("momentum2", 0.999, "Adam has 0.999");
      NeedNumber("delta", 1e-8, "Adam has 1e-8");
    }
    solver.values = {{"optimizer", adam_ ? "adam" : "sgd"},
                     {"momentum", Number("momentum", 0)},
                     {"weight_decay", Number("weight_decay", 0)}};
    solver.learning_rate = {{"policy", policy_}, {"base", Number("base_lr", 0)}};
    if (Number("base_lr", 0) == 0) source_.Add({}, "a solver needs a `base_lr` above 0");
    if (policy_.empty()) source_.Add({}, "a solver needs an `lr_policy`");
    const auto* needs = Needs(policy_);
    for (const char* name : needs != nullptr ? *needs : std::vector<const char*>()) {
      if (numbers_.contains(name)) {
        solver.learning_rate[name] = Number(name, 0);
      } else {
        source_.Add({}, fmt::format("the lr_policy `{}` needs `{}`", policy_, name));
      }
    }
    if (policy_ == "poly" && numbers_.contains("max_iter")) {
      solver.learning_rate["max_iter"] = Number("max_iter", 0);
    }
    return solver;
  }

  Source& source_;
  bool adam_ = false;
  std::string policy_;
  std::map<std::string, std::pair<double, Place>> numbers_;
};

}  // namespace

Result<CaffeSolver> ReadCaffeSolver(const fs::path& path) {
  Result<std::string> text = ReadFile(path, kLargestYaml);
  if (!text.ok()) return InputError(text.error().message());
  Source source(path.string(), std::move(text).value());
  const std::optional<ProtoNode> root = ParseTextFormat(source);
  CaffeSolver solver;
  if (root) solver = SolverReader(source).Read(*root);
  if (!source.diagnostics().empty()) return source.ToError();
  return solver;
}

}  // namespace trena
