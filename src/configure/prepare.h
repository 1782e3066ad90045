// SPDX-License-Identifier: Apache-2.0
// What every run needs before it starts: data, network, weights, order. Each is made once into the
// cache, under a name that tells what it was made from, and found there by the next study. Nothing
// here holds a lock or state between calls.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "configure/data_folder.h"
#include "configure/datasets.h"
#include "configure/networks/resolved_network.h"
#include "configure/networks/weights.h"
#include "core/files.h"
#include "core/result.h"

namespace trena {

// Told now and then while something long is made, on the caller's thread.
using Progress = std::function<void(int64_t done, int64_t total)>;

// Runs `trena_data`, the executable, unless the folder is there already. The images are resized
// (bilinear) to request.image. `progress` may be empty.
Result<PreparedData> PrepareData(const DataRequest& request, const fs::path& cache,
                                 const fs::path& trena_data, const Progress& progress);

// The network of that name, with every size known. NAME.yaml is looked for in the folders in turn.
// An InputError for one that is not there, does not fit the images, or is too large.
Result<ResolvedNetwork> ResolveNetwork(const std::string& name,
                                       const std::vector<fs::path>& folders, const Shape& input,
                                       int classes);

// The path of network.json, resolved for the data's images and classes. NAME.yaml is looked for in
// the folders in turn.
Result<fs::path> PrepareNetwork(const std::string& name, const std::vector<fs::path>& folders,
                                const PreparedData& data, const fs::path& cache);

// The path of the .npz of initial weights for a network.json.
Result<fs::path> PrepareWeights(const fs::path& network, const WeightOptions& options,
                                const fs::path& cache);

// The path of the .npy of epoch orders.
Result<fs::path> PrepareOrder(int images, int epochs, uint64_t seed, const fs::path& cache);

// A file of the cache whose path tells what it was made from. Beside it stands a note (PATH.json)
// with its size, time and SHA-256: reuse costs two stats, and a file that was touched since is
// checked in full. What is damaged, half-made or of another version is made again.

// `path`, after `make` gave its bytes if there was no good file yet. Two processes that make it at
// once put the same bytes in place, one after the other.
Result<fs::path> CachedFile(const fs::path& path, const std::function<Result<std::string>()>& make);

}  // namespace trena
