-- The computer players of a match of people and computers, from which the computer players are rated.
ALTER TABLE results ADD COLUMN computers TEXT;

-- The matches from which somebody is rated, in the order in which they ended: on one server, and over all of them.
DROP INDEX results_rated;
CREATE INDEX results_rated ON results (hall, game, id) WHERE round = 0 AND (counts OR computers IS NOT NULL);
DROP INDEX results_everywhere;
-- Written so that it answers no question about one server.
CREATE INDEX results_everywhere ON results (game, id)
    WHERE round = 0 AND (counts OR computers IS NOT NULL) AND (hall IS NULL) IS FALSE;
