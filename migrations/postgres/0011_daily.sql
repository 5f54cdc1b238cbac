-- As ../0011_daily.sql.
CREATE TABLE daily_answers (
    person  BIGINT  NOT NULL,
    game    TEXT    COLLATE "C" NOT NULL,
    day     BIGINT  NOT NULL,
    choice  TEXT    NOT NULL,
    correct BOOLEAN NOT NULL,
    shared  BOOLEAN NOT NULL DEFAULT false,
    at      BIGINT  NOT NULL,
    PRIMARY KEY (person, game, day)
);
