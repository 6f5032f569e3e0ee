"""Checks the scoring vectors of this folder with an implementation of its own (standard library only).

    python3 clients/conformance/scoring/check_vectors.py

It knows the numeric profile binary64-ltr-v1, the exponential histogram, the mixture evidence W, Hotelling's T² and the
tests of noise and outliers, all written from the formulas of docs/scoring-method.md, and compares bit for bit. Exit code 1 on the first difference.
"""

import json
import math
import struct
import sys
from pathlib import Path

HERE = Path(__file__).parent


# --- the numeric profile: + - * / sqrt, comparisons, exact powers of two ------------------------------------------

LN2_HIGH = 0.6931467056274414
LN2_LOW = 4.7493250390316726e-7
EXP_TAIL = [1 / 6227020800, 1 / 479001600, 1 / 39916800, 1 / 3628800, 1 / 362880, 1 / 40320, 1 / 5040, 1 / 720]
EXP_TAIL += [1 / 120, 1 / 24, 1 / 6, 0.5]


def exp(x):
    if x > 709.782712893384:
        return math.inf
    if x < -745.1332191019412:
        return 0.0
    k = math.floor(x * 1.4426950408889634 + 0.5)
    r = x - k * LN2_HIGH - k * LN2_LOW
    tail = EXP_TAIL[0]
    for coefficient in EXP_TAIL[1:]:
        tail = coefficient + r * tail
    power = 1 + (r + r * r * tail)
    if -1022 < k < 1024:
        return power * math.ldexp(1.0, k)
    half = k // 2
    return power * math.ldexp(1.0, half) * math.ldexp(1.0, k - half)


def ln(x):
    if not x > 0:
        return -math.inf if x == 0 else math.nan
    mantissa, k = math.frexp(x)  # in [0.5, 1)
    mantissa *= 2
    k -= 1
    if mantissa >= 1.4142135623730951:
        mantissa *= 0.5
        k += 1
    f = mantissa - 1
    s = f / (2 + f)
    z = s * s
    series = 2 / 21
    for odd in (19, 17, 15, 13, 11, 9, 7, 5, 3):
        series = 2 / odd + z * series
    half_square = 0.5 * f * f
    return k * LN2_HIGH - (half_square - (s * (half_square + z * series) + k * LN2_LOW) - f)


ARCTAN_HIGH = [0, 0.12435499454676144, 0.24497866312686414, 0.35877067027057225, 0.4636476090008061]
ARCTAN_HIGH += [0.5585993153435624, 0.6435011087932844, 0.7188299996216245, 0.7853981633974483]
ARCTAN_LOW = [0, -3.1253241424539383e-18, 1.0698755618734451e-17, -2.4623815582638635e-17, 2.2698777452961687e-17]
ARCTAN_LOW += [-5.4556305485916264e-18, 1.5834785051444286e-17, -2.1478388444456983e-17, 3.061616997868383e-17]


def atan2(y, x):
    up, along = abs(y), abs(x)
    if up == 0 and along == 0:
        return 0.0
    steep = up > along
    eighths = math.floor((8 * min(up, along)) / max(up, along) + 0.5)
    slope = eighths / 8
    if steep:
        t = (along - slope * up) / (up + slope * along)
    else:
        t = (up - slope * along) / (along + slope * up)
    z = t * t
    series = -1 / 15
    for odd, sign in ((13, 1), (11, -1), (9, 1), (7, -1), (5, 1), (3, -1)):
        series = sign / odd + z * series
    rest = t + t * z * series
    angle = ARCTAN_HIGH[eighths] + (ARCTAN_LOW[eighths] + rest)
    if steep:
        angle = 1.5707963267948966 - (angle - 6.123233995736766e-17)
    if x < 0:
        angle = 3.141592653589793 - (angle - 1.2246467991473532e-16)
    return -angle if y < 0 else angle


def ln_gamma(x):
    product = 1
    lifted = x
    while lifted < 10:
        product *= lifted
        lifted += 1
    z = 1 / (lifted * lifted)
    series = -3617 / 122400
    for coefficient in (1 / 156, -691 / 360360, 1 / 1188, -1 / 1680, 1 / 1260, -1 / 360, 1 / 12):
        series = coefficient + z * series
    return (lifted - 0.5) * ln(lifted) - lifted + 0.9189385332046728 + series / lifted - ln(product)


def away_from_zero(value):
    return 1e-300 if abs(value) < 1e-300 else value


def continued_fraction(x, a, b):
    c = 1
    d = 1 / away_from_zero(1 - ((a + b) * x) / (a + 1))
    value = d
    for m in range(1, 301):
        even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
        d = 1 / away_from_zero(1 + even * d)
        c = away_from_zero(1 + even / c)
        value *= d * c
        odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
        d = 1 / away_from_zero(1 + odd * d)
        c = away_from_zero(1 + odd / c)
        step = d * c
        value *= step
        if abs(step - 1) < 1e-15:
            break
    return value


