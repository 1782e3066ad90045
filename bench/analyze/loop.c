/* SPDX-License-Identifier: Apache-2.0
   What reading alone costs: maps the file, finds the lines, adds up the last column. It trusts its
   input and makes no analysis. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

static double Number(const char* from, const char* to) {
  long digits = 0, scale = 1;
  int decimals = 0;
  for (; from < to; ++from) {
    if (*from == '.') {
      decimals = 1;
      continue;
    }
    digits = digits * 10 + (*from - '0');
    if (decimals) scale *= 10;
  }
  return (double)digits / (double)scale;
}

int main(int argc, char** argv) {
  struct stat status;
  const int file = argc > 1 ? open(argv[1], O_RDONLY) : -1;
  if (file < 0 || fstat(file, &status) != 0 || status.st_size == 0) return 1;
  const char* text = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  if (text == MAP_FAILED) return 1;
  const char* end = text + status.st_size;
  const char* line = memchr(text, '\n', (size_t)(end - text));
  double sum = 0;
  long rows = 0;
  while (line != NULL && ++line < end) {
    const char* stop = memchr(line, '\n', (size_t)(end - line));
    if (stop == NULL) stop = end;
    const char* field = stop;
    while (field > line && field[-1] != ',') --field;
    sum += Number(field, stop);
    ++rows;
    line = stop == end ? NULL : stop;
  }
  printf("%ld rows, mean %f\n", rows, sum / (double)rows);
  return 0;
}
