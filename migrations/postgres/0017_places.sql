-- A page of a leaderboard is read from an index alone, in the order of its places: where the most points win, and where the fewest
-- do.
DROP INDEX standings_ranked;
CREATE INDEX standings_most
    ON standings (hall, game, matches_won DESC, games_won DESC, draws DESC, points DESC, (person < 0), person);
CREATE INDEX standings_fewest
    ON standings (hall, game, matches_won DESC, games_won DESC, draws DESC, fewest NULLS FIRST, (person < 0), person);
