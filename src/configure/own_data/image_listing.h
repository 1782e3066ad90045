// SPDX-License-Identifier: Apache-2.0
// What is trained on of a folder of images, and in which order: a file of the cache that trena
// writes and trena-data works through, image by image, so that neither needs more memory for more
// images. Its head is a line of JSON; then each image is a line and its path, which ends in a NUL.
//
// The images are in the order of their checksums: as good as shuffled, the same wherever they lie
// and whatever they are called, so that the first N are a fair sample of all. The test part, where
// it is a share, is the first so many of each class.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/files.h"
#include "core/json.h"
#include "core/process/descriptor.h"
#include "core/result.h"

namespace trena {

struct ListedImage {
  std::string path;  // relative to the root of its part
  int32_t label = 0;
  std::string sha256;
};

struct ListingHead {
  std::string train_root, test_root;
  int classes = 0;
  int present = 0;  // classes that the training part has images of
  bool skip_broken = false;
  std::string made_of;      // what they are, where they only stand for others
  int train = 0, test = 0;  // images
  std::string sha256;       // of the content: classes; part, label and bytes of each image
};

// The images of both parts, put in order, and the head that tells of them.
struct Listing {
  ListingHead head;
  std::vector<ListedImage> train, test;
};

// Puts the images in order, moves a share of each class of `train` to the test part, and completes
// the head: counts, classes present, checksum.
void Arrange(Listing& listing, std::optional<double> test_share);

// Where the listing of that content is kept.
fs::path ListingPath(const fs::path& cache, const std::string& sha256);

// Writes it into the cache, unless just that is there.
Status KeepListing(const Listing& listing, const fs::path& cache);

// Reads a listing one image at a time: those to train on, then those to test on.
class ListingReader {
 public:
  static Result<ListingReader> Open(const fs::path& path);

  const ListingHead& head() const { return head_; }
  // An Error for a listing that ends too soon or is damaged.
  Result<ListedImage> Next();

 private:
  explicit ListingReader(Descriptor file) : file_(std::move(file)) {}
  // What comes before the next `end`, which is passed over; empty where the file ends first.
  std::optional<std::string> Until(char end);

  Descriptor file_;
  std::string read_;  // of the file, from its place `at_` on not yet given
  size_t at_ = 0;
  ListingHead head_;
};

}  // namespace trena
