// SPDX-License-Identifier: Apache-2.0
// The data sets trena can prepare: one visible table, and what may be asked of it. Where a data set
// comes from is part of its row; nothing of it is kept in trena's repository.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/json.h"
#include "core/npy/npy.h"
#include "core/result.h"

namespace trena {

enum class SourceKind { kDebian, kNpm, kGenerated, kFolder };
// kIdx: MNIST's own format, gzipped or not. kPngRows: one image per row of a PNG, labels in JSON.
// kText: a file of text. kFiles: a file for each image, listed (own_data/image_listing.h).
enum class ImageFormat { kIdx, kPngRows, kText, kGenerated, kFiles };

struct DatasetPart {
  int count = 0;
  std::vector<std::string> images;  // files inside the package, one after the other
  std::string labels;
};

struct Dataset {
  std::string name;
  std::string title;
  SourceKind kind = SourceKind::kGenerated;
  std::string package;
  std::string version;
  std::string sha256;  // of the package's archive (npm)
  std::string folder;  // where the package puts its files (Debian)
  ImageFormat format = ImageFormat::kGenerated;
  int channels = 0;
  // Height and width of the originals; empty: made at any size; 0: each has its own.
  std::optional<int> native;
  int classes = 0;
  DatasetPart train, test;  // counts are of images
  // Of one that a study describes by a map (own_data/own_dataset.h): what it says, as trena-data is
  // told, and the checksum of its content. Null and empty for those of the table.
  Json own = nullptr;
  std::string content = {};
  // Bytes of a text, whose last tenth is the test part; 0: images. It is cut into sequences of
  // bytes, one after the other, each with the bytes that come next as its labels: what is said of
  // images holds for sequences.
  int64_t text = 0;

  bool is_text() const { return text > 0; }
};

const std::vector<Dataset>& Datasets();

// What a study asks for: images of `image` × `image` pixels, or sequences of `sequence` bytes; the
// first `images` of the training part (empty: all).
struct DataRequest {
  std::string dataset;
  int image = 0;
  std::optional<int> images = std::nullopt;
  bool full_check = false;          // compare all checksums on reuse, not only sizes
  std::optional<Dataset> own = {};  // the study's, in place of a row of the table
  int sequence = 0;                 // of a text
};

// The row, or the request's own, after checking all of it; an InputError says what to ask instead.
Result<const Dataset*> CheckRequest(const DataRequest& request);

// How many images of each part a checked request takes. The test part is cut in proportion, rounded
// up.
int TrainImages(const Dataset& dataset, const DataRequest& request);
int TestImages(const Dataset& dataset, const DataRequest& request);

// Of a text, at its end.
int64_t TestBytes(const Dataset& dataset);

// One of its images to a network, as channels, height, width; a sequence's length alone.
Shape InputOf(const Dataset& dataset, const DataRequest& request);

// "fashion_mnist at 32×32", "moby_dick in sequences of 64".
std::string Title(const DataRequest& request);

// "fashion_mnist-32-256", "cifar10-32-all"; of a study's own with digits of its content's checksum.
std::string ItemName(const Dataset& dataset, const DataRequest& request);

}  // namespace trena
