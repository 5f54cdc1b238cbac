-- The secret of a server's next table is drawn before anybody opens that table, and given out once.

-- One row for each server, or private chat, where a table was ever opened: the number of its next table in the chain of its
-- seals, and the secret of that table.
CREATE TABLE seals (
    home   INTEGER PRIMARY KEY,
    number INTEGER NOT NULL CHECK (number > 1),
    secret BLOB    NOT NULL CHECK (length(secret) = 32)
) STRICT;
