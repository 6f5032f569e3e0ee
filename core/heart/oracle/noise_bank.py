"""The bank of noise models by dense Gaussian likelihoods: an independent form of core/heart/engine, for its tests.

Nothing is filtered here. For each model the covariance of all values is written out and decomposed (Cholesky), and what the
engine sums block by block is read off the whitened values, level, steps and ramps. The innovations' clip and the dropping of
models are off. Reads one JSON object from standard input: `models` (rows of three shares, three time constants in seconds and
a weight), `prior` of white noise alone, `gap` in seconds, `times` in seconds, `values` in units of their scale, `zone`. Prints
one JSON object for every fifth block after the 50th: `posterior` (natural logarithms, by row of the table), `statistic`.
"""

import json
import sys

import numpy as np

SPREADS, SPREAD_WEIGHTS = (0.06, 0.6, 6.0), (0.25, 0.35, 0.4)
RAMP_SHARE, NEGLIGIBLE, FIRST = 0.25, 2.0, 50
# What a start has to explain to be kept for its own sake, in squares of a block.
SHOWS_START = 9.0


def correlations(times, constant):
    """How alike a part's values at two times are, (n, n): e^(−|Δt|/τ), or 1 within a session and 0 between sessions."""
    if constant > 0:
        return np.exp(-np.abs(times[:, None] - times[None, :]) / constant)
    session = np.concatenate([[0], np.cumsum(np.diff(times) >= -constant)])
    return (session[:, None] == session[None, :]).astype(float)


def sown(models, prior, gap):
    """The rows that values `gap` seconds apart can tell from white noise, with the logarithms of their prior shares."""

    def slow(row):
        return any(
            share > 0 and (gap < -constant if constant < 0 else constant >= gap / 5)
            for share, constant in zip(row[:3], row[3:6])
        )

    kept = [k for k, row in enumerate(models) if k > 0 and slow(row)]
    total = sum(row[6] for row in models[1:])
    merged = total - sum(models[k][6] for k in kept)
    shares = [prior + (1 - prior) * merged / total] + [(1 - prior) * models[k][6] / total for k in kept]
    return [0, *kept], np.log(shares)


def upper_half(value):
    """The size of a product as it is kept: the upper sixteen bits of its binary32."""
    bits = np.abs(np.asarray(value, dtype=np.float32)).view(np.uint32)
    return (bits & np.uint32(0xFFFF0000)).view(np.float32).astype(float)


def two_largest(products):
    sizes = np.sort(upper_half(products))[::-1]
    return sizes[0], sizes[1] if len(sizes) > 1 else 0.0


class Model:
    """One model over all values: what a Cholesky decomposition makes white."""

    def __init__(self, row, times, values):
        covariance = sum(f * correlations(times, tau) for f, tau in zip(row[:3], row[3:6]) if f > 0) + np.zeros(
            (len(times), len(times))
        )
        covariance += np.eye(len(times)) * max(1 - sum(row[:3]), 1e-4)
        self.factor = np.linalg.cholesky(covariance)
        self.inverse = np.linalg.inv(self.factor)
        self.level = self.inverse @ np.ones(len(times))
        self.white = self.inverse @ values
        self.log_determinants = 2 * np.cumsum(np.log(np.diag(self.factor)))

    def weight(self, n):
        rest = self.white[:n] @ self.white[:n] - self.b0(n) ** 2 / self.a0(n)
        return -0.5 * (n - 1) * np.log(rest) - 0.5 * self.log_determinants[n - 1] - 0.5 * np.log(self.a0(n)), rest

    def a0(self, n):
        return self.level[:n] @ self.level[:n]

    def b0(self, n):
        return self.level[:n] @ self.white[:n]


def bayes_factor(z, information, nu):
    share = z / (nu + z)
    total = 0.0
    for spread, weight in zip(SPREADS, SPREAD_WEIGHTS):
        kg = information * spread
        total += weight / np.sqrt(1 + kg) * np.exp(-0.5 * nu * np.log(1 - share * kg / (1 + kg)))
    return total


