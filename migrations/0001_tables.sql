-- The first schema. Ids are Discord's 64 bits, kept bit for bit in SQLite's signed integers; times are milliseconds since
-- the Unix epoch. Everything that happened is in `log`; the other tables are indexes to it or other people's memory.

PRAGMA application_id = 1464357716; -- "WHST", so that another program's database is not mistaken for ours

CREATE TABLE tables (
    id      INTEGER PRIMARY KEY,
    place   INTEGER NOT NULL,
    hall    INTEGER,
    game    TEXT    NOT NULL,
    secret  BLOB    NOT NULL CHECK (length(secret) = 32),
    created INTEGER NOT NULL,
    over    INTEGER NOT NULL DEFAULT 0 CHECK (over IN (0, 1))
) STRICT;
CREATE UNIQUE INDEX tables_live ON tables (place) WHERE over = 0;
CREATE INDEX tables_newest ON tables (place, created);

-- An append writes its interaction once, with its first entry.
CREATE TABLE log (
    table_id    INTEGER NOT NULL REFERENCES tables (id),
    seq         INTEGER NOT NULL CHECK (seq > 0),
    at          INTEGER NOT NULL,
    interaction INTEGER,
    event       TEXT    NOT NULL,
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX log_interaction ON log (interaction) WHERE interaction IS NOT NULL;

-- Who sits at a live table; a table that is over seats nobody.
CREATE TABLE seated (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    person   INTEGER NOT NULL,
    PRIMARY KEY (table_id, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX seated_person ON seated (person);

CREATE TABLE timers (
    table_id   INTEGER NOT NULL REFERENCES tables (id),
    nth        INTEGER NOT NULL,
    kind       TEXT    NOT NULL,
    seat       INTEGER,
    at         INTEGER NOT NULL,
    gives_back INTEGER NOT NULL CHECK (gives_back IN (0, 1)),
    PRIMARY KEY (table_id, nth)
) STRICT, WITHOUT ROWID;
CREATE INDEX timers_at ON timers (at);

-- One row: when the bot was last known to be alive.
CREATE TABLE heartbeat (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    at   INTEGER NOT NULL
) STRICT;

-- What each message shows. The greatest version means that the message need never be touched again.
CREATE TABLE shown (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    slot     TEXT    NOT NULL,
    channel  INTEGER NOT NULL,
    message  INTEGER NOT NULL,
    version  INTEGER NOT NULL,
    digest   TEXT    NOT NULL,
    note     TEXT    NOT NULL,
    PRIMARY KEY (table_id, slot)
) STRICT, WITHOUT ROWID;
CREATE INDEX shown_unsettled ON shown (table_id, version) WHERE version < 9223372036854775807;

CREATE TABLE preferences (
    person INTEGER NOT NULL,
    name   TEXT    NOT NULL,
    value  TEXT    NOT NULL,
    PRIMARY KEY (person, name)
) STRICT, WITHOUT ROWID;

-- Round 0 is the match as a whole. A person who asked to be forgotten is NULL, with an empty name.
CREATE TABLE results (
    id       INTEGER PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES tables (id),
    round    INTEGER NOT NULL,
    hall     INTEGER,
    game     TEXT    NOT NULL,
    person   INTEGER,
    name     TEXT    NOT NULL,
    points   INTEGER NOT NULL,
    won      INTEGER NOT NULL CHECK (won IN (0, 1)),
    counts   INTEGER NOT NULL CHECK (counts IN (0, 1)),
    at       INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX results_once ON results (table_id, round, person) WHERE person IS NOT NULL;
CREATE INDEX results_hall ON results (hall, game, person, at);
CREATE INDEX results_person ON results (person);
