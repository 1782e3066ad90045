// SPDX-License-Identifier: Apache-2.0
#include "configure/own_data/own_dataset.h"

#include <fmt/format.h>

namespace trena {
namespace {

constexpr int kMostChannels = 4;  // that trena-data can resize
constexpr int kTrainPerTest = 5;  // as the generated set of the table has it

Result<Dataset> GeneratedOne(const std::string& name, const Json& said) {
  const int images = Get<int>(said, "images").value_or(0);
  const int classes = Get<int>(said, "classes").value_or(0);
  const int channels = Get<int>(said, "channels").value_or(3);
  if (images < 1) return InputError(fmt::format("{} has no images", name));
  if (classes < 2) {
    return InputError(
        fmt::format("{} has {} class: a network learns to tell 2 or more apart", name, classes));
  }
  if (channels < 1 || channels > kMostChannels) {
    return InputError(
        fmt::format("{} has {} channels: an image has 1 to {}", name, channels, kMostChannels));
  }
  Dataset dataset;
  dataset.name = name;
  dataset.title = "generated images: a coloured blob per class, in noise";
  dataset.kind = SourceKind::kGenerated;
  dataset.format = ImageFormat::kGenerated;
  dataset.channels = channels;
  dataset.classes = classes;
  dataset.train.count = images;
  dataset.test.count = (images + kTrainPerTest - 1) / kTrainPerTest;
  return dataset;
}

}  // namespace

Result<Json> DescribeOwn(const Study& study, const NamedMap& map) {
  if (!map.problem.empty()) return study.ErrorAt(map.place(), map.problem);
  Json description = map.content;
  description["name"] = map.name;
  return description;
}

Result<Dataset> OwnDataset(const Json& description) {
  const std::string name = Get<std::string>(description, "name").value_or("");
  Json content = description;
  content.erase("name");
  if (!content.contains("synthetic")) {
    return InputError(fmt::format("{} is a kind of data set that cannot be prepared", name));
  }
  TRENA_ASSIGN(Dataset dataset, GeneratedOne(name, content["synthetic"]));
  dataset.own = description;
  dataset.content = ContentSum(content);
  return dataset;
}

}  // namespace trena
