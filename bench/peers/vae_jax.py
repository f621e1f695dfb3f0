"""One training step of an auto-encoder in JAX, as renyi's benchmark does it.

    python3 vae_jax.py frey|mnist DRAWS iwae|vr-max THREADS

Prints the seconds of the fastest step, compiled. THREADS must be set from outside (taskset).
"""
import math
import sys
import time

import jax
import jax.numpy as np


def network(key, sizes):
    layers = []
    for inputs, outputs in zip(sizes, sizes[1:]):
        key, one = jax.random.split(key)
        limit = math.sqrt(6 / (inputs + outputs))
        layers.append((jax.random.uniform(one, (inputs, outputs), np.float32, -limit, limit),
                       np.zeros(outputs, np.float32)))
    return layers


def apply(layers, x, activation):
    for weights, bias in layers[:-1]:
        x = activation(x @ weights + bias)
    return x @ layers[-1][0] + layers[-1][1]


def main():
    shape, draws, method = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    gaussian = shape == "frey"
    pixels, latents, batch = (560, 20, 100) if gaussian else (784, 50, 20)
    activation = jax.nn.softplus if gaussian else np.tanh
    keys = jax.random.split(jax.random.PRNGKey(1), 3)
    start = (network(keys[0], [pixels, 200, 200, 2 * latents]),
             network(keys[1], [latents, 200, 200, 2 * pixels if gaussian else pixels]))
    grey = jax.random.uniform(keys[2], (batch, 1, pixels))

    def log_weights(decoder, x, heads, noise):
        mean, log_sd = np.split(heads, 2, -1)
        h = mean + np.exp(log_sd) * noise
        log_ratio = (0.5 * (noise**2 - h**2) + log_sd).sum(-1)
        out = apply(decoder, h, activation)
        if not gaussian:
            return log_ratio + (x * out - jax.nn.softplus(out)).sum(-1)
        location, log_scale = np.split(out, 2, -1)
        t = (x - jax.nn.sigmoid(location)) * np.exp(-log_scale)
        return log_ratio - (0.5 * t**2 + log_scale + 0.5 * math.log(2 * math.pi)).sum(-1)

    def loss(parameters, x, noise):
        encoder, decoder = parameters
        heads = apply(encoder, x, activation)
        if method == "iwae":
            return -jax.nn.logsumexp(log_weights(decoder, x, heads, noise), 1).sum()
        best = jax.lax.stop_gradient(log_weights(decoder, x, heads, noise)).argmax(1)
        chosen = np.take_along_axis(noise, best[:, None, None], 1)
        return -log_weights(decoder, x, heads, chosen).sum()

    @jax.jit
    def step(parameters, first, second, key):
        noise_key, pixel_key = jax.random.split(key)
        noise = jax.random.normal(noise_key, (batch, draws, latents))
        x = grey if gaussian else (jax.random.uniform(pixel_key, grey.shape) < grey) * 1.0
        gradient = jax.grad(loss)(parameters, x, noise)
        tree = jax.tree_util.tree_map
        first = tree(lambda m, g: 0.9 * m + 0.1 * g, first, gradient)
        second = tree(lambda v, g: 0.999 * v + 0.001 * g * g, second, gradient)
        parameters = tree(lambda p, m, v: p - 1e-6 * m / (np.sqrt(v) + 1e-8),
                          parameters, first, second)
        return parameters, first, second

    zeros = jax.tree_util.tree_map(np.zeros_like, start)
    state = (start, zeros, zeros)
    key = jax.random.PRNGKey(2)
    fastest, begin = math.inf, time.perf_counter()
    for i in range(1000):
        key, one = jax.random.split(key)
        now = time.perf_counter()
        state = jax.block_until_ready(step(*state, one))
        fastest = min(fastest, time.perf_counter() - now)
        if i >= 10 and time.perf_counter() - begin > 8.0:
            break
    print(fastest)


main()
