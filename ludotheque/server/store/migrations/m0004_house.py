"""What holds for the whole house: its epoch, which changes when another database is put in this one's place. Who has
tables of another epoch in memory can no longer write."""

STATEMENTS = (
    "CREATE TABLE house (name VARCHAR(32) PRIMARY KEY, value VARCHAR(64) NOT NULL)",
    "INSERT INTO house (name, value) VALUES ('epoch', 'first')",
)
BACK = ("DROP TABLE house",)