def fisher_tail(f, d1, d2):
    total = d1 * f + d2
    x, rest = d2 / total, (d1 * f) / total
    a, b = d2 / 2, d1 / 2
    if not x > 0:
        return 0.0
    if not rest > 0:
        return 1.0
    front = exp(a * ln(x) + b * ln(rest) - (ln_gamma(a) + ln_gamma(b) - ln_gamma(a + b)))
    if x * (a + b + 2) < a + 1:
        return (front * continued_fraction(x, a, b)) / a
    return 1 - (front * continued_fraction(rest, b, a)) / b


# --- the sequential statistic W --------------------------------------------------------------------------------------


class Histogram:
    """Sums per channel (n, s, q) of the past and of buckets of 1, 2, 4 … blocks, newest last, and how means scatter."""

    def __init__(self, channels, per_level, levels, scatter, keep=None):
        self.past = [[0.0, 0.0, 0.0] for _ in range(channels)]
        self.buckets = []  # [size, seq, sums]
        self.per_level, self.levels, self.scatter = per_level, levels, scatter
        self.keep = keep or kept
        self.frozen = False

    @staticmethod
    def add_values(sums, weights, values):
        """To the reference, unrounded."""
        for total, weight, value in zip(sums, weights, values):
            if weight == 0:
                continue
            weighted = weight * value
            total[0] += weight
            total[1] += weighted
            total[2] += weighted * value

    def add(self, seq, weights, values):
        sums = [[0.0, 0.0, 0.0] for _ in self.past]
        self.add_values(sums, weights, values)
        self.buckets.append([1, seq, self.keep(sums)])
        size = 1
        for level in range(self.levels):
            same = [at for at, bucket in enumerate(self.buckets) if bucket[0] == size]
            if len(same) <= self.per_level:
                return
            if not self.frozen:
                self.scatter.sample([self.buckets[at] for at in same[:5]], self.past)
            if level == self.levels - 1:
                dropped = self.buckets.pop(0)
                if not self.frozen:
                    self.past = added(self.past, dropped[2])
                return
            older, newer = self.buckets[same[0]], self.buckets.pop(same[1])
            older[0] += newer[0]
            older[2] = self.keep(added(older[2], newer[2]))
            size *= 2

    def add_where_it_belongs(self, seq, weights, values):
        """A block from before its sensor's baseline, into the bucket of its time or the past."""
        for bucket in reversed(self.buckets):
            if bucket[1] <= seq:
                self.add_values(bucket[2], weights, values)
                bucket[2] = self.keep(bucket[2])
                return
        self.add_values(self.past, weights, values)

    def freeze(self, settled):
        """The oldest buckets join the reference, which stays as it is from then on."""
        for _ in range(settled):
            self.past = added(self.past, self.buckets.pop(0)[2])
        self.frozen = True


def added(a, b):
    return [[x + y for x, y in zip(left, right)] for left, right in zip(a, b)]


def kept(sums):
    """How a bucket is kept: weight as binary32, sum and squares about the mean with sixteen significant bits."""
    return [kept_channel(*channel) for channel in sums]


def kept_channel(weight, total, squares):
    if weight == 0:
        return [0.0, 0.0, 0.0]
    about = squares - total * total / weight
    about = sixteen_bits(about) if about > 2**-30 * squares else 0.0
    weight, total = binary32(weight), sixteen_bits(total)
    return [weight, total, total * total / weight + about]


def sixteen_bits(number):
    """Rounded to sixteen significant bits, nearest; less than 2^-100 is nothing."""
    if abs(number) < 2**-100:
        return 0.0
    spread = (2**37 + 1) * number
    return spread - (spread - number)


SCALES = 10  # means of 2^k blocks
SAMPLE = 2 / 3


