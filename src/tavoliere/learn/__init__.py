"""Judges that learn: games to learn from, what is in their positions, training, and whether the new judge is better.

Any game takes part that has an evaluation and says in a `Learnt` how its learnt judge is made. Everything happens in a
folder, in steps of which each is named by a digest of all that it was made from: work that was killed goes on where it
stopped, and changed settings never meet old results. Nothing here starts processes or prints.
"""
