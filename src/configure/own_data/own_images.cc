// SPDX-License-Identifier: Apache-2.0
#include "configure/own_data/own_images.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>

#include "configure/own_data/image_tree.h"
#include "configure/own_data/labels_file.h"
#include "core/sha256.h"
#include "core/text/text.h"

namespace trena {
namespace {

constexpr size_t kMostImages = size_t{1} << 30;

// An image and the word that its label is.
struct NamedImage {
  std::string path;
  std::string label;
  std::string where;  // of the label, for messages; empty: a folder's name
};

struct NamedImages {
  fs::path root;
  std::vector<NamedImage> images;
  std::vector<std::string> classes;  // folders, of which some may be empty
};

std::string InFolder(const fs::path& folder) { return ForTerminal(folder.string()); }

Error NoImages(const ImageTree& tree) {
  const std::string others = tree.others == 0
                                 ? ""
                                 : fmt::format(" (there are {} other files, like {})", tree.others,
                                               ForTerminal(tree.first_other));
  return InputError(
      fmt::format("there are no images in {}{}: they end in .jpg, .jpeg, .png, .bmp, "
                  ".tif or .tiff",
                  InFolder(tree.root), others));
}

Status CheckEmptyClasses(const ImageTree& tree) {
  std::map<std::string, size_t> counts;
  for (const std::string& path : tree.paths) ++counts[TopFolder(path)];
  for (const std::string& folder : tree.folders) {
    if (counts.contains(folder)) continue;
    return InputError(
        fmt::format("the class {} has no images: remove the folder {}, and say how "
                    "many classes there are by `classes: N` where it counts",
                    ForTerminal(folder), InFolder(tree.root / folder)));
  }
  const auto loose = counts.find("");
  if (loose == counts.end() || tree.folders.empty()) return Done{};
  return InputError(fmt::format(
      "{} has {} images beside the folders of its classes, like {}: put "
      "them into one, or give a file of `labels`",
      InFolder(tree.root), loose->second,
      ForTerminal(*std::find_if(tree.paths.begin(), tree.paths.end(),
                                [](const std::string& path) { return TopFolder(path).empty(); }))));
}

// A folder for each class; or all images in the folder itself, which are one class.
Result<NamedImages> ByFolders(const fs::path& folder) {
  TRENA_ASSIGN(ImageTree tree, FindImages(folder));
  if (tree.paths.empty()) return NoImages(tree);
  TRENA_CHECK(CheckEmptyClasses(tree));
  NamedImages named{tree.root, {}, tree.folders};
  if (named.classes.empty()) named.classes = {""};
  for (std::string& path : tree.paths) {
    std::string label = TopFolder(path);
    named.images.push_back({std::move(path), std::move(label), ""});
  }
  return named;
}

Result<NamedImages> ByLabels(const fs::path& folder, const fs::path& file) {
  std::error_code problem;
  NamedImages named;
  named.root = fs::canonical(folder, problem);
  if (problem || !fs::is_directory(named.root)) {
    return InputError(fmt::format("there is no folder {}", InFolder(folder)));
  }
  TRENA_ASSIGN(std::vector<LabelledFile> labelled, ReadLabels(file));
  if (labelled.empty()) return InputError(InFolder(file) + " names no images");
  std::vector<std::string> wrong;
  for (LabelledFile& one : labelled) {
    const std::string where = fmt::format("{}:{}", InFolder(file), one.line);
    const Result<fs::path> found = FileWithin(named.root, one.path);
    if (!found.ok()) wrong.push_back(where + ": " + found.error().message());
    named.images.push_back({std::move(one.path), std::move(one.label), where});
  }
  if (wrong.empty()) return named;
  const std::string others =
      wrong.size() > 1 ? fmt::format("; and {} more of {}", wrong.size() - 1, named.images.size())
                       : "";
  return InputError(wrong[0] + others);
}

// A whole number from 0, or nothing.
std::optional<int32_t> NumberedLabel(const std::string& label) {
  int32_t number = 0;
  const char* end = label.data() + label.size();
  const auto [stop, error] = std::from_chars(label.data(), end, number);
  if (error != std::errc() || stop != end || number < 0) return std::nullopt;
  return number;
}

// Which number a label has: its own, where all are numbers; else its place in their order.
class Labels {
 public:
  explicit Labels(const NamedImages& named) : classes_(named.classes) {
    numbers_ = classes_.empty();
    for (const NamedImage& image : named.images) {
      const auto number = NumberedLabel(image.label);
      numbers_ = numbers_ && number;
      if (number) largest_ = std::max(largest_, *number);
    }
    if (numbers_) return;
    if (classes_.empty()) {
      for (const NamedImage& image : named.images) classes_.push_back(image.label);
    }
    std::sort(classes_.begin(), classes_.end());
    classes_.erase(std::unique(classes_.begin(), classes_.end()), classes_.end());
  }

