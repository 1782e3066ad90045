// SPDX-License-Identifier: Apache-2.0
#include "configure/prototxt/caffe_types.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "configure/networks/layer_types.h"

namespace trena {
namespace {

constexpr double kMostOfAny = 1000;
constexpr double kCaffeEpsilon = 1e-5, kCaffeAverage = 0.9, kOfANewBatch = 0.1;

// `pad: 1`, `pad: [1, 2]`, or `pad_h` and `pad_w`.
class WindowReader {
 public:
  WindowReader(Source& source, Json& settings) : source_(source), settings_(settings) {}

  void AddTo(ProtoFields& fields, const std::string& both, const std::string& stem,
             const std::string& key, int64_t least) {
    fields[both] = [this, key, least](const ProtoNode& node) {
      lists_[key].push_back(Whole(node, least));
      if (lists_[key].size() > 2) source_.Add(node.value, "a number for more than two axes");
    };
    for (const size_t axis : {0, 1}) {
      fields[stem + (axis == 0 ? "_h" : "_w")] = [this, key, least, axis](const ProtoNode& node) {
        if (sides_[key].empty()) sides_[key] = {Json(), Json()};
        sides_[key][axis] = Whole(node, least);
      };
    }
  }

  // k, s and p, `otherwise` what s is where it is not written.
  void Settle(const CaffeLayer& layer) {
    settings_["k"] = Sizes("k", Json());
    settings_["s"] = Sizes("s", 1);
    const Json padding = Sizes("p", 0);
    settings_["p"] =
        padding.is_array() ? Json{padding[0], padding[0], padding[1], padding[1]} : padding;
    if (!settings_["k"].is_null()) return;
    settings_["k"] = 1;
    source_.Add(layer.place, fmt::format("`{}` without a kernel_size", layer.type));
  }

 private:
  int64_t Whole(const ProtoNode& node, int64_t least) {
    return ProtoWhole(source_, node, least, kMostKernel).value_or(1);
  }
  Json Sizes(const std::string& key, const Json& otherwise) const {
    const auto sides = sides_.find(key);
    if (sides != sides_.end()) {
      const bool both = !sides->second[0].is_null() && !sides->second[1].is_null();
      const Json& one = sides->second[0].is_null() ? sides->second[1] : sides->second[0];
      // A missing padding is 0, a missing stride 1; a missing kernel cannot be.
      if (both) return Shortest(Json(sides->second));
      const Json missing = otherwise.is_null() ? one : otherwise;
      return Shortest(sides->second[0].is_null() ? Json{missing, one} : Json{one, missing});
    }
    const auto list = lists_.find(key);
    return list == lists_.end() ? otherwise : Shortest(Json(list->second));
  }

