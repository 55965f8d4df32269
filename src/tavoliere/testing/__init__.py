"""What authors of games and translators check their work with, without a checkout of this package."""
