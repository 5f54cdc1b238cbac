-- A leaderboard must not take longer the more was ever played. What each person has on each leaderboard is added up whenever a
-- result is stored: the results of round 0 are matches, those of other rounds their games.
CREATE TABLE standings (
    hall        INTEGER NOT NULL,
    game        TEXT    NOT NULL,
    person      INTEGER NOT NULL,
    points      INTEGER NOT NULL,
    games_won   INTEGER NOT NULL,
    games       INTEGER NOT NULL,
    draws       INTEGER NOT NULL,
    matches_won INTEGER NOT NULL,
    matches     INTEGER NOT NULL,
    -- Of the best game: where the most points win, and where the fewest do. NULL without any game.
    most        INTEGER,
    fewest      INTEGER,
    PRIMARY KEY (hall, game, person)
) STRICT, WITHOUT ROWID;

INSERT INTO standings
    SELECT hall, game, person, coalesce(sum(points) FILTER (WHERE round > 0), 0), count(*) FILTER (WHERE round > 0 AND won = 1),
        count(*) FILTER (WHERE round > 0), count(*) FILTER (WHERE round > 0 AND drawn = 1),
        count(*) FILTER (WHERE round = 0 AND won = 1), count(*) FILTER (WHERE round = 0),
        max(points) FILTER (WHERE round > 0), min(points) FILTER (WHERE round > 0)
    FROM results WHERE hall IS NOT NULL AND person IS NOT NULL AND counts = 1
    GROUP BY hall, game, person;

CREATE INDEX standings_ranked ON standings (hall, game, matches_won DESC, games_won DESC, draws DESC);

-- The newest matches of somebody who has played thousands.
CREATE INDEX results_matches ON results (person, at) WHERE round = 0;
