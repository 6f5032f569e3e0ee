"""Runs detectors of other makers over many residual streams.

Reads jobs on standard input, one JSON object a line:
  peer        name in PEERS
  file        float64 little-endian, runs x frames x channels, NaN where a sensor is missing
  runs, frames, channels, baseline   whole numbers
  limits      one for every run, or null
and answers each with a line. With limits: {"alarms": [frame at which the run's statistic was first above its limit, or null]},
frames counted from 1 after the baseline; an offline peer sees the whole stream at once and gives the first change point it
places after the baseline. Without: {"largest": [the largest statistic of each run]}, the least limit at which it is silent.

What the limit is on: the threshold itself where a detector has one (PageHinkley, CUSUM, FOCuS, the penalties of the offline
ones), -log10 of the p-value for KSWIN's alpha, -ln of ADWIN's delta. For a detector that does not tell its statistic, the
least silent limit is found by bisection: penalties to a hundredth of themselves, ADWIN's to 0.1.

Every peer gets the residuals standardised by the mean and standard deviation of the baseline frames, channel by channel, as
its documentation asks, and sees the baseline before monitoring begins. One that watches a single series runs on every
channel; the channel that says most decides.
"""

import json
import math
import sys

import numpy as np


def standardise(rows, baseline):
    head = rows[:baseline]
    deviations = np.nanstd(head, axis=0, ddof=1)
    # A channel that stands still in the baseline has no deviation to go by.
    return (rows - np.nanmean(head, axis=0)) / np.where(deviations > 0, deviations, 1)


class Telling:
    """A detector with a statistic to read after every value."""

    def __init__(self, make):
        self.make = make

    def largest(self, z, baseline):
        return max((statistic for _, statistic in self.monitored(z, baseline)), default=0.0)

    def alarm(self, z, baseline, limit):
        return next((frame for frame, statistic in self.monitored(z, baseline) if statistic > limit), None)

    def monitored(self, z, baseline):
        watchers = [self.make() for _ in range(z.shape[1])]
        told = [0.0] * len(watchers)
        for frame, row in enumerate(z.tolist(), start=1 - baseline):
            for channel, value in enumerate(row):
                if not math.isnan(value):
                    told[channel] = watchers[channel](value)
            if frame >= 1:
                yield frame, max(told)


class Tried:
    """A detector that says only whether it alarms: the least limit at which it is silent is found by bisection."""

    def __init__(self, alarm, least, most, step):
        self.alarm = alarm
        self.least, self.most, self.step = least, most, step

    def largest(self, z, baseline):
        low, high = self.least, self.most
        while high - low > self.step(low):
            middle = (low + high) / 2
            if self.alarm(z, baseline, middle) is None:
                high = middle
            else:
                low = middle
        return high


def page_hinkley(delta):
    from river.drift import PageHinkley

    def make():
        detector = PageHinkley(threshold=math.inf, delta=delta)

        def watch(value):
            detector.update(value)
            return max(
                detector._sum_increase - detector._min_increase,
                detector._max_decrease - detector._sum_decrease,
            )

        return watch

    return Telling(make)


def adwin_alarm(z, baseline, limit):
    """ADWIN looks for a cut at every value (clock 1), not at every 32nd as it does by default."""
    from river.drift import ADWIN

    first = None
    for channel in z.T:
        detector = ADWIN(delta=math.exp(-limit), clock=1)
        for frame, value in enumerate(channel.tolist(), start=1 - baseline):
            if first is not None and frame >= first:
                break
            if math.isnan(value):
                continue
            detector.update(value)
            if frame >= 1 and detector.drift_detected:
                first = frame
                break
    return first


def kswin():
    from river.drift import KSWIN
    from river.drift import kswin as module

    module.stats.ks_2samp = remember_by_distance(module.stats.ks_2samp)

    def make():
        detector = KSWIN(alpha=0, seed=1)

        def watch(value):
            detector.update(value)
            if len(detector.window) < detector.window_size:
                return 0.0
            return -math.log10(max(detector.p_value, 1e-300)) if module.stats.ks_2samp.distance > 0.1 else 0.0

        return watch

    return Telling(make)


def remember_by_distance(ks_2samp):
    """The p-value of two samples of the same sizes without ties depends on their distance alone: asked for once each."""
    if hasattr(ks_2samp, "distance"):
        return ks_2samp
    known = {}

    def told(one, other, method):
        distance = largest_distance(one, other)
        if distance not in known:
            known[distance] = ks_2samp(one, other, method=method)
        told.distance = distance
        return known[distance]

    told.distance = 0
    return told


def largest_distance(one, other):
    """Largest distance of two empirical distributions, for samples of equal size."""
    height = largest = 0
    for _, step in sorted([(value, 1) for value in one] + [(value, -1) for value in other]):
        height += step
        largest = max(largest, abs(height))
    return largest / len(one)


def frouros_cusum():
    """frouros watches a rise only: one detector on the value, one on its negative."""
    from frouros.detectors.concept_drift import CUSUM, CUSUMConfig

    def make():
        config = CUSUMConfig(delta=0.5, lambda_=math.inf, min_num_instances=30)
        sides = (CUSUM(config=config), CUSUM(config=config))

        def watch(value):
            sides[0].update(value=value)
            sides[1].update(value=-value)
            return float(max(sides[0].sum_, sides[1].sum_))

        return watch

    return Telling(make)


def focus():
    """FOCuS with unknown mean before the change (Romano et al. 2023)."""
    from changepoint_online import Focus, Gaussian

    def make():
        detector = Focus(Gaussian())

        def watch(value):
            detector.update(value)
            return float(detector.statistic())

        return watch

    return Telling(make)


def offline(change_points):
    def alarm(z, baseline, penalty):
        filled = np.where(np.isnan(z), 0.0, z)
        after = [int(point) - baseline + 1 for point in change_points(filled, penalty) if point >= baseline]
        return min(after) if after else None

    return Tried(alarm, least=4.0, most=4_000.0, step=lambda penalty: 0.01 * penalty)


def ruptures_kernel(rows, penalty):
    from ruptures import KernelCPD

    return KernelCPD(kernel="linear", min_size=2).fit(rows).predict(pen=penalty)[:-1]


def skchange_pelt(rows, penalty):
    from skchange.detectors import PELT
    from skchange.interval_scorers import L2Cost

    return PELT(L2Cost(), penalty=float(penalty), min_segment_length=2).fit(rows).predict(rows)


PEERS = {
    "river ADWIN": lambda: Tried(adwin_alarm, least=0.0, most=32.0, step=lambda _: 0.1),
    "river PageHinkley": lambda: page_hinkley(0.005),
    "river PageHinkley, delta 0.5": lambda: page_hinkley(0.5),
    "river KSWIN": kswin,
    "frouros CUSUM": frouros_cusum,
    "FOCuS": focus,
    "ruptures KernelCPD (offline)": lambda: offline(ruptures_kernel),
    "skchange PELT (offline)": lambda: offline(skchange_pelt),
}


def answer(job):
    rows = np.fromfile(job["file"], dtype="<f8").reshape(job["runs"], job["frames"], job["channels"])
    detector = PEERS[job["peer"]]()
    baseline = job["baseline"]
    streams = (standardise(stream, baseline) for stream in rows)
    if job["limits"] is None:
        return {"largest": [detector.largest(z, baseline) for z in streams]}
    return {"alarms": [detector.alarm(z, baseline, limit) for z, limit in zip(streams, job["limits"])]}


def main():
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
