"""Data that tests compare with, and the scripts that made it."""
