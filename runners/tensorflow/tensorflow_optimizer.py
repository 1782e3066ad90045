# SPDX-License-Identifier: Apache-2.0
"""The protocol's optimizers out of TensorFlow's fused update operators.

Keras's SGD puts the learning rate into the velocity; ResourceApplyMomentum does not, as the
protocol: v = momentum·v + g, w = w − rate·v. ResourceApplyAdam adds its epsilon to the square root
before the second moment is corrected, the protocol after: the epsilon is scaled to make up for it.
"""
import tensorflow as tf

BETA1, BETA2, EPSILON = 0.9, 0.999, 1e-8


def zeros_like(weights):
    return [tf.Variable(tf.zeros_like(weight), trainable=False) for weight in weights]


class Optimizer:
    def __init__(self, scenario, weights, multiples):
        self._weights = weights
        self._decays = [scenario.weight_decay * decay for _, decay in multiples]
        self._multiples = [rate for rate, _ in multiples]
        self._dtype = weights[0].dtype if weights else tf.float32
        # A variable, so that another rate needs no new graph.
        self.rate = tf.Variable(scenario.learning_rate, dtype=self._dtype, trainable=False)

    def constant(self, value):
        return tf.constant(value, self._dtype)

    def rates(self):
        return [self.rate if multiple == 1 else self.rate * self.constant(multiple)
                for multiple in self._multiples]

    def step(self, gradients):
        """Part of a graph: updates every weight."""
        self.update([gradient + decay * weight if decay else gradient for gradient, decay, weight
                     in zip(gradients, self._decays, self._weights)])


class Sgd(Optimizer):
    def __init__(self, scenario, weights, multiples):
        super().__init__(scenario, weights, multiples)
        self._momentum = scenario.momentum
        self._velocity = zeros_like(weights) if self._momentum else []

    def update(self, gradients):
        if not self._momentum:
            for weight, gradient, rate in zip(self._weights, gradients, self.rates()):
                tf.raw_ops.ResourceApplyGradientDescent(var=weight.handle, alpha=rate,
                                                        delta=gradient)
        for weight, velocity, gradient, rate in zip(self._weights, self._velocity, gradients,
                                                    self.rates()):
            tf.raw_ops.ResourceApplyMomentum(var=weight.handle, accum=velocity.handle,
                                             lr=rate, grad=gradient,
                                             momentum=self.constant(self._momentum))


class Adam(Optimizer):
    def __init__(self, scenario, weights, multiples):
        super().__init__(scenario, weights, multiples)
        self._means, self._squares = zeros_like(weights), zeros_like(weights)
        self._steps = tf.Variable(0, dtype=tf.int64, trainable=False)

    def update(self, gradients):
        steps = tf.cast(self._steps.assign_add(1), tf.float64)
        power1, power2 = (tf.pow(tf.constant(beta, tf.float64), steps) for beta in (BETA1, BETA2))
        epsilon = tf.cast(EPSILON * tf.sqrt(1 - power2), self._dtype)
        power1, power2 = tf.cast(power1, self._dtype), tf.cast(power2, self._dtype)
        for weight, mean, square, gradient, rate in zip(self._weights, self._means, self._squares,
                                                        gradients, self.rates()):
            tf.raw_ops.ResourceApplyAdam(
                var=weight.handle, m=mean.handle, v=square.handle, beta1_power=power1,
                beta2_power=power2, lr=rate, beta1=self.constant(BETA1),
                beta2=self.constant(BETA2), epsilon=epsilon, grad=gradient)


OPTIMIZERS = {"sgd": Sgd, "adam": Adam}
