// SPDX-License-Identifier: Apache-2.0
// trena-data: prepares a data set for trena, which starts it and follows its stdout:
//   progress DONE TOTAL   images so far
//   note TEXT             something a person should know
//   failed TEXT           why it ends with exit code 1 (failure) or 2 (a bad request)
//   folder PATH           where the prepared data set is
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>

#include "configure/data/builder.h"
#include "configure/own_data/own_dataset.h"
#include "core/terminal/output.h"

namespace trena {
namespace {

// One line on stdout, at once.
void Say(const std::string& word, std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  Print("{} {}\n", word, text);
  FlushOutput();
}

int Fail(const Error& error) {
  Say("failed", error.message());
  return error.kind() == ErrorKind::kInput ? 2 : 1;
}

int Prepare(const DataRequest& request, const fs::path& cache) {
  Report report{
      [](int64_t done, int64_t total) { Say("progress", fmt::format("{} {}", done, total)); },
      [](const std::string& text) { Say("note", text); }};
  Result<fs::path> folder = BuildData(request, cache, report);
  if (!folder.ok()) return Fail(folder.error());
  Say("folder", folder.value().string());
  return 0;
}

int PrepareOwn(const std::string& own, DataRequest request, const fs::path& cache) {
  Result<Json> description = ParseJson(own);
  if (!description.ok()) return Fail(InputError("--own: " + description.error().message()));
  Result<Dataset> dataset = OwnDataset(description.value());
  if (!dataset.ok()) return Fail(dataset.error());
  request.own = std::move(dataset).value();
  // The codecs' libraries print about every odd image; what is wrong is said on stdout.
  const bool files = request.own->format == ImageFormat::kFiles;
  if (files && std::freopen("/dev/null", "w", stderr) == nullptr) return 1;
  return Prepare(request, cache);
}

int Main(int argc, char** argv) {
  CLI::App app("Prepares a data set for trena: resized, checked, in the cache.", "trena-data");
  DataRequest request;
  std::string cache = CacheFolder().string();
  app.add_option("DATASET", request.dataset,
                 "fashion_mnist, mnist, cifar10, synthetic, moby_dick or …")
      ->required();
  app.add_option("--image", request.image, "height and width in pixels");
  app.add_option("--sequence", request.sequence, "of text: bytes of a sequence");
  app.add_option("--images", request.images,
                 "only the first so many training images, or sequences");
  app.add_option("--cache", cache, "where prepared data is kept")->capture_default_str();
  std::string own;
  app.add_option("--own", own, "what a study's map says of a data set of its own, as JSON");
  app.add_flag("--full-check", request.full_check, "compare all checksums of what is there");
  app.set_version_flag("--version", std::string("trena-data ") + TRENA_VERSION);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& problem) {
    return app.exit(problem) == 0 ? 0 : 2;
  }
  int code = own.empty() ? Prepare(request, cache) : PrepareOwn(own, request, cache);
  Status told = FinishOutput();
  return told.ok() ? code : 1;  // there is nowhere to say why
}

}  // namespace
}  // namespace trena

int main(int argc, char** argv) {
  trena::PrepareStreams();
  try {
    return trena::Main(argc, argv);
  } catch (const std::exception& problem) {
    return trena::Fail(trena::Error(problem.what()));
  }
}
