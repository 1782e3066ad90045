/* SPDX-License-Identifier: Apache-2.0
 * libcaffe behind plain C. Caffe's headers want C++14 and the C++ library's old strings, the rest
 * of trena C++20 and the new ones: nothing but pointers and numbers crosses this line.
 * caffe_library.cc is compiled against the user's libcaffe by `trena configure`; trena-caffe loads
 * the result.
 *
 * Single precision, one thread, one device; a network's loss is its blob `trena_loss`. Caffe ends
 * the process where something is wrong with it: what it says last reaches the function given to
 * `start`, which must not return. */
#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TRENA_CAFFE_INTERFACE 1

typedef struct TrenaCaffeNet TrenaCaffeNet;
typedef struct TrenaCaffeSolver TrenaCaffeSolver;

/* Called within a step: before it, and with its loss when the gradients are known. */
typedef struct {
  void (*before)(void* self);
  void (*after)(void* self, double loss);
  void* self;
} TrenaCaffeListener;

typedef struct {
  int interface;
  void (*start)(void (*fatal)(void* self, const char* message), void* self);
  const char* (*version)(void);

  /* A network in Caffe's text format; training or for evaluation. */
  TrenaCaffeNet* (*open_net)(const char* prototxt, int training);
  /* Its weights are those of the other, layer by layer. */
  void (*share_weights)(TrenaCaffeNet* net, TrenaCaffeNet* other);
  void (*forward)(TrenaCaffeNet* net);
  void (*forward_backward)(TrenaCaffeNet* net); /* Gradients are new, not added. */
  /* Numbers of a blob between layers, to be read or written; null: there is none of that name. */
  float* (*blob)(TrenaCaffeNet* net, const char* name, int64_t* count);
  /* The index-th weight of a layer and its gradient; null: there is none. */
  float* (*weight)(TrenaCaffeNet* net, const char* layer, int index, int64_t* count);
  const float* (*gradient)(TrenaCaffeNet* net, const char* layer, int index);
  int64_t (*trained)(TrenaCaffeNet* net); /* How many numbers the solver changes. */

  TrenaCaffeSolver* (*open_solver)(const char* prototxt);
  TrenaCaffeNet* (*net_of)(TrenaCaffeSolver* solver);
  /* Caffe's own loop, with its own lines in the log. */
  void (*step)(TrenaCaffeSolver* solver, int steps, TrenaCaffeListener listener);
  /* That of the solver's policy begins with. What is left of velocities is the protocol's. */
  void (*set_learning_rate)(TrenaCaffeSolver* solver, double rate);

  void (*close_net)(TrenaCaffeNet* net);          /* Not of one from net_of. */
  void (*close_solver)(TrenaCaffeSolver* solver); /* And its net. */
} TrenaCaffe;

/* The only symbol of the library compiled for the CPU. */
const TrenaCaffe* TrenaCaffeLibrary(void);

/* Of one compiled for NVIDIA's GPUs: after `start`, all that is opened later is on the first GPU.
 */
void TrenaCaffeUseGpu(void);

#ifdef __cplusplus
}
#endif