class Scatter:
    """How much neighbouring means of 2^k blocks differ: per channel sums of squares and their number, as binary32."""

    def __init__(self, model):
        self.model = model
        channels = len(model["zones"])
        self.squares = [[0.0] * SCALES for _ in range(channels)]
        self.counts = [[0.0] * SCALES for _ in range(channels)]

    def add_baseline(self, channel, values):
        """All overlapping neighbours of every length of which three fit in."""
        total = [0.0]
        for value in values:
            total.append(total[-1] + value)
        for k in range(SCALES):
            n = 2**k
            if 3 * n > len(values):
                return
            squares = 0.0
            pairs = len(values) - 2 * n + 1
            for at in range(pairs):
                apart = (total[at + 2 * n] - 2 * total[at + n] + total[at]) / n
                squares += 0.5 * n * apart * apart
            degrees = 1.5 * len(values) / n - 2 * (len(values) - 1) / (len(values) + 1)
            degrees *= 4 * n * n / (4 * n * n + 5)
            self.squares[channel][k] = binary32(self.squares[channel][k] + degrees * (squares / pairs))
            self.counts[channel][k] = binary32(self.counts[channel][k] + degrees)

    def inherit(self, channel, curve, variance):
        """Ratios from before a repair: as many samples as degrees, in units of what the new baseline's blocks vary."""
        for k in range(SCALES):
            samples = curve["degrees"][k]
            more = samples * curve["ratios"][k] * variance
            self.squares[channel][k] = binary32(self.squares[channel][k] + more)
            self.counts[channel][k] = binary32(self.counts[channel][k] + samples)

    def sample(self, five, past):
        """Five buckets of one size, before the two oldest become one."""
        for channel in range(len(self.squares)):
            weights = [sums[channel][0] for _, _, sums in five]
            if min(weights) < 1 or max(weights) > 2 * min(weights):
                continue
            means = [(sums[channel][0], sums[channel][1]) for _, _, sums in five]
            total = 0.0
            for weight in weights:
                total += weight
            weight = total / 5
            variance = block_variance(past, channel, self.model)
            hold = (6, 0.94) if five[0][0] == 1 else (9, 0.96)
            if five[0][0] == 1:
                self.add(channel, nearest_scale(weight), contrast(means, [1, -1]), variance, None, hold)
                self.add(channel, nearest_scale(weight), contrast(means, [0, 1, -1]), variance, None, hold)
            bend = contrast(means, [2, -1, -2, -1, 2])
            longer = nearest_scale(2 * weight)
            self.add(channel, longer, contrast(means, [1, 1, -1, -1]), variance, bend, hold)
            self.add(channel, longer, contrast(means, [0, 1, 1, -1, -1]), variance, bend, hold)

    def add(self, channel, k, square, variance, bend, hold):
        most, held_share = hold
        squares, counts = self.squares[channel], self.counts[channel]
        usual = self.so_far(channel, max(0, k - 1), variance) * variance
        held = min(square, most * max(usual, self.so_far(channel, k, variance) * variance))
        if bend is not None:
            held = min(held, 6 * max(bend, usual))
        remembered = min(1, 200 / (counts[k] + SAMPLE))
        squares[k] = binary32(remembered * (squares[k] + SAMPLE * (1 / held_share * held)))
        counts[k] = binary32(remembered * (counts[k] + SAMPLE))

    def so_far(self, channel, k, variance):
        """The ratio by a channel's own samples, what was told of it, and four samples of independent blocks."""
        prior = self.model["prior_curves"][channel]
        told = prior["degrees"][k]
        total = 4 + self.squares[channel][k] / variance + told * prior["ratios"][k]
        return total / (4 + self.counts[channel][k] + told)

    def shared(self, variances):
        """In units of each channel's own variance, with half of what the others with blocks of the same length show."""
        channels = range(len(variances))
        own = [[square / variances[c] for square in self.squares[c]] for c in channels]
        squares, counts = [list(row) for row in own], [list(row) for row in self.counts]
        levels = self.model["block_levels"]
        for c in channels:
            for other in channels:
                if other == c or levels[other] != levels[c]:
                    continue
                for k in range(SCALES):
                    squares[c][k] += 0.5 * own[other][k]
                    counts[c][k] += 0.5 * self.counts[other][k]
        return squares, counts


def contrast(means, parts):
    """The square of a contrast of means, over what it is for independent blocks of variance 1."""
    total = spread = 0.0
    for (n, s), part in zip(means, parts):
        total += part * s / n
        spread += part * part / n
    return total * total / spread


def nearest_scale(blocks):
    k = 0
    while blocks > 1.4142135623730951 * 2**k and k < SCALES - 1:
        k += 1
    return k


def block_variance(sums, channel, model):
    n, s, q = sums[channel]
    prior, degrees = model["prior_variances"][channel], model["prior_degrees"]
    if n <= 1:
        return prior
    return max(1e-3 * prior, (degrees * prior + max(0, q - s * s / n)) / (n - 1 + degrees))


def growth(f, phi):
    """n·Var(mean of n), n = 2^k, over the variance of a block, of which a share f wanders as AR(1) noise."""
    limit = (1 + phi) / (1 - phi)
    short = 2 * phi / ((1 - phi) * (1 - phi))
    means, faded = [], phi
    for k in range(SCALES + 1):
        means.append(1 - f + f * (limit - short * (1 - faded) / 2**k))
        faded *= faded
    return means


def ratios_of(f, phi):
    means = growth(f, phi)
    return [2 * mean - longer for mean, longer in zip(means, means[1:])]


WANDERING = [(0.07, 0.3), (0.07, 0.6), (0.07, 0.9), (0.07, 0.97), (0.15, 0.3), (0.15, 0.6), (0.15, 0.9), (0.15, 0.97)]
WANDERING += [(0.3, 0.3), (0.3, 0.6), (0.3, 0.9), (0.3, 0.97), (1, 0.3), (1, 0.6)]


def kinds_of_noise():
    """Ratios, their logarithms, and the logarithm of the probability: half for independent blocks, the rest shared."""
    parts = [1 / math.sqrt(growth(f, phi)[6]) for f, phi in WANDERING]
    total = 0.0
    for part in parts:
        total += part
    probabilities = [0.5] + [0.5 * part / total for part in parts]
    kinds = [ratios_of(f, phi) for f, phi in [(0, 0)] + WANDERING]
    return [(ratios, [ln(r) for r in ratios], ln(p)) for ratios, p in zip(kinds, probabilities)]


KINDS = kinds_of_noise()


def likely_kinds(sums, counts):
    """By Bayes: the probability and the ratios of each kind that is not left out."""
    logs = []
    for ratios, logarithms, prior in KINDS:
        total = 0.0
        for s, c, ratio, logarithm in zip(sums, counts, ratios, logarithms):
            total += s / ratio + c * logarithm
        logs.append(prior - 0.5 * total)
    most = max(logs)
    likely = [(exp(log - most), ratios) for log, (ratios, _, _) in zip(logs, KINDS) if log - most >= -20.7]
    total = 0.0
    for share, _ in likely:
        total += share
    return [(share / total, ratios) for share, ratios in likely]


