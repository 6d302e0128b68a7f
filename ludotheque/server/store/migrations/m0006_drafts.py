"""What people have drawn and keep, and what of it everybody may see."""

STATEMENTS = (
    """
    CREATE TABLE drafts (
        id VARCHAR(32) PRIMARY KEY,
        visitor VARCHAR(32) NOT NULL,
        game VARCHAR(64) NOT NULL,
        name VARCHAR(80) NOT NULL,
        code TEXT NOT NULL,
        public INTEGER NOT NULL,
        at_ms BIGINT NOT NULL
    )
    """,
    "CREATE INDEX drafts_visitor ON drafts (visitor, game)",
    "CREATE INDEX drafts_public ON drafts (game, public, at_ms)",
)
BACK = ("DROP TABLE drafts",)
