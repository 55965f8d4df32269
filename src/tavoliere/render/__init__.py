"""Scenes turned into what people see. This room knows geometry and nothing of rules."""
