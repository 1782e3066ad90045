// SPDX-License-Identifier: Apache-2.0
// Some seconds of work on all CPUs that it may use, as a training's steps are: every part is done by all
// threads, ends with the slowest, and goes through memory as well as through the cores. WORK parts of a hundred.
#include <stdio.h>
#include <stdlib.h>

#ifndef WORK
#define WORK 100
#endif
enum { kFloats = 1 << 20, kOften = 12, kParts = 6 };

int main(void) {
  float* a = malloc(kFloats * sizeof(float));
  float* b = malloc(kFloats * sizeof(float));
  for (int i = 0; i < kFloats; ++i) a[i] = b[i] = 1.0f / (float)(i + 1);
  for (int part = 0; part < kParts * WORK; ++part) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < kFloats; ++i) {
      float x = a[i];
      for (int k = 0; k < kOften; ++k) x = x * 0.999f + b[i];
      a[i] = x;
    }
  }
  printf("%g\n", a[kFloats / 2]);
  free(a);
  free(b);
  return 0;
}
