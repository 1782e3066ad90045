// SPDX-License-Identifier: Apache-2.0
#include "configure/own_data/image_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "core/text/text.h"

namespace trena {
namespace {

constexpr int kDeepestTree = 32;
constexpr const char* kImageEndings[] = {".jpg", ".jpeg", ".png", ".bmp", ".tif", ".tiff"};

Error NoSuchFolder(const fs::path& folder, const std::error_code& problem) {
  return InputError(
      fmt::format("there is no folder {}: {}", ForTerminal(folder.string()), problem.message()));
}

bool LiesWithin(const fs::path& root, const fs::path& path) {
  const auto [end, ignored] = std::mismatch(root.begin(), root.end(), path.begin(), path.end());
  return end == root.end();
}

class TreeWalk {
 public:
  explicit TreeWalk(ImageTree& tree) : tree_(tree) {}

  Status Walk(const fs::path& below, int depth) {
    const fs::path folder = tree_.root / below;
    if (depth > kDeepestTree) {
      return InputError(fmt::format("{} lies deeper than {} folders", ForTerminal(folder.string()),
                                    kDeepestTree));
    }
    std::error_code problem;
    fs::directory_iterator entries(folder, problem);
    for (; !problem && entries != fs::directory_iterator(); entries.increment(problem)) {
      const fs::path name = below / entries->path().filename();
      if (!entries->path().filename().string().starts_with('.')) TRENA_CHECK(Take(name, depth));
    }
    if (!problem) return Done{};
    return InputError(
        fmt::format("cannot read {}: {}", ForTerminal(folder.string()), problem.message()));
  }

 private:
  Status Take(const fs::path& name, int depth) {
    std::error_code problem;
    const fs::path path = tree_.root / name;
    const fs::file_status status = fs::symlink_status(path, problem);
    if (fs::is_directory(status)) {
      if (depth == 0) tree_.folders.push_back(name.string());
      return Walk(name, depth + 1);
    }
    const bool to_folder = fs::is_symlink(status) && fs::is_directory(path, problem);
    if (to_folder) {
      return InputError(
          fmt::format("{} is a link to a folder, which is not followed: put the "
                      "folder itself there",
                      ForTerminal(path.string())));
    }
    if (!IsImageName(name.string())) {
      if (tree_.others++ == 0) tree_.first_other = name.string();
      return Done{};
    }
    TRENA_CHECK(FileWithin(tree_.root, name.string()));
    tree_.paths.push_back(name.string());
    return Done{};
  }

  ImageTree& tree_;
};

}  // namespace

Result<ImageTree> FindImages(const fs::path& folder) {
  ImageTree tree;
  std::error_code problem;
  tree.root = fs::canonical(folder, problem);
  if (problem) return NoSuchFolder(folder, problem);
  if (!fs::is_directory(tree.root, problem)) {
    return InputError(fmt::format("{} is no folder", ForTerminal(folder.string())));
  }
  TRENA_CHECK(TreeWalk(tree).Walk({}, 0));
  std::sort(tree.paths.begin(), tree.paths.end());
  std::sort(tree.folders.begin(), tree.folders.end());
  return tree;
}

bool IsImageName(const std::string& name) {
  std::string ending = fs::path(name).extension().string();
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return std::find(std::begin(kImageEndings), std::end(kImageEndings), ending) !=
         std::end(kImageEndings);
}

std::string TopFolder(const std::string& path) {
  const size_t slash = path.find('/');
  return slash == path.npos ? "" : path.substr(0, slash);
}

Result<fs::path> FileWithin(const fs::path& root, const std::string& path) {
  std::error_code problem;
  const fs::path named = root / path;
  const fs::path real = fs::canonical(named, problem);
  const std::string shown = ForTerminal(named.string());
  if (problem) {
    const bool link = fs::is_symlink(named, problem);
    return InputError(link ? shown + " is a link that leads nowhere"
                           : fmt::format("there is no file {}", shown));
  }
  if (!LiesWithin(root, real)) {
    return InputError(fmt::format("{} leads out of {}, to {}: put the file itself there", shown,
                                  ForTerminal(root.string()), ForTerminal(real.string())));
  }
  if (!fs::is_regular_file(real, problem)) return InputError(shown + " is no file");
  return real;
}

}  // namespace trena
