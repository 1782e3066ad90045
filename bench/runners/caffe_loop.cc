// SPDX-License-Identifier: Apache-2.0
// network1 in Caffe after its tutorials "Solver" and "LeNet": a net with Input layers, whose blobs
// are filled before every step of the solver. caffe_loop SOLVER IMAGES LABELS ORDER BATCH EPOCHS;
// the files are plain arrays (bytes N,H,W,C; int32; int32 epochs × N). Prints JSON.
#include <caffe/caffe.hpp>
#include <caffe/sgd_solvers.hpp>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

constexpr int kSide = 32, kChannels = 3;

template <typename T>
std::vector<T> Load(const char* path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<char> bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const T* first = reinterpret_cast<const T*>(bytes.data());
  return std::vector<T>(first, first + bytes.size() / sizeof(T));
}

double Now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

int main(int, char** argv) {
  FLAGS_logtostderr = true;
  google::InitGoogleLogging(argv[0]);
  caffe::Caffe::set_mode(caffe::Caffe::CPU);
  caffe::SolverParameter parameter;
  caffe::ReadSolverParamsFromTextFileOrDie(argv[1], &parameter);
  caffe::SGDSolver<float> solver(parameter);
  const auto images = Load<uint8_t>(argv[2]);
  const auto labels = Load<int32_t>(argv[3]), order = Load<int32_t>(argv[4]);
  const size_t batch = std::atoi(argv[5]), epochs = std::atoi(argv[6]), all = labels.size();
  const size_t pixels = kSide * kSide;
  float* data = solver.net()->blob_by_name("data")->mutable_cpu_data();
  float* label = solver.net()->blob_by_name("label")->mutable_cpu_data();
  double losses = 0;
  std::string seconds, until;
  for (size_t epoch = 0; epoch < epochs; ++epoch) {
    const double begin = Now();
    losses = 0;
    for (size_t first = 0; first + batch <= all; first += batch) {
      for (size_t i = 0; i < batch; ++i) {
        const size_t chosen = order[epoch * all + first + i];
        const uint8_t* source = &images[chosen * pixels * kChannels];
        label[i] = labels[chosen];
        for (size_t pixel = 0; pixel < pixels; ++pixel) {
          for (size_t channel = 0; channel < kChannels; ++channel) {
            data[(i * kChannels + channel) * pixels + pixel] =
                source[pixel * kChannels + channel] * (1.0f / 255);
          }
        }
      }
      solver.Step(1);
      losses += *solver.net()->blob_by_name("loss")->cpu_data();
    }
    const double end = Now();
    const char* comma = epoch > 0 ? ", " : "";
    seconds += comma + std::to_string(end - begin);
    until += comma + std::to_string(end);
  }
  std::printf("{\"seconds\": [%s], \"until\": [%s], \"loss\": %.6f}\n", seconds.c_str(),
              until.c_str(), losses / static_cast<double>(all / batch));
}
