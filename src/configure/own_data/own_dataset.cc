// SPDX-License-Identifier: Apache-2.0
#include "configure/own_data/own_dataset.h"

#include <fmt/format.h>

#include "configure/own_data/image_listing.h"
#include "configure/own_data/own_images.h"
#include "study/values.h"

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

Result<Dataset> ListedOne(const std::string& name, const std::string& listing) {
  TRENA_ASSIGN(const ListingReader reader, ListingReader::Open(listing));
  const ListingHead& head = reader.head();
  Dataset dataset;
  dataset.name = name;
  dataset.title = fmt::format("images of one's own: {} of {} classes", head.present, head.classes);
  dataset.kind = SourceKind::kFolder;
  dataset.format = ImageFormat::kFiles;
  dataset.channels = 3;
  dataset.native = 0;  // each has its own size
  dataset.classes = head.classes;
  dataset.train.count = head.train;
  dataset.test.count = head.test;
  dataset.content = head.sha256;
  return dataset;
}

bool IsUsed(const Study& study, const NamedMap& map) {
  const Value* fixed = Find(study.fixed, map.value);
  if (fixed != nullptr) return fixed->ToString() == map.name;
  const Factor* factor = study.factor(map.value);
  return factor != nullptr && HasLevel(factor->levels, map.name);
}

Result<std::string> LookAtOne(const Study& study, const NamedMap& map, const fs::path& cache,
                              const LookProgress& progress) {
  const auto tell = [&](int64_t done, int64_t total) {
    if (progress) progress(map.name, done, total);
  };
  const fs::path beside = fs::absolute(study.path).parent_path();
  TRENA_ASSIGN(const Listing listing, ListImages(map.content, map.name, beside, cache, tell));
  TRENA_CHECK(KeepListing(listing, cache));
  return listing.head.sha256;
}

}  // namespace

void LookAtFiles(Study& study, const fs::path& cache, const Json& kept,
                 const LookProgress& progress) {
  for (NamedMap& map : study.maps) {
    const bool images = map.value == "dataset" && map.content.contains("folder");
    if (!images || !IsUsed(study, map)) continue;
    Result<std::string> sum = LookAtOne(study, map, cache, progress);
    if (sum.ok()) {
      map.sha256 = std::move(sum).value();
    } else {
      map.problem = sum.error().message();
      map.sha256 = Get<std::string>(kept.value(map.value, Json()), map.name).value_or("");
    }
  }
}

Result<Json> DescribeOwn(const Study& study, const NamedMap& map, const fs::path& cache) {
  if (!map.problem.empty()) return study.ErrorAt(map.place(), map.problem);
  if (map.content.contains("folder")) {
    return Json{{"name", map.name}, {"listing", ListingPath(cache, map.sha256).string()}};
  }
  Json description = map.content;
  description["name"] = map.name;
  return description;
}

Result<Dataset> OwnDataset(const Json& description) {
  const std::string name = Get<std::string>(description, "name").value_or("");
  const auto listing = Get<std::string>(description, "listing");
  Json content = description;
  content.erase("name");
  if (!listing && !content.contains("synthetic")) {
    return InputError(fmt::format("{} is a kind of data set that cannot be prepared", name));
  }
  TRENA_ASSIGN(Dataset dataset,
               listing ? ListedOne(name, *listing) : GeneratedOne(name, content["synthetic"]));
  if (!listing) dataset.content = ContentSum(content);
  dataset.own = description;
  return dataset;
}

}  // namespace trena
