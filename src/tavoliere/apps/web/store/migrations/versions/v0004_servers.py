"""Servers with their signs of life, and which of them looks after a table."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "servers",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("started", sa.BigInteger, nullable=False),
        sa.Column("beat", sa.BigInteger, nullable=False),
        sa.Column("stopped", sa.Boolean, nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column("thing", sa.String(64), primary_key=True),
        sa.Column("server", sa.String(32), nullable=False),
    )


def downgrade() -> None:
    for table in ("leases", "servers"):
        op.drop_table(table)
