"""Runs one peer detector over many residual streams.

Reads one JSON object on standard input:
  peer        name in PEERS
  file        float64 little-endian, runs x frames x channels, NaN where a sensor is missing
  runs, frames, channels, baseline   whole numbers
  limits      the parameter values to try, in the order the peer's README row says, least sensitive last
Writes one JSON object: {"alarms": [[first alarm frame of run r at limit l, or null], ...]}, frames counted from 1 after the
baseline. An offline peer sees the whole stream at once and gives the first change point it places after the baseline.

Every peer gets the residuals standardised by the mean and standard deviation of the baseline frames, channel by channel, as
its documentation asks, and sees the baseline before monitoring begins. One that watches a single series runs on every
channel; the first channel to alarm decides.
"""

import json
import sys

import numpy as np


def standardise(rows, baseline):
    head = rows[:baseline]
    return (rows - np.nanmean(head, axis=0)) / np.nanstd(head, axis=0, ddof=1)


def per_channel(make, alarmed, z, baseline):
    """First frame after the baseline at which any channel's detector alarms."""
    first = None
    for channel in range(z.shape[1]):
        detector = make()
        for frame, value in enumerate(z[:, channel], start=1 - baseline):
            if np.isnan(value):
                continue
            if first is not None and frame >= first:
                break
            detector.update(float(value))
            if frame >= 1 and alarmed(detector):
                first = frame
                break
    return first


def river_peer(make_for):
    def run(z, baseline, limits):
        return [per_channel(lambda: make_for(limit), lambda d: d.drift_detected, z, baseline) for limit in limits]

    return run


def adwin(delta):
    from river.drift import ADWIN

    return ADWIN(delta=delta)


def page_hinkley(threshold):
    from river.drift import PageHinkley

    return PageHinkley(threshold=threshold)


def kswin(alpha):
    from river.drift import KSWIN

    return KSWIN(alpha=alpha, seed=1)


def focus(z, baseline, limits):
    """FOCuS with unknown pre-change mean (Romano et al. 2023): one pass gives the running maximum for all limits."""
    from changepoint_online import Focus, Gaussian

    alarms = [None] * len(limits)
    for channel in range(z.shape[1]):
        detector = Focus(Gaussian())
        for frame, value in enumerate(z[:, channel], start=1 - baseline):
            if np.isnan(value):
                continue
            detector.update(float(value))
            if frame < 1:
                continue
            statistic = detector.statistic()
            for i, limit in enumerate(limits):
                if statistic >= limit and (alarms[i] is None or frame < alarms[i]):
                    alarms[i] = frame
            if all(alarm is not None and alarm <= frame for alarm in alarms):
                break
    return alarms


class BothSides:
    """frouros watches a rise only: one detector on the value, one on its negative."""

    def __init__(self, make):
        self.sides = (make(), make())

    def update(self, value):
        self.sides[0].update(value=value)
        self.sides[1].update(value=-value)

    @property
    def drift_detected(self):
        return self.sides[0].drift or self.sides[1].drift


def frouros_cusum(threshold):
    from frouros.detectors.concept_drift import CUSUM, CUSUMConfig

    return BothSides(lambda: CUSUM(config=CUSUMConfig(delta=0.5, lambda_=threshold, min_num_instances=30)))


def offline(change_points):
    def run(z, baseline, limits):
        filled = np.where(np.isnan(z), 0.0, z)
        alarms = []
        for limit in limits:
            after = [int(point) - baseline + 1 for point in change_points(filled, limit) if point >= baseline]
            alarms.append(min(after) if after else None)
        return alarms

    return run


def ruptures_kernel(rows, penalty):
    from ruptures import KernelCPD

    return KernelCPD(kernel="linear", min_size=2).fit(rows).predict(pen=penalty)[:-1]


def skchange_pelt(rows, penalty):
    from skchange.detectors import PELT
    from skchange.interval_scorers import L2Cost

    return PELT(L2Cost(), penalty=float(penalty), min_segment_length=2).fit(rows).predict(rows)


PEERS = {
    "river ADWIN": river_peer(adwin),
    "river PageHinkley": river_peer(page_hinkley),
    "river KSWIN": river_peer(kswin),
    "frouros CUSUM": river_peer(frouros_cusum),
    "FOCuS": focus,
    "ruptures KernelCPD (offline)": offline(ruptures_kernel),
    "skchange PELT (offline)": offline(skchange_pelt),
}


def main():
    job = json.load(sys.stdin)
    rows = np.fromfile(job["file"], dtype="<f8").reshape(job["runs"], job["frames"], job["channels"])
    run = PEERS[job["peer"]]
    alarms = [run(standardise(stream, job["baseline"]), job["baseline"], job["limits"]) for stream in rows]
    json.dump({"alarms": alarms}, sys.stdout)


if __name__ == "__main__":
    main()
