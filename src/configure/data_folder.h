// SPDX-License-Identifier: Apache-2.0
// A prepared data set: a folder with train_images.npy, test_images.npy (uint8, N×H×W×C),
// train_labels.npy, test_labels.npy (int32, N; of text all are N×T) and data.json, which says what
// it is and holds size and SHA-256 of each. trena-data writes it (data/), everyone else reads it.
#pragma once

#include <string>

#include "configure/datasets.h"
#include "core/files.h"

namespace trena {

inline constexpr int kDataFormat = 1;
inline constexpr const char* kDataFiles[] = {"train_images.npy", "train_labels.npy",
                                             "test_images.npy", "test_labels.npy"};

struct PreparedData {
  fs::path folder;
  int classes = 0;
  int channels = 0;
  int image = 0;
  int train_images = 0;
  int test_images = 0;
  bool synthetic = false;
  std::string sha256;              // of data.json, which holds the checksums of the rest
  std::vector<std::string> notes;  // what happened on the way that a person should know
  int sequence = 0;                // of text, which has neither channels nor image

  Shape input() const { return sequence > 0 ? Shape{sequence} : Shape{channels, image, image}; }
};

// Where a request's folder is, or will be.
fs::path DataFolderPath(const Dataset& dataset, const DataRequest& request, const fs::path& cache);

// The folder as data.json describes it, after comparing the files' sizes, and their checksums too
// when `full`. The error says what is damaged or missing.
Result<PreparedData> ReadDataFolder(const fs::path& folder, bool full);

}  // namespace trena
