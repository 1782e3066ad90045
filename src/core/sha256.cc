// SPDX-License-Identifier: Apache-2.0
#include "core/sha256.h"

#include <nettle/base16.h>
#include <nettle/base64.h>
#include <nettle/sha2.h>

#include <array>
#include <cerrno>
#include <vector>

#include "core/open_file.h"

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
  TRENA_ASSIGN(Descriptor file, OpenToRead(path));
  sha256_ctx context;
  sha256_init(&context);
  std::vector<char> buffer(size_t{1} << 18);
  ssize_t got = 0;
  while ((got = read(file.number(), buffer.data(), buffer.size())) != 0) {
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return FileError("read", path);
    auto bytes = reinterpret_cast<const uint8_t*>(buffer.data());
    sha256_update(&context, static_cast<size_t>(got), bytes);
  }
  Digest digest;
  sha256_digest(&context, digest.size(), digest.data());
  return InHex(digest);
}

}  // namespace trena
