# SPDX-License-Identifier: Apache-2.0
"""network1 in TensorFlow after its tutorial "TensorFlow 2 quickstart for experts"."""
from loop_data import BATCH, MOMENTUM, RATE, THREADS, time_epochs

import os

os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "1")
import tensorflow as tf  # noqa: E402
from tensorflow.keras import layers  # noqa: E402

tf.config.threading.set_intra_op_parallelism_threads(THREADS)
tf.config.threading.set_inter_op_parallelism_threads(THREADS)


def block(outputs):
    return [layers.Conv2D(outputs, 3, padding="same", activation="relu"),
            layers.Conv2D(outputs, 3, padding="same", activation="relu"), layers.MaxPool2D()]


model = tf.keras.Sequential([layers.Input((32, 32, 3), BATCH), layers.Rescaling(1 / 255), *block(32),
                             *block(64), layers.Flatten(), layers.Dense(256, activation="relu"),
                             layers.Dense(10)])
optimizer = tf.keras.optimizers.SGD(RATE, MOMENTUM)
criterion = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)


@tf.function
def step(images, labels):
    with tf.GradientTape() as tape:
        loss = criterion(labels, model(images, training=True))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


time_epochs(lambda images, labels: step(tf.constant(images), tf.constant(labels)),
            lambda losses: tf.reduce_mean(tf.stack(losses)).numpy())
