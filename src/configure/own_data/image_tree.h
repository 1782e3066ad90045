// SPDX-License-Identifier: Apache-2.0
// The image files below a folder, by their names' endings: .jpg, .jpeg, .png, .bmp, .tif, .tiff.
// Links are followed only to files within the folder. Names that begin with a dot are passed over.
#pragma once

#include <string>
#include <vector>

#include "core/files.h"
#include "core/result.h"

namespace trena {

struct ImageTree {
  fs::path root;                     // without links
  std::vector<std::string> paths;    // of images, relative to the root, in the order of their bytes
  std::vector<std::string> folders;  // right below the root, in the order of their bytes
  size_t others = 0;                 // files that are no images by their names
  std::string first_other;
};

// An InputError for a folder that is not there or cannot be read, a link that leaves it or leads to
// a folder, or what has an image's name and is no file.
Result<ImageTree> FindImages(const fs::path& folder);

// Whether the name's ending is an image's.
bool IsImageName(const std::string& name);

// The first part of a relative path; empty where it has one part only.
std::string TopFolder(const std::string& path);

// The real path of a file that is named relative to `root`. An InputError where it is not there, is
// no file, or lies outside, by its name or by a link.
Result<fs::path> FileWithin(const fs::path& root, const std::string& path);

}  // namespace trena
