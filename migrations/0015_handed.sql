-- Interactions on their way from one bot to another. A file has one bot, so nothing is ever here.
CREATE TABLE handed (
    id          INTEGER PRIMARY KEY,
    shard       INTEGER NOT NULL,
    at          INTEGER NOT NULL,
    interaction TEXT NOT NULL
) STRICT;

-- Who is to be forgotten at tables in play that the bot which was asked does not lead, and since when they are gone if they did not ask
-- themselves.
CREATE TABLE parting (
    person   INTEGER NOT NULL,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    gone_at  INTEGER,
    PRIMARY KEY (person, table_id)
) STRICT, WITHOUT ROWID;

-- The session at Discord's gateway of each shard. The next bot of a file hears of it from the one before, so nothing is ever here.
CREATE TABLE sessions (
    shard   INTEGER PRIMARY KEY,
    number  INTEGER NOT NULL,
    at      INTEGER NOT NULL,
    session TEXT NOT NULL,
    seq     INTEGER NOT NULL
) STRICT;