  Source& source_;
  Json& settings_;
  std::map<std::string, std::vector<Json>> lists_, sides_;
};

void NeedWord(Source& source, const ProtoNode& node, const std::vector<const char*>& words,
              const char* instead) {
  for (const char* word : words) {
    if (IsProtoWord(node, word)) return;
  }
  source.Add(node.value, fmt::format("`{}: {}` has no counterpart here", node.name, node.text),
             instead);
}

// A field that may only say what it would be anyway.
std::function<void(const ProtoNode&)> Only(Source& source, double number) {
  return [&source, number](const ProtoNode& node) {
    if (node.text == "true" && number == 1) return;
    if (node.text == "false" && number == 0) return;
    const auto value = ProtoNumber(source, node, -1e9, 1e9);
    if (!value || *value == number) return;
    source.Add(node.value, fmt::format("`{}: {}` has no counterpart here: only {}", node.name,
                                       node.text, number));
  };
}

auto WholeInto(Source& source, Json& settings, const char* key, int64_t least, int64_t most) {
  return [&source, &settings, key, least, most](const ProtoNode& node) {
    settings[key] = ProtoWhole(source, node, least, most).value_or(1);
  };
}

auto NumberInto(Source& source, Json& settings, const char* key) {
  return [&source, &settings, key](const ProtoNode& node) {
    settings[key] = ProtoNumber(source, node, 0, kMostOfAny).value_or(1);
  };
}

auto TruthInto(Source& source, Json& settings, const char* key) {
  return [&source, &settings, key](const ProtoNode& node) {
    settings[key] = ProtoTruth(source, node).value_or(true);
  };
}

void NeedOutputs(Source& source, const CaffeLayer& layer, Json& settings) {
  if (settings.contains("o")) return;
  settings["o"] = 1;
  source.Add(layer.place, fmt::format("`{}` without num_output", layer.type));
}

void ReadConvolution(Source& source, const ProtoNode& parameter, const CaffeLayer& layer,
                     Json& settings) {
  WindowReader window(source, settings);
  ProtoFields fields = {{"num_output", WholeInto(source, settings, "o", 1, kMostOutputs)},
                        {"bias_term", TruthInto(source, settings, "bias")},
                        {"group", WholeInto(source, settings, "groups", 1, kMostOutputs)},
                        {"dilation", Only(source, 1)},
                        {"axis", Only(source, 1)},
                        {"weight_filler", Ignore},
                        {"bias_filler", Ignore},
                        {"engine", Ignore},
                        {"force_nd_im2col", Ignore}};
  window.AddTo(fields, "kernel_size", "kernel", "k", 1);
  window.AddTo(fields, "stride", "stride", "s", 1);
  window.AddTo(fields, "pad", "pad", "p", 0);
  settings["bias"] = true;
  ReadFields(source, parameter, layer.type, fields);
  window.Settle(layer);
  NeedOutputs(source, layer, settings);
  if (settings.value("groups", 1) == 1) settings.erase("groups");
}

// `kind` is max_pool, avg_pool or, of whole images, global_pool: told in settings["type"].
void ReadPooling(Source& source, const ProtoNode& parameter, const CaffeLayer& layer,
                 Json& settings) {
  WindowReader window(source, settings);
  bool average = false, global = false;
  settings["rounding"] = "up";
  ProtoFields fields = {
      {"pool",
       [&](const ProtoNode& node) {
         average = IsProtoWord(node, "AVE") || IsProtoWord(node, "1");
         NeedWord(source, node, {"MAX", "AVE", "0", "1"}, "use MAX or AVE");
       }},
      {"global_pooling",
       [&](const ProtoNode& node) { global = ProtoTruth(source, node).value_or(false); }},
      {"round_mode",
       [&](const ProtoNode& node) {
         NeedWord(source, node, {"CEIL", "FLOOR", "0", "1"}, "use CEIL or FLOOR");
         settings["rounding"] =
             IsProtoWord(node, "FLOOR") || IsProtoWord(node, "1") ? "down" : "up";
       }},
      {"engine", Ignore}};
  window.AddTo(fields, "kernel_size", "kernel", "k", 1);
  window.AddTo(fields, "stride", "stride", "s", 1);
  window.AddTo(fields, "pad", "pad", "p", 0);
  ReadFields(source, parameter, layer.type, fields);
  settings["type"] = global ? "global_pool" : average ? "avg_pool" : "max_pool";
  if (global && !average) {
    source.Add(layer.place, "a maximum over whole images has no counterpart here",
               "use `pool: AVE`, or a kernel_size");
  }
  if (global) return;
  window.Settle(layer);
  if (!average || settings["p"] == 0) return;
  source.Add(layer.place, "Caffe counts the padding of an average, other frameworks do not",
             "use pad 0, or `pool: MAX`");
}

void ReadInnerProduct(Source& source, const ProtoNode& parameter, const CaffeLayer& layer,
                      Json& settings) {
  settings["bias"] = true;
  ReadFields(source, parameter, layer.type,
             {{"num_output", WholeInto(source, settings, "o", 1, kMostOutputs)},
              {"bias_term", TruthInto(source, settings, "bias")},
              {"axis", Only(source, 1)},
              {"transpose", Only(source, 0)},
              {"weight_filler", Ignore},
              {"bias_filler", Ignore}});
  NeedOutputs(source, layer, settings);
}

void ReadRelu(Source& source, const ProtoNode& parameter, const CaffeLayer& layer, Json&) {
  ReadFields(source, parameter, layer.type,
             {{"negative_slope", Only(source, 0)}, {"engine", Ignore}});
}

void ReadLrn(Source& source, const ProtoNode& parameter, const CaffeLayer& layer, Json& settings) {
  settings = {{"n", 5}, {"alpha", 1.0}, {"beta", 0.75}, {"k", 1.0}};  // caffe.proto's
  ReadFields(source, parameter, layer.type,
             {{"local_size", WholeInto(source, settings, "n", 1, kMostKernel)},
              {"alpha", NumberInto(source, settings, "alpha")},
              {"beta", NumberInto(source, settings, "beta")},
              {"k", NumberInto(source, settings, "k")},
              {"norm_region",
               [&](const ProtoNode& node) {
                 NeedWord(source, node, {"ACROSS_CHANNELS", "0"}, "use ACROSS_CHANNELS");
               }},
              {"engine", Ignore}});
  if (settings["n"].get<int64_t>() % 2 == 0) {
    source.Add(layer.place, "`local_size` must be odd, as Caffe has it");
  }
}

void ReadDropout(Source& source, const ProtoNode& parameter, const CaffeLayer& layer,
                 Json& settings) {
  settings["rate"] = 0.5;
  ReadFields(source, parameter, layer.type, {{"dropout_ratio", [&](const ProtoNode& node) {
                                                const double most = std::nextafter(1.0, 0.0);
                                                settings["rate"] =
                                                    ProtoNumber(source, node, 0, most).value_or(0);
                                              }}});
}

void ReadConcat(Source& source, const ProtoNode& parameter, const CaffeLayer& layer, Json&) {
  ReadFields(source, parameter, layer.type,
             {{"axis", Only(source, 1)}, {"concat_dim", Only(source, 1)}});
}

void ReadEltwise(Source& source, const ProtoNode& parameter, const CaffeLayer& layer, Json&) {
  ReadFields(source, parameter, layer.type,
             {{"operation",
               [&](const ProtoNode& node) { NeedWord(source, node, {"SUM", "1"}, "use SUM"); }},
              {"coeff", Only(source, 1)},
              {"stable_prod_grad", Ignore}});
}

constexpr CaffeType kCaffeTypes[] = {
    {"Convolution", "conv", "convolution_param", ReadConvolution},
    {"Pooling", "", "pooling_param", ReadPooling},
    {"InnerProduct", "fc", "inner_product_param", ReadInnerProduct},
    {"ReLU", "relu", "relu_param", ReadRelu},
    {"LRN", "lrn", "lrn_param", ReadLrn},
    {"Dropout", "dropout", "dropout_param", ReadDropout},
    {"Concat", "concat", "concat_param", ReadConcat},
    {"Eltwise", "add", "eltwise_param", ReadEltwise},
};

// Its `…_param`, or an empty message where there is none.
void ReadParameter(Source& source, const CaffeLayer& layer, const char* name,
                   const ProtoFields& fields) {
  const ProtoNode* parameter = layer.node->Find(name);
  if (parameter != nullptr) ReadFields(source, *parameter, layer.type, fields);
}

}  // namespace

const CaffeType* FindCaffeType(const std::string& caffe) {
  const auto found = std::find_if(std::begin(kCaffeTypes), std::end(kCaffeTypes),
                                  [&](const CaffeType& type) { return caffe == type.caffe; });
  return found == std::end(kCaffeTypes) ? nullptr : found;
}

std::vector<std::string> CaffeTypeNames() {
  std::vector<std::string> names = {"BatchNorm", "Scale", "SoftmaxWithLoss", "HingeLoss"};
  for (const CaffeType& type : kCaffeTypes) names.emplace_back(type.caffe);
  return names;
}

Json CaffeNormSettings() { return {{"epsilon", kCaffeEpsilon}, {"momentum", kOfANewBatch}}; }

void CheckBatchNorm(Source& source, const CaffeLayer& layer) {
  bool said = false;
  ReadParameter(source, layer, "batch_norm_param",
                {{"use_global_stats", Only(source, 0)},
                 {"eps", Only(source, kCaffeEpsilon)},
                 {"moving_average_fraction", [&](const ProtoNode& node) {
                    said = true;
                    Only(source, kCaffeAverage)(node);
                  }}});
  if (said) return;
  source.Add(layer.place,
             "`BatchNorm` averages with 0.999 where nothing is said, all frameworks here with 0.9",
             "write `batch_norm_param { moving_average_fraction: 0.9 }`");
}

void CheckScale(Source& source, const CaffeLayer& layer) {
  bool bias = false;
  ReadParameter(source, layer, "scale_param",
                {{"bias_term",
                  [&](const ProtoNode& node) { bias = ProtoTruth(source, node).value_or(true); }},
                 {"axis", Only(source, 1)},
                 {"num_axes", Only(source, 1)},
                 {"filler", Ignore},
                 {"bias_filler", Ignore}});
  if (bias) return;
  source.Add(layer.place, "`Scale` without a bias has no counterpart here",
             "write `scale_param { bias_term: true }`");
}

void CheckParameters(Source& source, const CaffeLayer& layer, const std::vector<std::string>& own) {
  for (const ProtoNode& field : layer.node->fields) {
    const bool strange = field.name.ends_with("_param") &&
                         std::find(own.begin(), own.end(), field.name) == own.end();
    if (!strange) continue;
    source.Add(field.place, fmt::format("`{}` does not belong to `{}`", field.name, layer.type));
  }
}

void CheckLoss(Source& source, const CaffeLayer& layer) {
  CheckParameters(source, layer, {"loss_param", "softmax_param", "hinge_loss_param"});
  ReadParameter(source, layer, "softmax_param", {{"axis", Only(source, 1)}, {"engine", Ignore}});
  ReadParameter(source, layer, "loss_param",
                {{"normalize", Ignore}, {"normalization", [&](const ProtoNode& node) {
                                           NeedWord(source, node,
                                                    {"VALID", "BATCH_SIZE", "FULL", "0", "1", "2"},
                                                    "losses are means over the batch");
                                         }}});
  ReadParameter(
      source, layer, "hinge_loss_param",
      {{"norm", [&](const ProtoNode& node) { NeedWord(source, node, {"L1", "1"}, "use L1"); }}});
}

}  // namespace trena
