"""Writes true-values.json: function values rounded correctly from 60 digits.

Needs mpmath (pip install mpmath); nothing else in the project does. Doubles are 16 hexadecimal digits, most
significant first. The arguments are fixed by the seed, so the same file comes out every time.
"""

import json
import random
import struct
from pathlib import Path

from mpmath import atan2, betainc, erfc, exp, log, loggamma, mp, mpf, sqrt

mp.dps = 60
rng = random.Random(20)
engine = random.Random(34)


def bits(value):
    return struct.pack(">d", float(value)).hex()


def exp_rows():
    xs = [0.0, 1.0, -1.0, 0.5, 1e-9, -1e-9, 1e-300, 709.7, -708.3, -745.0, -720.5, 700.0, 88.7, 2.0**-30]
    xs += [0.34657359027997264, -0.34657359027997264, 0.3465735902799727]
    xs += [rng.uniform(-1, 1) for _ in range(60)] + [rng.uniform(-30, 30) for _ in range(60)]
    xs += [rng.uniform(-745, 709) for _ in range(60)]
    # Of the engine: correlations over intervals, posteriors, and both sides of where its range is cut.
    xs += [-seconds / constant for seconds in (1, 7, 60, 3600) for constant in (2, 30, 480, 10_800, 1_296_000)]
    xs += [engine.uniform(-24, 0) for _ in range(60)]
    cuts = [(engine.randint(-1000, 1000) + 0.5) * 0.6931471805599453 for _ in range(60)]
    xs += [x * (1 + engine.choice((-1, 1)) * 2.0**-52) for x in cuts]
    return [[bits(x), bits(exp(mpf(x)))] for x in xs]


def ln_rows():
    xs = [1.0, 2.0, 0.5, 1.5, 1 + 2**-52, 1 - 2**-53, 1e-9, 1e300, 5e-324, 2.2250738585072014e-308, 1e-310]
    xs += [1.7976931348623157e308, 1.4142135623730951, 1.414213562373095, 0.7071067811865476, 0.7071067811865475]
    xs += [rng.uniform(0.5, 2) for _ in range(80)] + [10 ** rng.uniform(-12, 12) for _ in range(60)]
    xs += [1 + rng.uniform(-1e-3, 1e-3) for _ in range(40)]
    # Of the engine: what a window leaves of the squares, products of variances, sums, and both sides of where it is cut.
    xs += [1 - engine.uniform(0, 0.999) for _ in range(60)]
    xs += [10 ** engine.uniform(-250, 0) for _ in range(30)] + [10 ** engine.uniform(0, 12) for _ in range(30)]
    cuts = [1.4142135623730951 * 2.0 ** engine.randint(-1000, 1000) for _ in range(40)]
    xs += [x * (1 + engine.choice((-1, 1)) * 2.0**-52) for x in cuts]
    return [[bits(x), bits(log(mpf(x)))] for x in xs]


def atan2_rows():
    points = [(0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)]
    points += [(1e-9, 1.0), (1.0, 1e-9), (1e-200, 1.0), (1.0, 8.0), (1.0, 16.0), (3.0, 16.0)]
    points += [(rng.uniform(-1, 1), rng.uniform(-1, 1)) for _ in range(120)]
    points += [(rng.uniform(-1e-6, 1e-6), rng.uniform(0.5, 1)) for _ in range(40)]
    points += [(rng.uniform(-1, 1), rng.uniform(-1e-5, 1e-5)) for _ in range(20)]
    return [[bits(y), bits(x), bits(atan2(mpf(y), mpf(x)))] for y, x in points]


def ln_gamma_rows():
    xs = [0.5, 1.5, 2.5, 3.5, 7.0, 10.0, 11.5, 24.5, 50.0, 123.5, 1000.5, 20000.0]
    return [[bits(x), bits(loggamma(mpf(x)))] for x in xs]


def fisher_tail_rows():
    """f, first and second degrees of freedom, P(F > f)."""
    rows = []
    for d1 in (1, 2, 3, 4, 5):
        for d2 in (3.0, 7.5, 15.0, 19.0, 48.0, 200.0, 1000.0):
            for f in (0.01, 0.5, 1.0, 2.5, 6.0, 20.0, 300.0):
                share = mpf(d2) / (mpf(d2) + d1 * mpf(f))
                tail = betainc(mpf(d2) / 2, mpf(d1) / 2, 0, share, regularized=True)
                rows.append([bits(f), bits(d1), bits(d2), bits(tail)])
    return rows


def normal_cdf_rows():
    xs = [0.0, 0.1, -0.1, 0.5, 1.0, -1.0, 1.6448536269514722, 1.959963984540054, -2.5, 3.0, 4.5, -5.5, 6.5, -7.5, 8.2]
    return [[bits(x), bits(erfc(-mpf(x) / sqrt(mpf(2))) / 2)] for x in xs]


def main():
    table = {
        "exp": exp_rows(),
        "ln": ln_rows(),
        "atan2": atan2_rows(),
        "ln_gamma": ln_gamma_rows(),
        "fisher_tail": fisher_tail_rows(),
        "normal_cdf": normal_cdf_rows(),
    }
    lists = [f'"{name}": [\n' + lines_of(rows) + "\n]" for name, rows in table.items()]
    Path(__file__).with_name("true-values.json").write_text("{\n" + ",\n".join(lists) + "\n}\n")


def lines_of(rows):
    """Four rows a line."""
    texts = [json.dumps(row) for row in rows]
    return ",\n".join(", ".join(texts[at : at + 4]) for at in range(0, len(texts), 4))


if __name__ == "__main__":
    main()