def from_ratios(ratios):
    """A mean is moved by all longer scales; the last stands for all beyond."""
    means = [ratios[-1]]
    for ratio in reversed(ratios[:-1]):
        means.append(0.5 * (ratio + means[-1]))
    return means[::-1]


def curve_of(squares, counts, prior):
    """Of what was heard, in units of a block's variance, and told."""
    told = prior["degrees"]
    sums = [square + of * ratio for square, of, ratio in zip(squares, told, prior["ratios"])]
    counts = [count + of for count, of in zip(counts, told)]
    kinds = []
    for share, ratios in likely_kinds(sums, counts):
        learnt = [(30 * ratio + s) / (30 + c) for ratio, s, c in zip(ratios, sums, counts)]
        kinds.append((share, from_ratios(learnt)))
    inflation, degrees, sampled = [], [], None
    for k in reversed(range(SCALES)):
        mean = 0.0
        for share, means in kinds:
            mean += share * means[k]
        s, c = sums[k], counts[k]
        own = 2 * s * s / (c * (30 + c) * (30 + c)) if c > 0 else 0.0
        sampled = own if sampled is None else 0.25 * (own + sampled)
        variance = sampled
        for share, means in kinds:
            variance += share * (means[k] - mean) * (means[k] - mean)
        surely = 2 * mean * mean
        inflation.append(max(1, mean))
        degrees.append(surely / variance if surely < 1e12 * variance else 1e12)
    return Curve(inflation[::-1], degrees[::-1])


class Curve:
    """How the variance of a mean grows: a(2^k), and its degrees of freedom."""

    def __init__(self, inflation, degrees):
        self.inflation, self.degrees = inflation, degrees

    @staticmethod
    def at(by_scale, blocks):
        k = 0
        while 2 ** (k + 1) <= blocks and k < SCALES - 1:
            k += 1
        if k == SCALES - 1:
            return by_scale[k]
        return by_scale[k] + (by_scale[k + 1] - by_scale[k]) * (blocks - 2**k) / 2**k

    def difference(self, one, other):
        """Variance of the difference of two means, over that of a block."""
        n, m = min(one, other), max(one, other)
        every = n + m
        independent = every / (n * m)
        short, whole = self.at(self.inflation, max(1, n)), self.at(self.inflation, max(1, every))
        measured = (every / m) * (every / m) * (short / n - whole / every)
        return independent + 2 * m / every * max(0, measured - independent)

    def beyond_zone(self, zone, n, m):
        """The same without the part of a wander that stays within the zone, which is given in σ."""
        independent = (n + m) / (n * m)
        wander = 1.25 * (self.difference(n, m) - independent)
        if wander == 0:
            return independent
        share = max(0, 1 - zone / (4 * math.sqrt(wander)))
        return independent + wander * share * share

    def degrees_of(self, n, m):
        return max(40, self.at(self.degrees, max(1, min(n, m))))


def curves_of(histogram, everything, model):
    """Of each channel, in units of the variance of all but the newest blocks where these are enough."""
    settled = histogram.past
    if not histogram.frozen:
        for size, _, sums in histogram.buckets:
            if size >= 8:
                settled = added(settled, sums)
    channels = range(len(everything))
    variances = [block_variance(settled if settled[c][0] >= 16 else everything, c, model) for c in channels]
    squares, counts = histogram.scatter.shared(variances)
    return [curve_of(squares[c], counts[c], model["prior_curves"][c]) for c in channels]


def doubted(curve, phi):
    """A prior that is at least that of AR(1) noise, by ten samples; without a doubt as it is."""
    if phi == 0:
        return curve
    ratios = [max(ratio, other) for ratio, other in zip(curve["ratios"], ratios_of(1, phi))]
    return {"ratios": ratios, "degrees": [max(10, degrees) for degrees in curve["degrees"]]}


def student_factor(window, total, taken, model, channel, curve):
    """Bayes factor of one channel for every prior shift variance; None when it was not heard before and after."""
    n = window[0]
    m = total[0] - taken * n
    if m < model["minimum_reference"] or n < 1:
        return None
    believed, zone = model["prior_variances"][channel], model["zones"][channel]
    information = 1 / curve.beyond_zone(zone / math.sqrt(believed), n, m)
    mean = (total[1] - taken * window[1]) / m
    shift = window[1] * m - (total[1] - taken * window[1]) * n
    direction = model["directions"][channel]
    beyond = max(0, (abs(shift) if direction == 0 else direction * shift) / (n * m) - zone)
    squares = total[2] - taken * window[2] - m * mean * mean
    own_degrees = m - 1 + model["prior_degrees"]
    variance = (model["prior_degrees"] * believed + max(0, squares)) / own_degrees
    variance = max(model["variance_floor"] * believed, variance)
    degrees = 1 / (1 / own_degrees + 1 / curve.degrees_of(n, m))
    factors = []
    for g in model["shift_variances"]:
        spread = 1 + information * g
        shrink = 1 / math.sqrt(spread)
        if beyond == 0:
            factors.append(shrink)
            continue
        z = (information * beyond * beyond) / (variance * degrees)
        factors.append(shrink * exp(min(120, 0.5 * (degrees + 1) * ln((1 + z) / (1 + z / spread)))))
    return factors


