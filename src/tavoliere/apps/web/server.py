"""Moved to `tavoliere.apps.web.http.server`; this name goes with the next release."""

from tavoliere.core.moved import moved

__getattr__ = moved(__name__, "tavoliere.apps.web.http.server")
