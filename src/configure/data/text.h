// SPDX-License-Identifier: Apache-2.0
// A text as a data set: its bytes are the tokens, cut into sequences one after the other. What is
// to be told of each token is the byte that comes next.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/files.h"
#include "core/npy/npy.h"
#include "core/result.h"

namespace trena {

// The whole file, which has so many bytes.
Result<std::vector<uint8_t>> ReadText(const fs::path& path, int64_t bytes);

// Generated text for tests and demonstrations: words of a small vocabulary, the first of them the
// most often, so that training has something to learn. The first bytes do not depend on how many.
std::vector<uint8_t> SynthesizeText(int64_t bytes);

// `count` sequences of `length` bytes, count × length, and the bytes after each of them. The text
// has count × length + 1 bytes at least.
Array Sequences(std::span<const uint8_t> text, int length, int count);
Array NextBytes(std::span<const uint8_t> text, int length, int count);

}  // namespace trena