def weigh(histogram, model):
    """W, posterior per sensor, sequence number at which the likeliest window starts, and its loudest channel."""
    total_term, shares, best = 0.0, [0.0] * 3, (0, 0, 0)
    for size, seq, factors, likelihood, taking in windows(histogram, model):
        if not likelihood > 1:
            continue
        # A change of any sensor that is heard may begin here.
        term = size * sum(1 for part in taking if part is not None) * (likelihood - 1)
        total_term += term
        for sensor in range(3):
            shares[sensor] += (term / likelihood) * (taking[sensor] or 0)
        if term > best[0]:
            best = (term, seq, loudest(factors))
    posterior = [min(1, share / total_term) if total_term > 0 else 0.0 for share in shares]
    return ln(total_term), posterior, best[1], best[2]


def loudest(factors):
    """The channel with the largest factor of all, the first prior variance and channel among equals."""
    heard = [channel for channel, by_variance in enumerate(factors) if by_variance is not None]
    ranked = [(factors[c][g], -g, -c) for g in range(len(factors[heard[0]])) for c in heard]
    return -max(ranked)[2]


def windows(histogram, model):
    """Newest first, those in which a sensor can be compared: size, first block, factors, L, each sensor's part of L."""
    sensors = [(0, 3), (3, 4), (4, 5)]
    total = [list(sums) for sums in histogram.past]
    if not histogram.frozen:
        for _, _, sums in histogram.buckets:
            total = added(total, sums)
    taken_out = 0 if histogram.frozen else 1
    p = model["participation"]
    q = 1 - p
    curves = curves_of(histogram, total, model)
    window = [[0.0, 0.0, 0.0] for _ in total]
    for size, seq, sums in reversed(histogram.buckets):
        window = added(window, sums)
        factors = [student_factor(window[c], total[c], taken_out, model, c, curves[c]) for c in range(len(total))]
        heard = [s for s, (first, end) in enumerate(sensors) if any(factors[c] for c in range(first, end))]
        if not heard:
            continue
        nobody = 1
        for _ in heard:
            nobody *= q
        likelihood, taking = 0.0, [0.0 if sensor in heard else None for sensor in range(3)]
        for g, prior in enumerate(model["shift_weights"]):
            ratios, everybody = {}, 1
            for sensor in heard:
                first, end = sensors[sensor]
                if end - first == 1:
                    ratio = factors[first][g]
                else:
                    total_ratio, product = 0.0, 1.0
                    for channel in range(first, end):
                        factor = 1.0 if factors[channel] is None else factors[channel][g]
                        total_ratio += factor
                        product *= factor
                    ratio = (0.5 / (end - first)) * total_ratio + 0.5 * product
                ratios[sensor] = ratio
                everybody *= q + p * ratio
            weight = prior / (1 - nobody)
            likelihood += weight * (everybody - nobody)
            for sensor, ratio in ratios.items():
                others = 1
                for other, other_ratio in ratios.items():
                    if other != sensor:
                        others *= q + p * other_ratio
                taking[sensor] += weight * (p * ratio) * others
        yield size, seq, factors, likelihood, taking


# --- Hotelling's T² ------------------------------------------------------------------------------------------------


class Moments:
    def __init__(self, channels):
        self.first = [[0.0, 0.0] for _ in range(channels)]
        self.second = {(j, k): [0.0, 0.0, 0.0] for j in range(channels) for k in range(j, channels)}

    def mean(self, channel):
        weight, total = self.first[channel]
        return total / weight if weight > 0 else 0.0

    def add(self, frame):
        held = [
            None if value is None else max(self.mean(c) - 4, min(self.mean(c) + 4, value))
            for c, value in enumerate(frame)
        ]
        for j, u in enumerate(held):
            if u is not None:
                self.first[j][0] += 1
                self.first[j][1] += u
            for k in range(j, len(held)):
                v = held[k]
                if u is None or v is None:
                    continue
                pair = self.second[(j, k)]
                pair[0] += 1
                pair[1] += u * v
                pair[2] += u * v * u * v

    def covariance(self, j, k):
        count, product, _ = self.second[(min(j, k), max(j, k))]
        if count < 2:
            return 1.0 if j == k else 0.0
        value = product / count - self.mean(j) * self.mean(k)
        return (value * count) / (count - 1)


