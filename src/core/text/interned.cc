// SPDX-License-Identifier: Apache-2.0
#include "core/text/interned.h"

#include <functional>
#include <mutex>
#include <unordered_set>

namespace trena {
namespace {

struct TextHash {
  using is_transparent = void;
  size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
};

// Of a node that stays where it is, whatever is added after it.
const std::string* Kept(std::string_view text) {
  static std::mutex one_at_a_time;
  // Never destroyed: names may outlive any order of destruction.
  static auto& names = *new std::unordered_set<std::string, TextHash, std::equal_to<>>();
  const std::lock_guard lock(one_at_a_time);
  const auto found = names.find(text);
  return found != names.end() ? &*found : &*names.emplace(text).first;
}

}  // namespace

Interned::Interned(std::string_view text) : text_(nullptr) {
  static const std::string* const kEmpty = Kept("");
  text_ = text.empty() ? kEmpty : Kept(text);
}

}  // namespace trena
