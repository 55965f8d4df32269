"""The page in a real browser, with the real server behind it."""
