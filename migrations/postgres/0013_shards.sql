-- A row for each of the shards into which the tables are parted, by their servers. How many shards there are is how many rows
-- the lease has. A bot that has all tables has the one shard of one.
ALTER TABLE lease RENAME COLUMN "only" TO shard;
ALTER TABLE lease DROP CONSTRAINT lease_only_check;
UPDATE lease SET shard = 0;

-- When the bot of a shard was last known to be alive, and what was given back to that shard's tables.
ALTER TABLE heartbeat RENAME COLUMN "only" TO shard;
ALTER TABLE heartbeat DROP CONSTRAINT heartbeat_only_check;
UPDATE heartbeat SET shard = 0;
