-- Where locks do not keep a second bot out, or the first one hangs over them, two of them would serve one file.

-- One row: the number of the bot that serves the file. Whoever takes the file over counts it up, and the one before commits
-- nothing more.
CREATE TABLE lease (
    only   INTEGER PRIMARY KEY CHECK (only = 1),
    number INTEGER NOT NULL
) STRICT;
