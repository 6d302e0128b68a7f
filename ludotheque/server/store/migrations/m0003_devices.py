"""People who take their identity to another device: what one device offers, another asks for, and the first allows."""

STATEMENTS = (
    """
    CREATE TABLE devices (
        fingerprint VARCHAR(64) PRIMARY KEY,
        visitor VARCHAR(32) NOT NULL,
        state VARCHAR(16) NOT NULL,
        device VARCHAR(32) NOT NULL,
        kind VARCHAR(16) NOT NULL,
        number VARCHAR(8) NOT NULL,
        expires_ms BIGINT NOT NULL
    )
    """,
    "CREATE INDEX devices_visitor ON devices (visitor)",
    "CREATE INDEX devices_expiry ON devices (expires_ms)",
)
BACK = ("DROP TABLE devices",)
