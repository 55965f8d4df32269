"""How the schema came to be, step by step; run by alembic when a server opens its database."""
