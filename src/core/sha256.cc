// SPDX-License-Identifier: Apache-2.0
#include "core/sha256.h"

#include <nettle/base16.h>
#include <nettle/sha2.h>

#include <fstream>
#include <vector>

namespace trena {
namespace {

std::string Finish(sha256_ctx& context) {
  uint8_t digest[SHA256_DIGEST_SIZE];
  sha256_digest(&context, sizeof digest, digest);
  std::string digits(BASE16_ENCODE_LENGTH(sizeof digest), '0');
  base16_encode_update(digits.data(), sizeof digest, digest);
  return digits;
}

}  // namespace

std::string Sha256(std::string_view bytes) {
  sha256_ctx context;
  sha256_init(&context);
  sha256_update(&context, bytes.size(), reinterpret_cast<const uint8_t*>(bytes.data()));
  return Finish(context);
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
  return Finish(context);
}

}  // namespace trena
