-- A draw is won by nobody, and has a column of its own.
ALTER TABLE results ADD COLUMN drawn INTEGER NOT NULL DEFAULT 0 CHECK (drawn IN (0, 1) AND drawn + won < 2);

-- Until now all were winners who shared the first place. In these two games it was never a win that everybody shared: either
-- they had agreed on a draw, or nobody was better than anybody. Of a game that counts all who played have a row, so the rows
-- alone tell it.
UPDATE results SET won = 0, drawn = 1
WHERE (table_id, round) IN (
    SELECT table_id, round FROM results WHERE game IN ('binary', 'dominoes')
    GROUP BY table_id, round HAVING count(*) > 1 AND min(won) = 1 AND min(counts) = 1
);
