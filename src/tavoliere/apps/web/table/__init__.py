"""What a table is and what may happen at it. Values and functions: nothing here waits, writes or speaks."""
