// SPDX-License-Identifier: Apache-2.0
#include "study/maps/map_kinds.h"

#include <algorithm>

namespace trena {

const std::vector<MapKind>& MapKinds() {
  using enum MapFieldKind;
  const MapField policy{"policy", kText, "fixed, step, poly or inv", true};
  const MapField base{"base", kPositive, "the learning rate that it begins with", true};
  const MapField gamma{"gamma", kPositive, "as in Caffe's solvers", true};
  const MapField power{"power", kNotNegative, "as in Caffe's solvers", true};
  const MapField stepsize{"stepsize", kCount, "steps of training between two drops", true};
  const MapField max_iter{"max_iter", kCount, "the step at which it comes to 0; else the last"};
  static const std::vector<MapKind> kinds = {
      {"dataset",
       "folder",
       true,
       {{"folder", kPath, "holds the images, a folder for each class", true},
        {"labels", kPath, "CSV of file and label, instead of a folder for each class"},
        {"classes", kCount, "how many there are, where not all are present"},
        {"test", kShareOrPath, "the test part: a share of the images, or another folder"},
        {"skip_broken", kTruth, "leave out images that cannot be read"},
        {"made_of", kText, "what they are, where they only stand for others"}}},
      {"dataset",
       "synthetic",
       false,
       {{"synthetic",
         kMap,
         "generated images",
         true,
         {},
         {{"images", kCount, "to train on", true},
          {"classes", kCount, "of images", true},
          {"channels", kCount, "of each image; 3 where not said"}}}}},
      // Caffe's solvers' (runners/common/learning_rate.h).
      {"learning_rate", "policy", false, {policy, base}, "fixed"},
      {"learning_rate", "policy", false, {policy, base, gamma, stepsize}, "step"},
      {"learning_rate", "policy", false, {policy, base, power, max_iter}, "poly"},
      {"learning_rate", "policy", false, {policy, base, gamma, power}, "inv"},
  };
  return kinds;
}

bool MayBeMap(const std::string& value) {
  return std::any_of(MapKinds().begin(), MapKinds().end(),
                     [&](const MapKind& kind) { return value == kind.value; });
}

}  // namespace trena
