"""Blocks of frames, and the baseline a sensor learns from them."""
