// SPDX-License-Identifier: Apache-2.0
// The images that a map of the study names, `dataset: { name: tench, folder: PATH, … }`: found,
// labelled, their checksums taken, listed in the cache. Nothing is decoded here.
#pragma once

#include "configure/own_data/file_sums.h"
#include "configure/own_data/image_listing.h"
#include "core/json.h"

namespace trena {

// `content` is what the map says; relative paths are those of `beside`. An InputError for images
// that cannot be trained on: none, no labels, one class, a class without any.
Result<Listing> ListImages(const Json& content, const std::string& name, const fs::path& beside,
                           const fs::path& cache, const SumsProgress& progress);

}  // namespace trena
