"""Attacks on a real server while honest people play there. Loopback only, and bounded in everything."""
