"""Certainty times size: tiers, confidence and the score."""
