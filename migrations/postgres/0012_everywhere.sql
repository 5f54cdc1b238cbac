-- A person has one number in a game over all servers, as they had one in each server before: so the ratings of everybody else stay
-- over all servers, too, when somebody's name and id go. Who was forgotten before this keeps a number for each server.
-- Nobody stores results meanwhile.
LOCK TABLE results IN SHARE ROW EXCLUSIVE MODE;
UPDATE results SET somebody = first.somebody
    FROM (SELECT game, person, min(somebody) AS somebody FROM results
        WHERE hall IS NOT NULL AND person IS NOT NULL GROUP BY game, person) AS first
    WHERE results.hall IS NOT NULL AND results.game = first.game AND results.person = first.person
        AND results.somebody <> first.somebody;

-- The matches of a game over all servers in the order in which they ended.
-- Written so that it answers no question about one server.
CREATE INDEX results_everywhere ON results (game, id) WHERE round = 0 AND counts AND (hall IS NULL) IS FALSE;
-- Those who chose whether to be shown over all servers, and the number of each in a game.
CREATE INDEX preferences_everywhere ON preferences (name, value) WHERE name = 'everywhere';
CREATE INDEX results_somebody ON results (person, game) WHERE round = 0 AND hall IS NOT NULL;