def freedom_before(run_squares, before):
    """Degrees of freedom of the variance, from the runs of eight blocks that ended before a start."""
    runs = np.array(run_squares[: before // 8 * 8]).reshape(-1, 8)[2:]
    explained = max(0.25 * len(runs), np.sum((runs - 1) ** 2) / 64)
    excess = (10 * 0.05 + np.sum((runs.mean(axis=1) - 1) ** 2) - explained) / (10 + len(runs))
    return 4 + 2 / max(excess, 1e-4)


class Start:
    """A candidate start of a shape under one model, as it is after n blocks."""

    def __init__(self, model, n, before, shape, times):
        regressor = np.zeros(len(times))
        regressor[before:] = (times[before:] - times[before]) / 3600 if shape else 1
        response = (model.inverse @ regressor)[:n]
        a, square = response @ model.level[:n], response @ response
        self.information = square - a * a / model.a0(n)
        self.is_sound = self.information > 1e-5 * square
        products = response[before:] * model.white[before:n]
        self.score = products.sum() - a * model.b0(n) / model.a0(n)
        self.largest, self.second = two_largest(products)
        self.unit = (times[n - 1] - times[before]) / 3600 if shape else 1.0
        self.explained = self.score**2 / self.information if self.is_sound else 0.0


def factors(model, n, start, before, posterior, stands, zone, likeliest, run_squares, is_asked):
    """By rule: the Bayes factor of a change, and the likelihood ratio of one as large as the zone; None where it cannot count."""
    rest = model.weight(n)[1]
    variance = rest / (n - 1)
    sd = np.sqrt(variance) * model.factor[n - 1, n - 1]
    held = zone / sd
    zone = zone if held <= 2.5 else sd * (2.5 + 2 * (np.sqrt(held - 1.5) - 1))
    without = max(variance - start.explained / (n - 1), 0.05 * variance)
    could = abs(start.score) - (start.largest - start.second)
    least = max(2, 2 * (NEGLIGIBLE - posterior - np.log(stands)))
    if not is_asked and (could <= 0 or could**2 < least * start.information * without):
        return [None, None]
    after = n - before
    squares = model.white[:n] @ model.white[:n]
    since = squares * (likeliest[n] - likeliest[before]) / likeliest[n] - start.explained
    freedom = freedom_before(run_squares, before)
    held = min(freedom, 60)
    scale = max(without, (held * without + since) / (held + after - 1))
    free = min(freedom + after, n - 1)
    known = start.information / start.unit**2
    found = []
    for rule, left in enumerate((start.largest, start.largest - start.second)):
        size = (abs(start.score) - left) / start.information * start.unit
        z, whole = (size - zone) ** 2 * known / scale, size**2 * known / scale
        if size <= zone or z < 2 or (rule == 1 and after < 3):
            found.append(None)
            continue
        factor = bayes_factor(whole, known, free)
        inside = np.exp(0.5 * free * np.log((free + whole) / (free + z)))
        found.append((factor, inside) if factor > inside else None)
    return found


class Grid:
    """The starts of a shape: the newest and the start that explains most are kept, else the spacing is
    relative, eight times as wide after a pause."""

    def __init__(self, most, newest, every, least_after, after_pause):
        self.newest = newest
        self.most, self.every, self.least_after = most, every, least_after
        self.starts, self.likeliest_before, self.best = [], {}, None
        self.after_pause = after_pause

    def add(self, n, likeliest):
        if n % self.every:
            return
        if len(self.starts) == self.most:
            apart = [
                (8 if self.starts[q] in self.after_pause else 1)
                * (self.starts[q + 1] - self.starts[q - 1])
                / (n - self.starts[q] + 1)
                if self.starts[q] != self.best
                else 1e18
                for q in range(1, self.most - self.newest)
            ]
            del self.starts[1 + int(np.argmin(apart))]
        self.starts.append(n)
        self.likeliest_before[n] = likeliest

    def judged(self, n):
        return [q for q, before in enumerate(self.starts) if before >= 5 and n - before >= self.least_after]


def main():
    asked = json.load(sys.stdin)
    times, values = np.array(asked["times"]), np.array(asked["values"])
    rows, priors = sown(asked["models"], asked["prior"], asked["gap"])
    models = [Model(asked["models"][k], times, values) for k in rows]
    after_pause = {n for n in range(1, len(times)) if times[n] - times[n - 1] >= 300}
    grids = [Grid(12, 4, 1, 2, after_pause), Grid(4, 1, 8, 16, after_pause)]
    # Squares of the likeliest model, as it was known before each block.
    likeliest, run_squares, best = [0.0], [], 0
    for n in range(1, len(times) + 1):
        square = models[best].white[n - 1] ** 2
        likeliest.append(likeliest[-1] + square)
        run_squares.append(square * n / (1 + models[best].white[:n] @ models[best].white[:n]))
        for grid in grids:
            grid.add(n - 1, best)
        if n <= FIRST:
            continue
        posterior = priors + np.array([model.weight(n)[0] for model in models])
        best = int(np.argmax(posterior))
        posterior -= np.max(posterior)
        posterior -= np.log(np.sum(np.exp(posterior)))
        sums = np.zeros(2)
        for shape, grid in enumerate(grids):
            most, grid.best = SHOWS_START, None
            for q in grid.judged(n):
                before = grid.starts[q]
                k = grid.likeliest_before[before]
                asked_for = Start(models[k], n, before, shape, times)
                if asked_for.explained > most:
                    most, grid.best = asked_for.explained, before
                if n % 5:
                    continue
                stands = grid.starts[q + 1] - before if q + 1 < len(grid.starts) else 1
                changed, inside = np.zeros(2), np.zeros(2)
                for j, model in enumerate(models):
                    is_asked = j == k and posterior[j] < -16.1
                    start = asked_for if j == k else None
                    if posterior[j] < -16.1 and not (is_asked and asked_for.explained > 0):
                        continue
                    start = start or Start(model, n, before, shape, times)
                    if not start.is_sound:
                        continue
                    share = (RAMP_SHARE if shape else 1 - RAMP_SHARE) * (1.0 if rows[j] == 0 else np.exp(-1))
                    found = factors(
                        model, n, start, before, posterior[j], stands, asked["zone"], likeliest, run_squares, is_asked
                    )
                    for rule, pair in enumerate(found):
                        if pair is not None:
                            changed[rule] += share * stands * np.exp(posterior[j]) * pair[0]
                            inside[rule] += np.exp(posterior[j]) * (pair[1] - 1)
                sums += changed / (1 + inside)
        if n % 5:
            continue
        most = max(sums[0], sums[1] * np.exp(-3))
        statistic = np.log(most) if most > 0 else -99.0
        print(json.dumps({"posterior": dict(zip(map(str, rows), posterior)), "statistic": statistic}))


if __name__ == "__main__":
    main()