  // As many as there must be.
  int64_t count() const {
    return numbers_ ? int64_t{largest_} + 1 : static_cast<int64_t>(classes_.size());
  }
  bool are_numbers() const { return numbers_; }

  std::optional<int32_t> NumberOf(const std::string& label) const {
    if (numbers_) return NumberedLabel(label);
    const auto found = std::lower_bound(classes_.begin(), classes_.end(), label);
    if (found == classes_.end() || *found != label) return std::nullopt;
    return static_cast<int32_t>(found - classes_.begin());
  }

 private:
  std::vector<std::string> classes_;
  bool numbers_ = false;
  int32_t largest_ = 0;
};

// How many classes the network tells apart.
Result<int> CountClasses(const Json& content, const std::string& name, const Labels& labels) {
  const auto said = Get<int>(content, "classes");
  const int64_t needed = labels.count();
  if (said && *said < needed) {
    const std::string why =
        labels.are_numbers()
            ? fmt::format("its largest label is {}; labels count from 0", needed - 1)
            : fmt::format("there are {}", needed);
    return InputError(fmt::format("classes {} of {} are too few: {}", *said, name, why));
  }
  const int64_t classes = said ? *said : needed;
  if (classes >= 2 && classes <= std::numeric_limits<int32_t>::max()) {
    return static_cast<int>(classes);
  }
  return InputError(
      fmt::format("{} has one class, and nothing to tell apart: say how many the network has, "
                  "like `classes: 1000`",
                  name));
}

struct PartOfImages {
  std::vector<ListedImage> images;
  std::string root;
};

Result<PartOfImages> TakeSums(const NamedImages& named, const Labels& labels, int classes,
                              const fs::path& cache, const SumsProgress& progress) {
  if (named.images.size() > kMostImages) return InputError("more images than can be numbered");
  std::vector<std::string> paths;
  PartOfImages part;
  part.root = named.root.string();
  for (const NamedImage& image : named.images) {
    const auto label = labels.NumberOf(image.label);
    if (!label || *label >= classes) {
      return InputError(fmt::format("{}{} is of the class {}, which no image to train on has",
                                    image.where.empty() ? "" : image.where + ": ",
                                    ForTerminal(image.path), ForTerminal(image.label)));
    }
    paths.push_back(image.path);
    part.images.push_back({image.path, *label, ""});
  }
  const fs::path kept = cache / "sums" / Sha256(part.root);
  TRENA_ASSIGN(const std::vector<std::string> sums, SumsOfFiles(named.root, paths, kept, progress));
  for (size_t i = 0; i < sums.size(); ++i) part.images[i].sha256 = sums[i];
  return part;
}

Result<NamedImages> FindNamed(const fs::path& folder, const std::optional<fs::path>& labels) {
  return labels ? ByLabels(folder, *labels) : ByFolders(folder);
}

}  // namespace

Result<Listing> ListImages(const Json& content, const std::string& name, const fs::path& beside,
                           const fs::path& cache, const SumsProgress& progress) {
  const auto path = [&](const char* key) -> std::optional<fs::path> {
    const auto said = Get<std::string>(content, key);
    return said ? std::optional(beside / *said) : std::nullopt;
  };
  const fs::path folder = path("folder").value_or(beside);
  TRENA_ASSIGN(const NamedImages named, FindNamed(folder, path("labels")));
  const Labels labels(named);
  Listing listing;
  listing.head.skip_broken = Get<bool>(content, "skip_broken").value_or(false);
  listing.head.made_of = Get<std::string>(content, "made_of").value_or("");
  TRENA_ASSIGN(listing.head.classes, CountClasses(content, name, labels));
  TRENA_ASSIGN(PartOfImages train, TakeSums(named, labels, listing.head.classes, cache, progress));
  listing.train = std::move(train.images);
  listing.head.train_root = listing.head.test_root = train.root;
  if (const auto test = path("test")) {
    // With a file of labels the test part is another one, of the same folder.
    const bool labelled = path("labels").has_value();
    TRENA_ASSIGN(const NamedImages others,
                 labelled ? FindNamed(folder, test) : FindNamed(*test, std::nullopt));
    TRENA_ASSIGN(PartOfImages part,
                 TakeSums(others, labels, listing.head.classes, cache, progress));
    listing.test = std::move(part.images);
    listing.head.test_root = part.root;
  }
  Arrange(listing, Get<double>(content, "test"));
  if (listing.train.empty()) {
    return InputError(fmt::format("{} leaves no image to train on", name));
  }
  return listing;
}

}  // namespace trena
