"""Tables that strangers may see: those that wait for somebody, and those that can be watched."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("listed", "watchable"):
        op.add_column("tables", sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false()))


def downgrade() -> None:
    for name in ("watchable", "listed"):
        op.drop_column("tables", name)
