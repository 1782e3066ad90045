/* SPDX-License-Identifier: Apache-2.0
 * In the place of CUDA's headers, for the GPU build of Caffe: its own headers use these names, and
 * its classes hold some of them, all of them pointers. So the library can be compiled without a
 * CUDA toolkit; libcaffe itself is linked with the real CUDA. */
#pragma once

#include <stddef.h>

typedef struct cublasContext* cublasHandle_t;
typedef struct curandGenerator_st* curandGenerator_t;
typedef struct CUstream_st* cudaStream_t;
typedef struct CUevent_st* cudaEvent_t;

typedef enum { CUBLAS_STATUS_SUCCESS = 0 } cublasStatus_t;
typedef enum { CURAND_STATUS_SUCCESS = 0 } curandStatus_t;
typedef enum { cudaSuccess = 0 } cudaError_t;

#ifdef __cplusplus
extern "C" {
#endif

const char* cudaGetErrorString(cudaError_t error);
cudaError_t cudaMallocHost(void** pointer, size_t size);
cudaError_t cudaFreeHost(void* pointer);
cudaError_t cudaMemset(void* pointer, int value, size_t count);

#ifdef __cplusplus
}
#endif
