"""Client for Plumbline: drift scoring and evidence for the sensors of vehicle fleets."""

from ._version import __version__

__all__ = ["__version__"]
