"""What everybody says: found in the sources, and said in another language."""
