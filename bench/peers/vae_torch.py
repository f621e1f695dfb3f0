"""One training step of an auto-encoder in PyTorch, as renyi's benchmark does it.

    python3 vae_torch.py frey|mnist DRAWS iwae|vr-max THREADS

Prints the seconds of the fastest step. The encoder runs once an image; VR-max draws all without
gradients, then runs the chosen draws again.
"""
import math
import sys
import time

import torch


def network(sizes, activation):
    layers = []
    for i, (inputs, outputs) in enumerate(zip(sizes, sizes[1:])):
        layers.append(torch.nn.Linear(inputs, outputs))
        if i + 2 < len(sizes):
            layers.append(activation())
    return torch.nn.Sequential(*layers)


class AutoEncoder(torch.nn.Module):
    def __init__(self, pixels, latents, gaussian):
        super().__init__()
        activation = torch.nn.Softplus if gaussian else torch.nn.Tanh
        self.gaussian = gaussian
        self.encoder = network([pixels, 200, 200, 2 * latents], activation)
        self.decoder = network([latents, 200, 200, 2 * pixels if gaussian else pixels], activation)

    def log_weights(self, x, heads, noise):
        """x: images x 1 x pixels; heads: images x 1 x 2 latents; noise: images x draws x latents."""
        mean, log_sd = heads.chunk(2, -1)
        h = mean + log_sd.exp() * noise
        log_ratio = (0.5 * (noise**2 - h**2) + log_sd).sum(-1)
        out = self.decoder(h)
        if not self.gaussian:
            return log_ratio + (x * out - torch.nn.functional.softplus(out)).sum(-1)
        location, log_scale = out.chunk(2, -1)
        t = (x - torch.sigmoid(location)) * (-log_scale).exp()
        return log_ratio - (0.5 * t**2 + log_scale + 0.5 * math.log(2 * math.pi)).sum(-1)


def main():
    shape, draws, method, threads = sys.argv[1], int(sys.argv[2]), sys.argv[3], int(sys.argv[4])
    torch.set_num_threads(threads)
    torch.manual_seed(1)
    pixels, latents, batch = (560, 20, 100) if shape == "frey" else (784, 50, 20)
    model = AutoEncoder(pixels, latents, shape == "frey")
    adam = torch.optim.Adam(model.parameters(), lr=1e-6)
    grey = torch.rand(batch, 1, pixels)

    def step():
        x = grey if shape == "frey" else torch.bernoulli(grey)
        noise = torch.randn(batch, draws, latents)
        heads = model.encoder(x)
        if method == "iwae":
            bound = torch.logsumexp(model.log_weights(x, heads, noise), 1)
        else:
            with torch.no_grad():
                best = model.log_weights(x, heads, noise).argmax(1)
            chosen = noise[torch.arange(batch), best].unsqueeze(1)
            bound = model.log_weights(x, heads, chosen)
        adam.zero_grad()
        (-bound.sum()).backward()
        adam.step()

    fastest = math.inf
    begin = time.perf_counter()
    for i in range(1000):
        start = time.perf_counter()
        step()
        fastest = min(fastest, time.perf_counter() - start)
        if i >= 10 and time.perf_counter() - begin > 4.0:
            break
    print(fastest)


main()
