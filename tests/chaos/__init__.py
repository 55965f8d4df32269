"""Games on several servers while servers, workers and the database are killed, stopped and frozen. Loopback only."""
