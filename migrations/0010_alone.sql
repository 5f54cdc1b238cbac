-- What somebody plays alone is no win: it has a board of its own, where a point is a game that was brought to a good end. Only The
-- Tree is played by one. A match of several people that was closed early can also have one row, but has none of a game.
UPDATE results SET game = 'tree-alone', points = won, won = 0, drawn = 0
WHERE game = 'tree' AND table_id IN (
    SELECT table_id FROM results WHERE game = 'tree' AND counts = 1
    GROUP BY table_id HAVING max(round) > 0 AND count(*) = count(DISTINCT round)
);

DELETE FROM standings WHERE game = 'tree';
INSERT INTO standings
    (hall, game, person, points, games_won, games, draws, matches_won, matches, most, fewest)
    SELECT hall, game, person, coalesce(sum(points) FILTER (WHERE round > 0), 0), count(*) FILTER (WHERE round > 0 AND won = 1),
        count(*) FILTER (WHERE round > 0), count(*) FILTER (WHERE round > 0 AND drawn = 1),
        count(*) FILTER (WHERE round = 0 AND won = 1), count(*) FILTER (WHERE round = 0),
        max(points) FILTER (WHERE round > 0), min(points) FILTER (WHERE round > 0)
    FROM results WHERE hall IS NOT NULL AND person IS NOT NULL AND counts = 1 AND game IN ('tree', 'tree-alone')
    GROUP BY hall, game, person;
