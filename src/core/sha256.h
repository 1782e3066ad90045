// SPDX-License-Identifier: Apache-2.0
// SHA-256 (Nettle), as 64 lower-case hexadecimal digits.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/result.h"

namespace trena {

std::string Sha256(std::string_view bytes);
Result<std::string> Sha256OfFile(const std::filesystem::path& path);

}  // namespace trena
