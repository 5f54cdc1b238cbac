-- What ratings need to know of a result. A place is 1 for whoever won or drew; of older results no more is known than that, and
-- not who played with whom.
ALTER TABLE results
    ADD COLUMN place BIGINT NOT NULL DEFAULT 0,
    ADD COLUMN side BIGINT,
    -- The number of a person in one game of one server, which stays when the person's name and id go. So the ratings of everybody
    -- else stay too.
    ADD COLUMN somebody BIGINT NOT NULL DEFAULT 0;

UPDATE results SET place = CASE WHEN won OR drawn THEN 1 ELSE 2 END, somebody = id;
UPDATE results SET somebody = first.id
    FROM (SELECT hall, game, person, min(id) AS id FROM results
        WHERE hall IS NOT NULL AND person IS NOT NULL GROUP BY hall, game, person) AS first
    WHERE results.hall = first.hall AND results.game = first.game AND results.person = first.person;

-- The matches of a leaderboard in the order in which they ended.
CREATE INDEX results_rated ON results (hall, game, id) WHERE round = 0 AND counts;
