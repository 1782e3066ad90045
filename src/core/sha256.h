// SPDX-License-Identifier: Apache-2.0
// SHA-256 (Nettle), as 64 lower-case hexadecimal digits, or in base64 where others ask for that.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "core/result.h"

namespace trena {

std::string Sha256(std::string_view bytes);
// The digest in base64, as web pages name a script: 44 characters.
std::string Sha256InBase64(std::string_view bytes);
Result<std::string> Sha256OfFile(const std::filesystem::path& path);

}  // namespace trena
