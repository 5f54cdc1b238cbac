-- The computer players of a match of people and computers, from which the computer players are rated.
ALTER TABLE results ADD COLUMN computers TEXT;

-- The matches from which somebody is rated, in the order in which they ended: on one server, and over all of them.
DROP INDEX results_rated;
CREATE INDEX results_rated ON results (hall, game) WHERE round = 0 AND (counts = 1 OR computers IS NOT NULL);
DROP INDEX results_everywhere;
CREATE INDEX results_everywhere ON results (game)
    WHERE round = 0 AND (counts = 1 OR computers IS NOT NULL) AND hall IS NOT NULL;