def hotelling(moments, frame, prior_degrees):
    present = [c for c, value in enumerate(frame) if value is not None and moments.first[c][0] >= 5]
    d = len(present)
    residuals = [frame[c] - moments.mean(c) for c in present]
    m = min(moments.first[c][0] for c in present)
    spread = size = 0.0
    for j in present:
        for k in present:
            count, product, square = moments.second[(min(j, k), max(j, k))]
            if j >= k or count < 2:
                continue
            mean = product / count
            spread += max(0, square / count - mean * mean) / count
            entry = moments.covariance(j, k)
            size += entry * entry
    keep = 1 - (min(1, spread / size) if size > 0 else 1)
    matrix = []
    for j in present:
        row = []
        for k in present:
            count = moments.second[(min(j, k), max(j, k))][0]
            entry = moments.covariance(j, k)
            if j == k:
                row.append((count * entry + prior_degrees) / (count + prior_degrees))
            else:
                row.append((count * keep * entry) / (count + prior_degrees))
        matrix.append(row)
    factor = cholesky(matrix)
    solved = []
    for i in range(d):
        rest = residuals[i]
        for k in range(i):
            rest -= factor[i][k] * solved[k]
        solved.append(rest / factor[i][i])
    parts = [(part * part * m) / (m + 1) for part in solved]
    t2 = 0.0
    for part in parts:
        t2 += part
    nu = max(d, min(2000, math.floor(prior_degrees + m - 1)))
    return t2, d, fisher_tail((t2 * (nu - d + 1)) / (nu * d), d, nu - d + 1), dict(zip(present, parts))


def cholesky(matrix):
    d = len(matrix)
    factor = [[0.0] * d for _ in range(d)]
    for i in range(d):
        for j in range(i + 1):
            rest = matrix[i][j]
            for k in range(j):
                rest -= factor[i][k] * factor[j][k]
            factor[i][j] = math.sqrt(rest) if i == j else rest / factor[j][j]
    return factor


# --- the checks ------------------------------------------------------------------------------------------------------


def double(bits):
    return None if bits is None else struct.unpack(">d", bytes.fromhex(bits))[0]


def single(bits32):
    return struct.unpack(">f", bytes.fromhex(bits32))[0]


def bits(value):
    return struct.pack(">d", value).hex()


def single_bits(value):
    return struct.pack(">f", value).hex()


def load(name):
    return json.loads((HERE / name).read_text())


def expect(what, computed, committed):
    if computed != committed:
        sys.exit(f"{what}: computed {computed}, the vector says {committed}")


def check_profile():
    table = load("numeric-profile.json")
    for x, value, _ in table["exp"]:
        expect(f"exp({double(x)})", bits(exp(double(x))), value)
    for x, value, _ in table["ln"]:
        expect(f"ln({double(x)})", bits(ln(double(x))), value)
    for y, x, value, _ in table["atan2"]:
        expect(f"atan2({double(y)}, {double(x)})", bits(atan2(double(y), double(x))), value)
    return sum(len(rows) for rows in table.values())


def check_published_evidence():
    """
    The golden values that two implementations agreed on before this project existed, to their six digits. They are of
    ln Σ n·L and its posterior; W has summed what exceeds 1 since version 1.2.0, with the same L.
    """
    published = {
        (0, 1): (-0.215811, (0.39077, 0.502673, 0.43724)),
        (0, 10): (1.48366, (0.372377, 0.43835, 0.456916)),
        (0, 15): (2.729554, (0.200804, 0.793257, 0.257526)),
        (0, 30): (10.374001, (0.044575, 0.999838, 0.079493)),
        (0.1, 1): (-0.275823, (0.387939, 0.496237, 0.437314)),
        (0.1, 10): (1.442832, (0.366836, 0.439947, 0.454791)),
        (0.1, 15): (2.446623, (0.226686, 0.733753, 0.290254)),
        (0.1, 30): (9.07654, (0.046058, 0.999422, 0.080837)),
    }
    model = {
        "directions": [0] * 5,
        "participation": 0.3,
        "shift_variances": [0.06, 0.6, 6],
        "shift_weights": [0.25, 0.35, 0.4],
        "minimum_reference": 5,
        "prior_variances": [1] * 5,
        # Known to be independent, which is what was agreed on.
        "prior_curves": [{"ratios": [1.0] * SCALES, "degrees": [1e12] * SCALES}] * 5,
        "block_levels": [0] * 5,
        "prior_degrees": 0,
        "variance_floor": 0,
    }
    for zone in (0, 0.1):
        # The formula is agreed on to six digits; what buckets keep is less.
        known = {**model, "zones": [zone] * 5}
        histogram = Histogram(5, 8, 9, Scatter(known), keep=lambda sums: sums)
        wave = lambda t: [math.sqrt(2) * math.sin(1.7 * t + 0.9 * i) for i in range(5)]
        for t in range(1, 51):
            histogram.add_values(histogram.past, [1] * 5, wave(t))
        for t in range(1, 31):
            values = wave(50 + t)
            values[3] += 1.5 if t >= 11 else 0
            histogram.add(t, [1] * 5, values)
            if (zone, t) not in published:
                continue
            rows = list(windows(histogram, known))
            total = sum(size * likelihood for size, _, _, likelihood, _ in rows)
            nats = math.log(total)
            posterior = [sum(size * (taking[s] or 0) for size, _, _, _, taking in rows) / total for s in range(3)]
            wanted, shares = published[(zone, t)]
            close = abs(nats - wanted) < 1e-6 and all(abs(a - b) < 1e-6 for a, b in zip(posterior, shares))
            expect(f"golden ln Σ n·L, zone {zone}, block {t}", close, True)
    return len(published)


SENSORS = [(0, 1, 2), (3,), (4,)]
BASELINE = 30


def model_of(given, curves):
    model = {name: decoded(value) for name, value in given.items() if name != "prior_curves"}
    priors = [curves[name] for name in given["prior_curves"]]
    model["prior_curves"] = [doubted(*of) for of in zip(priors, model["least_correlations"])]
    return model


