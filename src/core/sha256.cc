// SPDX-License-Identifier: Apache-2.0
#include "core/sha256.h"

#include <sha2.h>

#include <fstream>
#include <vector>

namespace trena {
namespace {

std::string Finish(SHA2_CTX& context) {
  char digits[SHA256_DIGEST_STRING_LENGTH];
  return SHA256End(&context, digits);
}

}  // namespace

std::string Sha256(std::string_view bytes) {
  SHA2_CTX context;
  SHA256Init(&context);
  SHA256Update(&context, reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
  return Finish(context);
}

Result<std::string> Sha256OfFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return Error("cannot open " + path.string());
  SHA2_CTX context;
  SHA256Init(&context);
  std::vector<char> buffer(size_t{1} << 18);
  while (file) {
    file.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    auto bytes = reinterpret_cast<const uint8_t*>(buffer.data());
    SHA256Update(&context, bytes, static_cast<size_t>(file.gcount()));
  }
  if (file.bad()) return Error("cannot read " + path.string());
  return Finish(context);
}

}  // namespace trena
