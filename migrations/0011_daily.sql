-- What somebody answered to a position of the day: once for each game and day, which is counted from 1970-01-01 by UTC.
CREATE TABLE daily_answers (
    person  INTEGER NOT NULL,
    game    TEXT    NOT NULL,
    day     INTEGER NOT NULL,
    -- In notation.
    choice  TEXT    NOT NULL,
    correct INTEGER NOT NULL CHECK (correct IN (0, 1)),
    -- Whether it was shared, which happens once at most.
    shared  INTEGER NOT NULL DEFAULT 0 CHECK (shared IN (0, 1)),
    at      INTEGER NOT NULL,
    PRIMARY KEY (person, game, day)
) STRICT, WITHOUT ROWID;
