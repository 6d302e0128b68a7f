"""What lists tell of a table, so that nobody has to read its log for them."""

STATEMENTS = ("ALTER TABLE tables ADD COLUMN note TEXT NOT NULL DEFAULT ''",)
BACK = ("ALTER TABLE tables DROP COLUMN note",)
