// SPDX-License-Identifier: Apache-2.0
// Reads one entry of a network's `layers`. What is wrong is added to the source, so that a person
// sees all of it at once; nothing here knows the other layers.
#pragma once

#include <yaml-cpp/yaml.h>

#include <string>
#include <vector>

#include "configure/networks/network.h"

namespace trena {

// "did you mean `x`?", or the whole list when nothing is near.
std::string DidYouMeanOneOf(const std::string& word, const std::vector<std::string>& candidates);

// Names become parts of file names and of names inside the frameworks: letters, digits, _ and -.
bool IsName(const std::string& text);

// `rates` or `decays`: one number or two, of a layer or of all.
Json ReadMultiples(const std::string& key, const YAML::Node& node, Source& source);

// Its type is nullptr when that is not known; its name and `from` are empty when not written.
WrittenLayer ReadLayer(const YAML::Node& node, Source& source);

}  // namespace trena
