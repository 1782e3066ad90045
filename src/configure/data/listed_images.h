// SPDX-License-Identifier: Apache-2.0
// The images of a listing (own_data/image_listing.h), decoded on all CPUs and written in their
// order. A few per CPU are in memory at a time, however many there are.
#pragma once

#include <string>
#include <vector>

#include "configure/data/report.h"
#include "configure/own_data/image_listing.h"
#include "core/files.h"

namespace trena {

// What was met in the images of a part, or of both.
struct ListedCounts {
  int written = 0;
  int looked_at = 0;
  int broken = 0;
  int cmyk = 0;
  int deep = 0;                          // with more than 8 bits
  std::vector<std::string> broken_ones;  // "a.jpg is cut off", the first few

  void Add(const ListedCounts& more);
};

// A part of a data set: which images it takes, and where they go.
struct ListedPart {
  fs::path root;    // of the images
  int listed = 0;   // images of the part in the listing
  int wanted = 0;   // takes so many that can be decoded
  int size = 0;     // height and width, in pixels
  fs::path images;  // .npy
  fs::path labels;
};

// Reads `part.listed` images of the listing. Broken ones are counted and left out; an image whose
// bytes are not those of the listing is an Error. `report` is told of `done` images and more.
Result<ListedCounts> WriteListed(ListingReader& listing, const ListedPart& part, int64_t done,
                                 int64_t total, const Report& report);

// "3 of 1,024 images cannot be read: a.jpg is cut off; b.png is empty; and 1 more".
std::string BrokenText(const ListedCounts& counts);

}  // namespace trena
