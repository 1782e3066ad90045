// SPDX-License-Identifier: Apache-2.0
#include "configure/own_data/image_listing.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "core/sha256.h"

namespace trena {
namespace {

constexpr int kListingFormat = 1;
constexpr size_t kSumDigits = 64;
constexpr size_t kLongestHead = size_t{1} << 16;

void Sort(std::vector<ListedImage>& images) {
  const auto before = [](const ListedImage& a, const ListedImage& b) {
    return std::tie(a.sha256, a.label, a.path) < std::tie(b.sha256, b.label, b.path);
  };
  std::sort(images.begin(), images.end(), before);
}

// The first images of each class, in their order, as many as the share says.
void MoveShare(Listing& listing, double share) {
  std::map<int32_t, int> left;
  for (const ListedImage& image : listing.train) ++left[image.label];
  for (auto& [label, count] : left) count = static_cast<int>(std::lround(share * count));
  std::vector<ListedImage> kept;
  for (ListedImage& image : listing.train) {
    const bool test = left[image.label]-- > 0;
    (test ? listing.test : kept).push_back(std::move(image));
  }
  listing.train = std::move(kept);
}

std::string ContentOf(const Listing& listing) {
  std::string text =
      fmt::format("trena images {}\nclasses {}\n", kListingFormat, listing.head.classes);
  if (listing.head.skip_broken) text += "skip_broken\n";
  for (const auto* part : {&listing.train, &listing.test}) {
    text += part == &listing.train ? "train\n" : "test\n";
    for (const ListedImage& image : *part)
      text += fmt::format("{} {}\n", image.label, image.sha256);
  }
  return Sha256(text);
}

std::string HeadText(const ListingHead& head, const std::string& paths) {
  const Json json{{"format", kListingFormat}, {"sha256", head.sha256},
                  {"paths", paths},           {"classes", head.classes},
                  {"present", head.present},  {"skip_broken", head.skip_broken},
                  {"train", head.train},      {"test", head.test}};
  return Dump(json) + "\n" + head.train_root + '\0' + head.test_root + '\0';
}

std::string BodyText(const Listing& listing) {
  std::string text;
  for (const auto* part : {&listing.train, &listing.test}) {
    for (const ListedImage& image : *part) {
      text.append(image.sha256).append(1, ' ').append(std::to_string(image.label));
      text.append(1, '\n').append(image.path).append(1, '\0');
    }
  }
  return text;
}

Error Damaged() { return Error("the list of its images is damaged"); }

}  // namespace

void Arrange(Listing& listing, std::optional<double> test_share) {
  Sort(listing.train);
  if (test_share) MoveShare(listing, *test_share);
  Sort(listing.test);
  std::set<int32_t> present;
  for (const ListedImage& image : listing.train) present.insert(image.label);
  listing.head.present = static_cast<int>(present.size());
  listing.head.train = static_cast<int>(listing.train.size());
  listing.head.test = static_cast<int>(listing.test.size());
  listing.head.sha256 = ContentOf(listing);
}

fs::path ListingPath(const fs::path& cache, const std::string& sha256) {
  return cache / "listings" / sha256;
}

Status KeepListing(const Listing& listing, const fs::path& cache) {
  const fs::path path = ListingPath(cache, listing.head.sha256);
  const std::string body = BodyText(listing);
  const std::string head = HeadText(listing.head, Sha256(body));
  std::ifstream there(path, std::ios::binary);
  std::string begin(head.size(), ' ');
  if (there.read(begin.data(), static_cast<std::streamsize>(begin.size())) && begin == head) {
    return Done{};
  }
  TRENA_CHECK(MakeFolder(path.parent_path()));
  return WriteFileWhole(path, head + body);
}

Result<ListingReader> ListingReader::Open(const fs::path& path) {
  ListingReader reader(std::ifstream(path, std::ios::binary));
  std::string line;
  if (!std::getline(reader.file_, line) || line.size() > kLongestHead) return Damaged();
  TRENA_ASSIGN(const Json json, ParseJson(line));
  ListingHead& head = reader.head_;
  std::getline(reader.file_, head.train_root, '\0');
  std::getline(reader.file_, head.test_root, '\0');
  head.sha256 = Get<std::string>(json, "sha256").value_or("");
  head.classes = Get<int>(json, "classes").value_or(0);
  head.present = Get<int>(json, "present").value_or(0);
  head.skip_broken = Get<bool>(json, "skip_broken").value_or(false);
  head.train = Get<int>(json, "train").value_or(0);
  head.test = Get<int>(json, "test").value_or(0);
  const bool whole = reader.file_ && Get<int>(json, "format") == kListingFormat &&
                     head.sha256.size() == kSumDigits && head.classes > 0 && head.train > 0;
  if (!whole) return Damaged();
  return reader;
}

Result<ListedImage> ListingReader::Next() {
  std::string line;
  ListedImage image;
  if (!std::getline(file_, line) || !std::getline(file_, image.path, '\0')) return Damaged();
  if (line.size() < kSumDigits + 2 || image.path.empty()) return Damaged();
  image.sha256 = line.substr(0, kSumDigits);
  const char* begin = line.data() + kSumDigits + 1;
  const auto [end, error] = std::from_chars(begin, line.data() + line.size(), image.label);
  if (error != std::errc() || image.label < 0 || image.label >= head_.classes) return Damaged();
  return image;
}

}  // namespace trena
