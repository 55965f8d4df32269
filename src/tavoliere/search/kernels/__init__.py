"""What of the search becomes machine code, and nothing else: an edit in this folder compiles everything anew.

What is here may import `core` and this folder only, because the key of machine code covers no other text.
"""
