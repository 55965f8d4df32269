"""What the gym compiles. Everything in this folder counts for the keys of machine code; nothing outside it is compiled
for the gym.
"""
