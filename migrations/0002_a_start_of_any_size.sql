-- A start must not take longer the more was ever played, and time must not be given back to one timer after another.

-- `at` of a timer that gives back is a moment of a clock that stood still whenever the bot was away, and is `given`
-- milliseconds behind the time. `at` of any other is the time.
ALTER TABLE heartbeat ADD COLUMN given INTEGER NOT NULL DEFAULT 0;
DROP INDEX timers_at;
CREATE INDEX timers_due ON timers (gives_back, at, table_id);

-- The tables that are played, without all that ever were.
CREATE INDEX tables_played ON tables (id) WHERE over = 0;
