"""Tables and their logs, who sits where, seat tokens, visitors."""

STATEMENTS = (
    """
    CREATE TABLE tables (
        id VARCHAR(16) PRIMARY KEY,
        game VARCHAR(64) NOT NULL,
        owner VARCHAR(32) NOT NULL,
        public BOOLEAN NOT NULL,
        open_seats INTEGER NOT NULL,
        over BOOLEAN NOT NULL,
        opened_ms BIGINT NOT NULL,
        touched_ms BIGINT NOT NULL
    )
    """,
    "CREATE INDEX tables_lobby ON tables (public, over, opened_ms)",
    "CREATE INDEX tables_owner ON tables (owner, over)",
    "CREATE INDEX tables_touched ON tables (touched_ms)",
    """
    CREATE TABLE entries (
        table_id VARCHAR(16) NOT NULL,
        sequence INTEGER NOT NULL,
        body TEXT NOT NULL,
        PRIMARY KEY (table_id, sequence)
    )
    """,
    """
    CREATE TABLE seatings (
        visitor VARCHAR(32) NOT NULL,
        table_id VARCHAR(16) NOT NULL,
        PRIMARY KEY (visitor, table_id)
    )
    """,
    "CREATE INDEX seatings_table ON seatings (table_id)",
    """
    CREATE TABLE tokens (
        fingerprint VARCHAR(64) PRIMARY KEY,
        table_id VARCHAR(16) NOT NULL,
        visitor VARCHAR(32) NOT NULL
    )
    """,
    "CREATE INDEX tokens_table ON tokens (table_id)",
    """
    CREATE TABLE visitors (
        id VARCHAR(32) PRIMARY KEY,
        nickname VARCHAR(64) NOT NULL,
        recovery VARCHAR(64) NOT NULL
    )
    """,
    "CREATE INDEX visitors_recovery ON visitors (recovery)",
)
BACK = ("DROP TABLE visitors", "DROP TABLE tokens", "DROP TABLE seatings", "DROP TABLE entries", "DROP TABLE tables")
