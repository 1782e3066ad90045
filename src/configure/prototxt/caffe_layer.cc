// SPDX-License-Identifier: Apache-2.0
#include "configure/prototxt/caffe_layer.h"

#include <fmt/format.h>

#include <algorithm>

#include "configure/networks/layer_types.h"

namespace trena {
namespace {

// NetStateRule: a training has level 0 and no stage.
bool IsMet(const ProtoNode& rule, Source& source) {
  bool met = true;
  ReadFields(source, rule, "a rule",
             {{"phase",
               [&](const ProtoNode& phase) {
                 if (IsProtoWord(phase, "TEST")) {
                   met = false;
                 } else if (!IsProtoWord(phase, "TRAIN")) {
                   source.Add(phase.value, "`phase` must be TRAIN or TEST");
                 }
               }},
              {"min_level",
               [&](const ProtoNode& level) {
                 if (ProtoNumber(source, level, -1e9, 1e9).value_or(0) > 0) met = false;
               }},
              {"max_level",
               [&](const ProtoNode& level) {
                 if (ProtoNumber(source, level, -1e9, 1e9).value_or(0) < 0) met = false;
               }},
              {"stage", [&](const ProtoNode&) { met = false; }},
              {"not_stage", Ignore}});
  return met;
}

bool IsTrained(const ProtoNode& layer, Source& source) {
  const auto includes = layer.All("include"), excludes = layer.All("exclude");
  const auto met = [&](const ProtoNode* rule) { return IsMet(*rule, source); };
  if (!includes.empty() && !excludes.empty()) {
    source.Add(excludes[0]->place, "a layer has `include` or `exclude`, not both");
  }
  if (includes.empty()) return std::none_of(excludes.begin(), excludes.end(), met);
  return std::any_of(includes.begin(), includes.end(), met);
}

void ReadMultiplesOf(const ProtoNode& node, Source& source, CaffeLayer& layer) {
  double rate = 1, decay = 1;
  ReadFields(source, node, "param",
             {{"lr_mult",
               [&](const ProtoNode& field) {
                 rate = ProtoNumber(source, field, 0, kMostMultiple).value_or(1);
                 if (rate == 0 && layer.frozen == nullptr) layer.frozen = &field;
               }},
              {"decay_mult", [&](const ProtoNode& field) {
                 decay = ProtoNumber(source, field, 0, kMostMultiple).value_or(1);
               }}});
  layer.rates.push_back(rate);
  layer.decays.push_back(decay);
}

// What every layer has; settings are in its own `…_param`.
void ReadCommon(const ProtoNode& node, Source& source, CaffeLayer& layer) {
  const auto blob = [&](std::vector<CaffeBlob>& blobs) {
    return
        [&](const ProtoNode& field) { blobs.push_back({ProtoString(source, field), field.value}); };
  };
  ProtoFields fields = {
      {"name", [&](const ProtoNode& field) { layer.name = ProtoString(source, field); }},
      {"type", Ignore},
      {"bottom", blob(layer.bottoms)},
      {"top", blob(layer.tops)},
      {"param", [&](const ProtoNode& field) { ReadMultiplesOf(field, source, layer); }},
      {"loss_weight",
       [&](const ProtoNode& field) {
         layer.loss_weight = ProtoNumber(source, field, 0, kMostMultiple);
       }},
      {"include", Ignore},
      {"exclude", Ignore}};
  for (const ProtoNode& field : node.fields) {
    if (field.name.ends_with("_param")) fields[field.name] = Ignore;
  }
  ReadFields(source, node, "a layer", fields);
}

CaffeLayer ReadOne(const ProtoNode& node, Source& source) {
  CaffeLayer layer;
  layer.node = &node;
  layer.place = node.place;
  const ProtoNode* type = node.Find("type");
  if (type == nullptr) {
    source.Add(node.place, "a layer without a `type`");
    return layer;
  }
  layer.place = type->value;
  if (!type->quoted) {
    source.Add(type->value, "a type in the format of Caffe's first year",
               "bring the file up to date with Caffe's own upgrade_net_proto_text OLD NEW");
    return layer;
  }
  layer.type = type->text;
  ReadCommon(node, source, layer);
  return layer;
}

}  // namespace

std::vector<CaffeLayer> ReadCaffeLayers(const ProtoNode& net, Source& source) {
  std::vector<CaffeLayer> layers;
  for (const ProtoNode* node : net.All("layer")) {
    if (!node->is_message) {
      source.Add(node->value, "`layer` must be a message: { … }");
    } else if (IsTrained(*node, source)) {
      layers.push_back(ReadOne(*node, source));
    }
  }
  return layers;
}

}  // namespace trena
