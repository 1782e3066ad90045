// SPDX-License-Identifier: Apache-2.0
// The data sets trena can prepare: one visible table, and what may be asked of it. Where a data set
// comes from is part of its row; nothing of it is kept in trena's repository.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/result.h"

namespace trena {

enum class SourceKind { kDebian, kNpm, kGenerated };
// kIdx: MNIST's own format, gzipped or not. kPngRows: one image per row of a PNG, labels in JSON.
enum class ImageFormat { kIdx, kPngRows, kGenerated };

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
  std::optional<int> native;  // height and width of the originals; empty: made at any size
  int classes = 0;
  DatasetPart train, test;
};

const std::vector<Dataset>& Datasets();

// What a study asks for: images of `image` × `image` pixels, the first `images` of the training
// part (empty: all).
struct DataRequest {
  std::string dataset;
  int image = 0;
  std::optional<int> images;
  bool full_check = false;  // compare all checksums on reuse, not only sizes
};

// The row, after checking the whole request; an InputError says what to ask instead.
Result<const Dataset*> CheckRequest(const DataRequest& request);

// How many images of each part a checked request takes. The test part is cut in proportion, rounded
// up.
int TrainImages(const Dataset& dataset, const DataRequest& request);
int TestImages(const Dataset& dataset, const DataRequest& request);

// "fashion_mnist-32-256", "cifar10-32-all".
std::string ItemName(const Dataset& dataset, const DataRequest& request);

}  // namespace trena
