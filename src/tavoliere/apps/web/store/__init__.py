"""Sheets in a database, and what other servers write there. The only room that knows SQL."""
