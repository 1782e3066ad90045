// SPDX-License-Identifier: Apache-2.0
#include "configure/own_data/image_listing.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
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
constexpr size_t kLongestPart = size_t{1} << 16;  // of the head, and of a path
constexpr size_t kReadBytes = size_t{1} << 16;

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
  if (!listing.head.made_of.empty()) text += "made of " + listing.head.made_of + "\n";
  for (const auto* part : {&listing.train, &listing.test}) {
    text += part == &listing.train ? "train\n" : "test\n";
    for (const ListedImage& image : *part)
      text += fmt::format("{} {}\n", image.label, image.sha256);
  }
  return Sha256(text);
}

std::string HeadText(const ListingHead& head, const std::string& paths) {
  const Json json{
      {"format", kListingFormat}, {"sha256", head.sha256},   {"paths", paths},
      {"classes", head.classes},  {"present", head.present}, {"skip_broken", head.skip_broken},
      {"made_of", head.made_of},  {"train", head.train},     {"test", head.test}};
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
  const RegularFile there(path);
  std::string begin(head.size(), ' ');
  const bool read =
      there.ok() && there.size() == static_cast<off_t>(head.size() + body.size()) &&
      there.ReadAt(0, begin.data(), begin.size()) == static_cast<ssize_t>(begin.size());
  if (read && begin == head) return Done{};
  TRENA_CHECK(MakeFolder(path.parent_path()));
  return WriteFileWhole(path, head + body);
}

Result<ListingReader> ListingReader::Open(const fs::path& path) {
  TRENA_ASSIGN(Descriptor file, OpenToRead(path));
  ListingReader reader(std::move(file));
  const auto line = reader.Until('\n');
  const auto train_root = reader.Until('\0'), test_root = reader.Until('\0');
  if (!test_root) return Damaged();
  TRENA_ASSIGN(const Json json, ParseJson(*line));
  ListingHead& head = reader.head_;
  head.train_root = *train_root;
  head.test_root = *test_root;
  head.sha256 = Get<std::string>(json, "sha256").value_or("");
  head.classes = Get<int>(json, "classes").value_or(0);
  head.present = Get<int>(json, "present").value_or(0);
  head.skip_broken = Get<bool>(json, "skip_broken").value_or(false);
  head.made_of = Get<std::string>(json, "made_of").value_or("");
  head.train = Get<int>(json, "train").value_or(0);
  head.test = Get<int>(json, "test").value_or(0);
  const bool whole = Get<int>(json, "format") == kListingFormat &&
                     head.sha256.size() == kSumDigits && head.classes > 0 && head.train > 0;
  if (!whole) return Damaged();
  return reader;
}

std::optional<std::string> ListingReader::Until(char end) {
  while (true) {
    const size_t found = read_.find(end, at_);
    if (found != read_.npos) {
      std::string text = read_.substr(at_, found - at_);
      at_ = found + 1;
      return text;
    }
    read_.erase(0, at_);
    at_ = 0;
    if (read_.size() > kLongestPart) return std::nullopt;
    std::string more(kReadBytes, ' ');
    const ssize_t got = read(file_.number(), more.data(), more.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return std::nullopt;
    read_.append(more, 0, static_cast<size_t>(got));
  }
}

Result<ListedImage> ListingReader::Next() {
  const auto line = Until('\n'), path = Until('\0');
  if (!line || !path || line->size() < kSumDigits + 2 || path->empty()) return Damaged();
  ListedImage image{*path, 0, line->substr(0, kSumDigits)};
  const char* begin = line->data() + kSumDigits + 1;
  const auto [end, error] = std::from_chars(begin, line->data() + line->size(), image.label);
  if (error != std::errc() || image.label < 0 || image.label >= head_.classes) return Damaged();
  return image;
}

}  // namespace trena