def baseline_of(model, rows, inherited=None):
    """The histogram after the baseline's blocks, which are weights and values."""
    histogram = Histogram(5, model["buckets_per_level"], model["levels"], Scatter(model))
    for weights, values in rows:
        histogram.add_values(histogram.past, weights, values)
    sample_baseline(histogram, range(5), rows, inherited)
    return histogram


def sample_baseline(histogram, channels, rows, inherited):
    """A baseline's own scatter, then what is inherited in units of what its blocks vary."""
    sums = [[0.0, 0.0, 0.0] for _ in range(5)]
    for weights, values in rows:
        histogram.add_values(sums, weights, values)
    for channel in channels:
        heard = [values[channel] for weights, values in rows if weights[channel] > 0]
        histogram.scatter.add_baseline(channel, heard)
        if inherited and heard:
            variance = block_variance(sums, channel, histogram.scatter.model)
            histogram.scatter.inherit(channel, inherited, variance)


def curves_in(table):
    return {name: {key: decoded(of) for key, of in curve.items()} for name, curve in table["curves"].items()}


def check_evidence():
    table = load("evidence.json")
    curves = curves_in(table)
    noise = {of["name"]: [[single(value) for value in block] for block in of["blocks"]] for of in table["noise"]}
    checked = 0
    for case in table["cases"]:
        model = model_of(case["model"], curves)
        rows = list(rows_of(case, noise[case["noise"]]))
        late, heard, inherited = case["late"], range(5), curves.get(case["inherited"])
        if late:
            heard = [channel for channel in heard if channel not in SENSORS[late["sensor"]]]
        reference = [only(heard, row) for row in rows[:BASELINE]]
        histogram = baseline_of(model, reference, inherited)
        expected = {row["after"]: row for row in case["expected"]}
        for seq, (weights, values) in enumerate(rows[BASELINE:], 1):
            if case["frozen"] and seq == case["frozen"]["after"] + 1:
                histogram.freeze(case["frozen"]["settled"])
            histogram.add(seq, *only(heard, (weights, values)))
            if late and seq == late["after"]:
                heard = range(5)
                place_late(histogram, late, rows, inherited)
            if seq not in expected:
                continue
            expect_weighed(f"{case['name']}, block {seq}", weigh(histogram, model), expected[seq])
            checked += 1
        for name in ("squares", "counts"):
            held = [[single_bits(value) for value in of] for of in getattr(histogram.scatter, name)]
            expect(f"{case['name']}, {name} of the scatter", held, case["scatter"][name])
    return checked


def only(heard, row):
    weights, values = row
    return [weight if channel in heard else 0 for channel, weight in enumerate(weights)], values


def place_late(histogram, late, rows, inherited):
    channels = SENSORS[late["sensor"]]
    blocks = list(enumerate(rows))[late["from"] : BASELINE + late["after"]]
    for t, row in blocks:
        histogram.add_where_it_belongs(t - BASELINE + 1, *only(channels, row))
    sample_baseline(histogram, channels, [row for _, row in blocks], inherited)


def rows_of(case, noise):
    """Weights and values of each block: the noise, and what has moved."""
    weights = [[single(weight) for weight in of] for of in case["weights"]]
    for t in range(BASELINE + case["blocks"]):
        values = [binary32(double(scale) * value) for scale, value in zip(case["scales"], noise[t])]
        for move in case["moves"]:
            if t >= move["from"]:
                moved = double(move["by"]) + double(move["per_block"]) * (t - move["from"])
                values[move["channel"]] = binary32(values[move["channel"]] + moved)
        yield [weights[s][t % len(weights[s])] for s, channels in enumerate(SENSORS) for _ in channels], values


def check_presence():
    """Every combination of sensors: alone, some of the time, from later on, until earlier."""
    table = load("evidence-presence.json")
    model = model_of(table["model"], curves_in(table))
    blocks = decoded(table["blocks"])
    checked = 0
    for case in table["cases"]:
        camera, radar, lidar = case["heard"]
        rows = [
            ([int(heard[t]) for heard in (camera, camera, camera, radar, lidar)], values)
            for t, values in enumerate(blocks)
        ]
        histogram = baseline_of(model, rows[:BASELINE])
        expected = {row["after"]: row for row in case["expected"]}
        for seq, (weights, values) in enumerate(rows[BASELINE:], 1):
            histogram.add(seq, weights, values)
            if seq not in expected:
                continue
            weighed, row = weigh(histogram, model), expected[seq]
            expect_weighed(f"{case['name']}, block {seq}", weighed, row)
            expect(f"{case['name']}, block {seq}, channel", weighed[3], row["channel"])
            checked += 1
    return checked


def expect_weighed(what, weighed, row):
    nats, posterior, change, _ = weighed
    expect(what, bits(nats), row["nats"])
    expect(what, [bits(share) for share in posterior], row["posterior"])
    expect(what, change, row["change_seq"])


def decoded(value):
    if isinstance(value, str):
        return double(value)
    return [decoded(item) for item in value] if isinstance(value, list) else value


