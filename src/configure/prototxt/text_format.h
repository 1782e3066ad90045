// SPDX-License-Identifier: Apache-2.0
// Protocol buffers' text format, in which Caffe's networks and solvers are written, as a tree that
// knows the line of everything. What its fields mean is the reader's (caffe_network.h).
//
//   layer { name: "conv1" type: "Convolution" convolution_param { num_output: 96 pad: [1, 1] } }
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/source.h"

namespace trena {

// A field: a message of further ones, or a scalar as it is written.
struct ProtoNode {
  std::string name;
  Place place;  // of the name
  Place value;  // of what stands behind it
  bool is_message = false;
  bool quoted = false;  // a string; else a number or a word
  std::string text;     // of a scalar
  std::vector<ProtoNode> fields;

  std::vector<const ProtoNode*> All(const std::string& field) const;
  const ProtoNode* Find(const std::string& field) const;  // the first, or nullptr
};

// An empty one.
inline ProtoNode Message() {
  ProtoNode node;
  node.is_message = true;
  return node;
}

// The whole text; empty where it cannot be read, and then the source has a diagnostic.
std::optional<ProtoNode> ParseTextFormat(Source& source);

// What to do with each field of a message. Others are reported, and so is one that is given twice
// though it is no list. `what` is for people: "convolution_param".
using ProtoFields = std::map<std::string, std::function<void(const ProtoNode&)>>;
void ReadFields(Source& source, const ProtoNode& node, const std::string& what,
                const ProtoFields& fields);

// Whether it is this word, like AVE or TRAIN.
bool IsProtoWord(const ProtoNode& node, const char* word);

// For fields that change nothing here.
void Ignore(const ProtoNode& node);

// A scalar's value; what it is not is reported.
std::optional<double> ProtoNumber(Source& source, const ProtoNode& node, double least, double most);
std::optional<int64_t> ProtoWhole(Source& source, const ProtoNode& node, int64_t least,
                                  int64_t most);
std::optional<bool> ProtoTruth(Source& source, const ProtoNode& node);
std::string ProtoString(Source& source, const ProtoNode& node);  // empty: it is none

}  // namespace trena
