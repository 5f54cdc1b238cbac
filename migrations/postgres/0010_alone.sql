-- As ../0010_alone.sql.
UPDATE results SET game = 'tree-alone', points = CASE WHEN won THEN 1 ELSE 0 END, won = false, drawn = false
WHERE game = 'tree' AND table_id IN (
    SELECT table_id FROM results WHERE game = 'tree' AND counts
    GROUP BY table_id HAVING max(round) > 0 AND count(*) = count(DISTINCT round)
);

DELETE FROM standings WHERE game = 'tree';
INSERT INTO standings
    (hall, game, person, points, games_won, games, draws, matches_won, matches, most, fewest)
    SELECT hall, game, person, coalesce(sum(points) FILTER (WHERE round > 0), 0)::bigint,
        count(*) FILTER (WHERE round > 0 AND won), count(*) FILTER (WHERE round > 0),
        count(*) FILTER (WHERE round > 0 AND drawn), count(*) FILTER (WHERE round = 0 AND won),
        count(*) FILTER (WHERE round = 0), max(points) FILTER (WHERE round > 0), min(points) FILTER (WHERE round > 0)
    FROM results WHERE hall IS NOT NULL AND person IS NOT NULL AND counts AND game IN ('tree', 'tree-alone')
    GROUP BY hall, game, person;