def check_frame_test():
    table = load("frame-test.json")
    moments = Moments(5)
    for frame in table["reference"]:
        moments.add([double(value) for value in frame])
    for at, row in enumerate(table["tests"]):
        t2, degrees, p_value, parts = hotelling(moments, [double(v) for v in row["frame"]], table["prior_degrees"])
        expect(f"T² of frame {at}", (bits(t2), degrees, bits(p_value)), (row["t2"], row["degrees"], row["p_value"]))
        for channel, share in enumerate(row["shares"]):
            computed = bits(parts[channel] / t2) if channel in parts else None
            expect(f"share of channel {channel} in frame {at}", computed, share)
    return len(table["tests"])


# --- noise that grows, and outliers ---------------------------------------------------------------------------------


def binary32(number):
    return struct.unpack("<f", struct.pack("<f", number))[0]


def beside_median(before, value):
    return value if len(before) < 5 else value - sorted(before)[2]


def at_least(variance):
    return binary32(max(1 / 9, variance))


def noise_reference(values, weights):
    squares = []
    for at, value in enumerate(values):
        away = beside_median(values[max(0, at - 5) : at], value)
        squares.append(away * away)
    mean = 1.0
    for _ in range(8):
        total = 0.0
        for square in squares:
            total += min(square, 9 * mean)
        mean = at_least(total / len(squares))
    blocks = 0.0
    for weight in weights:
        blocks += weight
    return binary32(blocks), mean


class ChannelNoise:
    def __init__(self, values, weight, rule):
        self.blocks, self.variance = noise_reference(values, [weight] * len(values))
        self.rule = rule
        self.grown = False
        self.forget()

    def forget(self):
        self.since_blocks = self.since_squares = 0.0
        self.since_seq = 0

    def nats(self, since_blocks, since_squares):
        dispersion = self.rule["dispersion"]
        a, b, s = self.blocks / dispersion, since_blocks / dispersion, since_squares / dispersion
        ln_four = 2 * (LN2_HIGH + LN2_LOW)
        return 0.5 * ((a + b) * ln((a + s) / (a + 0.25 * s)) - b * ln_four)

    def follow(self, square, weight, learns, seq):
        ordinary = 0.5 * (2 * (LN2_HIGH + LN2_LOW)) / 0.375
        began = self.since_seq if self.since_blocks > 0 else seq
        blocks = self.since_blocks + weight
        squares = self.since_squares + weight * min(9, square / self.variance)
        excess = squares - ordinary * blocks
        nats = self.nats(blocks, squares) if excess > 0 else 0
        limit = self.rule["limit_nats"] * self.rule["dispersion"] / 0.375
        if nats <= 0 or (self.grown and excess < 0.5 * limit):
            if learns and not self.grown:
                variance = self.variance * (self.blocks + squares) / (self.blocks + blocks)
                self.variance = at_least(variance)
                self.blocks = binary32(self.blocks + blocks)
            self.grown = False
            self.forget()
            return
        held = min(1, 1.5 * limit / excess)
        excess *= held
        self.since_blocks = binary32(blocks * held)
        self.since_squares = binary32(squares * held)
        self.since_seq = began
        self.grown = self.grown or (excess >= limit and nats >= self.rule["reference_nats"])


def check_noise():
    table = load("noise.json")
    checked = 0
    for case in table["cases"]:
        values = decoded(case["values"])
        weight, baseline = double(case["weight"]), case["baseline"]
        noise = ChannelNoise(values[:baseline], weight, table["rule"])
        expect(case["name"], [bits(noise.blocks), bits(noise.variance)], list(case["start"].values()))
        for at, row in enumerate(case["steps"], baseline):
            away = beside_median(values[at - 5 : at], values[at])
            noise.follow(away * away, weight, case["learns"], at + 1)
            sums = [noise.blocks, noise.variance, noise.since_blocks, noise.since_squares]
            computed = [bits(value) for value in sums] + [noise.since_seq, noise.grown]
            expect(f"{case['name']}, block {at + 1}", computed, row)
            checked += 1
    share, frames, found, many = 0.0, 0, 0, False
    for at, row in enumerate(table["outliers"]):
        one = 1 if row["outlier"] else 0
        share = share + (one - share) / 50
        habit = (found + 1) / (frames + 20)
        nats = 0
        if share > habit:
            rest = 1 - share
            nats = 50 * (share * ln(share / habit) + (rest * ln(rest / (1 - habit)) if rest > 0 else 0))
        many = 100 * share > table["most_per_hundred"] and nats > (8 if many else 16)
        if not many and row["learns"] and nats <= 4:
            frames, found = frames + 1, found + one
        computed = (bits(share), frames, found, many)
        expect(f"outliers of frame {at}", computed, (row["share"], row["frames"], row["found"], row["many"]))
        checked += 1
    return checked


if __name__ == "__main__":
    print(f"numeric profile: {check_profile()} values agree bit for bit")
    print(f"published sums of n·L: {check_published_evidence()} values agree to six digits")
    print(f"W and posterior: {check_evidence()} evaluations agree bit for bit")
    print(f"W by the sensors that are there: {check_presence()} evaluations agree bit for bit")
    print(f"T² and p-value: {check_frame_test()} frames agree bit for bit")
    print(f"noise and outliers: {check_noise()} steps agree bit for bit")
