"""The best results of people who play alone."""

STATEMENTS = (
    """
    CREATE TABLE bests (
        visitor VARCHAR(32) NOT NULL,
        game VARCHAR(64) NOT NULL,
        setting VARCHAR(64) NOT NULL,
        options TEXT NOT NULL,
        result TEXT NOT NULL,
        place VARCHAR(128) NOT NULL,
        table_id VARCHAR(16) NOT NULL,
        number INTEGER NOT NULL,
        at_ms BIGINT NOT NULL,
        PRIMARY KEY (visitor, game, setting)
    )
    """,
)
BACK = ("DROP TABLE bests",)
