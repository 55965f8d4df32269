"""The tables of a running server: who is there, whose clock runs, who thinks, and every change one after another."""
