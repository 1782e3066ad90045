// SPDX-License-Identifier: Apache-2.0
#include "core/sha256.h"

#include <nettle/base16.h>
#include <nettle/base64.h>
#include <nettle/sha2.h>

#include <array>
#include <fstream>
#include <vector>

namespace trena {
namespace {

using Digest = std::array<uint8_t, SHA256_DIGEST_SIZE>;

Digest DigestOf(std::string_view bytes) {
  sha256_ctx context;
  sha256_init(&context);
  sha256_update(&context, bytes.size(), reinterpret_cast<const uint8_t*>(bytes.data()));
  Digest digest;
  sha256_digest(&context, digest.size(), digest.data());
  return digest;
}

std::string InHex(const Digest& digest) {
  std::string digits(BASE16_ENCODE_LENGTH(digest.size()), '0');
  base16_encode_update(digits.data(), digest.size(), digest.data());
  return digits;
}

}  // namespace

std::string Sha256(std::string_view bytes) { return InHex(DigestOf(bytes)); }

std::string Sha256InBase64(std::string_view bytes) {
  const Digest digest = DigestOf(bytes);
  std::string text(BASE64_ENCODE_RAW_LENGTH(digest.size()), '=');
  base64_encode_raw(text.data(), digest.size(), digest.data());
  return text;
}

Result<std::string> Sha256OfFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return Error("cannot open " + path.string());
  sha256_ctx context;
  sha256_init(&context);
  std::vector<char> buffer(size_t{1} << 18);
  while (file) {
    file.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    auto bytes = reinterpret_cast<const uint8_t*>(buffer.data());
    sha256_update(&context, static_cast<size_t>(file.gcount()), bytes);
  }
  if (file.bad()) return Error("cannot read " + path.string());
  Digest digest;
  sha256_digest(&context, digest.size(), digest.data());
  return InHex(digest);
}

}  // namespace trena
