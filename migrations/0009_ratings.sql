-- What ratings need to know of a result. A place is 1 for whoever won or drew; of older results no more is known than that, and
-- not who played with whom.
ALTER TABLE results ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
ALTER TABLE results ADD COLUMN side INTEGER;
-- The number of a person in one game of one server, which stays when the person's name and id go. So the ratings of everybody else
-- stay too.
ALTER TABLE results ADD COLUMN somebody INTEGER NOT NULL DEFAULT 0;

UPDATE results SET place = 2 - (won OR drawn), somebody = id;
UPDATE results SET somebody = first.id
    FROM (SELECT hall, game, person, min(id) AS id FROM results
        WHERE hall IS NOT NULL AND person IS NOT NULL GROUP BY hall, game, person) AS first
    WHERE results.hall = first.hall AND results.game = first.game AND results.person = first.person;

-- The matches of a leaderboard in the order in which they ended.
CREATE INDEX results_rated ON results (hall, game) WHERE round = 0 AND counts = 1;
