-- As postgres/0013_shards.sql, where several bots may share a database by Discord's shards. A file has one bot, which has all
-- tables: those of shard 0 of one.
CREATE TABLE lease_of_shard (
    shard  INTEGER PRIMARY KEY,
    number INTEGER NOT NULL
) STRICT;
INSERT INTO lease_of_shard SELECT 0, number FROM lease;
DROP TABLE lease;
ALTER TABLE lease_of_shard RENAME TO lease;

CREATE TABLE heartbeat_of_shard (
    shard INTEGER PRIMARY KEY,
    at    INTEGER NOT NULL,
    given INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO heartbeat_of_shard SELECT 0, at, given FROM heartbeat;
DROP TABLE heartbeat;
ALTER TABLE heartbeat_of_shard RENAME TO heartbeat;
